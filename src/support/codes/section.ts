// How a part of the catalogue of diagnostics is written.

/** The meaning of a code, in a sentence or two, and an input that leads to it. */
type CodeMeaning = readonly [means: string, example: string];

export interface CodeSection {
  readonly title: string;
  readonly about: string;
  readonly codes: Readonly<Record<string, CodeMeaning>>;
}
