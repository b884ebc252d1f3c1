/** Names of the fields that may be absent. */
export type MayBeAbsent<Data> = {
  [Name in keyof Data]-?: Record<never, never> extends Pick<Data, Name> ? Name : never;
}[keyof Data];
/** Names of the fields that may be null. */
export type MayBeNull<Data> = { [Name in keyof Data]-?: null extends Data[Name] ? Name : never }[keyof Data];
/** Names of the fields that may be left out and refuse `undefined` all the same, under `exactOptionalPropertyTypes`. */
export type RefusesUndefined<Data> = Data extends unknown
  ? {
      [Name in keyof Data]-?: Record<never, never> extends Pick<Data, Name>
        ? undefined extends Required<Data>[Name]
          ? never
          : Name
        : never;
    }[keyof Data]
  : never;
