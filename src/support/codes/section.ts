// How a part of the catalogue of diagnostics is written.

/** What a code means, in a sentence or two, and something that leads to it. */
type CodeMeaning = readonly [means: string, example: string];

export interface CodeSection {
  readonly title: string;
  readonly about: string;
  readonly codes: Readonly<Record<string, CodeMeaning>>;
}
