/**
 * The labels, groups, diaries and export properties of one installation. It is empty here, so any text and any field compiles.
 * The file of `care-platform types` fills it for the whole program. Then a text or field in the code that the installation does
 * not have is a compile error. A value whose type is only `string` or `DiaryValues` still compiles: the platform checks it.
 */
export interface Installation extends Record<never, never> {}

/** A member of `Installation`. */
export type Installed<Name extends string, Otherwise> = Installation extends { readonly [Key in Name]: infer Known }
  ? Known
  : Otherwise;

/** `Given` if only the run time knows the text, otherwise one of the known texts. */
export type KnownText<Given extends string, Known> = string extends Given ? Given : Known & string;

/** Text of a label that the installation has. */
export type LabelText = Installed<'labels', string>;

/** A group that the installation has. */
export type InstalledGroup = Installed<'groups', string>;

/** A property of an export of the installation. */
export type ExportProperty<Name extends string> =
  Installed<'exports', unknown> extends { readonly [Key in Name]: infer Known } ? Known : string;
