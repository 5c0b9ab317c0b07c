// A source with one line changed, in the ways in which people are wrong: an operator, a negation, a case, a check that is missing.

export interface Mutant {
  /** From the folder of the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The mutated text. */
  readonly text: string;
}

const exchanges: readonly (readonly [RegExp, string])[] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\.some\(/, '.every('],
  [/\.every\(/, '.some('],
  [/ \? (.+) : ([^:]+)$/, ' ? $2 : $1'],
  [/!(?=[\w.]+\.has\()/, ''],
  [/(?<=[( ])(?=[\w.]+\.has\()/, '!'],
  [/\b0\b/, '1'],
  [/\b1\b/, '0'],
  // Guards that leave early, and statements on their own.
  [/^(\s*)(?:else )?if \(.*\) (return|continue|break)\b.*;$/, '$1;'],
  [
    /^(\s*)(?!return|break|continue|const|let|import|export|type|readonly|throw|[}\])])[\w.#]+(?:\(|\.add|\.set|\.push|\+\+| = | \|\|= | \+= ).*;$/,
    '$1;',
  ],
  // An element of a list, or a case that is treated like the next.
  [/^(\s*)(?:'[\w-]+',|case '[\w-]+':)$/, '$1'],
];

/** Every line of it that may be changed, in every way. */
export function mutantsOf(file: string, source: string): Mutant[] {
  let comment = false;
  return source.split('\n').flatMap((old, i) => {
    if (/^\s*\/\*/.test(old)) comment = true;
    const skipped =
      comment || /^\s*(\/\/|\*|import |export type |export interface |readonly |interface |type )/.test(old);
    if (/\*\//.test(old)) comment = false;
    if (skipped) return [];
    const changed = exchanges.map(([from, to]) => old.replace(from, to)).filter((text) => text !== old);
    return [...new Set(changed)].map((text) => ({ file, line: i + 1, text }));
  });
}
