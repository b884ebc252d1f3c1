/** Names of the fields that may be absent. */
export type MayBeAbsent<Data> = {
  [Name in keyof Data]-?: Record<never, never> extends Pick<Data, Name> ? Name : never;
}[keyof Data];
/** Names of the fields that may be null. */
export type MayBeNull<Data> = { [Name in keyof Data]-?: null extends Data[Name] ? Name : never }[keyof Data];
