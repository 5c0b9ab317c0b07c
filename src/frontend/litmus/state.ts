// Runs a grammar on a piece of the file and turns what peggy says into a diagnostic at the right place.

import type { Source } from './source.js';
import { SyntaxError as GrammarError, parse } from './state.peggy.js';
import type { FinalSyntax, InitItem, Span } from './syntax.js';

export const parseInit = (source: Source, text: string): readonly InitItem[] =>
  withGrammar(source, 'init section', GrammarError, () => parse(text, { startRule: 'Init' }));

export const parseFinal = (source: Source, text: string): FinalSyntax =>
  withGrammar(source, 'condition', GrammarError, () => parse(text, { startRule: 'Final' }));

interface GrammarFailure extends Error {
  readonly location: {
    readonly start: { readonly offset: number };
    readonly end: { readonly offset: number };
  };
  readonly expected: readonly { type: string; description?: string; text?: string }[] | null;
  readonly found: string | null;
}

/** Deeper nesting of brackets than any program needs, and shallow enough for every recursion over the result. */
const deepest = 200;

/** Calls `run`, whose text must have the offsets of the file. */
export function withGrammar<T>(
  source: Source,
  what: string,
  failure: abstract new (...args: never[]) => GrammarFailure,
  run: () => T,
): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof failure)) throw error;
    const { start, end } = error.location;
    if (error.expected === null)
      source.fail('unsupported', error.message, { start: start.offset, end: end.offset });
    const found = error.found === null ? 'the end of the section' : `'${foundWord(source, start.offset)}'`;
    source.fail('syntax', `${expectation(error)} in the ${what}, but found ${found}`, {
      start: Math.min(start.offset, source.text.length),
      end: Math.min(end.offset, source.text.length),
    });
  }
}

/** Refuses text whose brackets nest too deeply. */
export function checkDepth(source: Source, text: string, span: Span): void {
  let depth = 0;
  for (let i = span.start; i < span.end; i++) {
    const c = text[i];
    if (c === '(' || c === '{' || c === '[') {
      if (++depth > deepest)
        source.fail('too-deep', `brackets nest more than ${deepest} deep`, { start: i, end: i + 1 });
    } else if (c === ')' || c === '}' || c === ']') depth--;
  }
}

function expectation(error: GrammarFailure): string {
  const names = new Set<string>();
  for (const e of error.expected ?? []) {
    if (e.description === 'white space') continue;
    if (e.type === 'literal') names.add(`'${e.text}'`);
    else if (e.type === 'end') names.add('the end of the section');
    else if (e.description !== undefined) names.add(e.description);
  }
  const list = [...names].sort();
  if (list.length === 0) return 'a syntax error';
  return `expected ${list.length === 1 ? list[0] : `${list.slice(0, -1).join(', ')} or ${list[list.length - 1]}`}`;
}

function foundWord(source: Source, offset: number): string {
  const word = /^(\w+|[^\s\w])/.exec(source.text.slice(offset, offset + 40));
  return word === null ? 'white space' : word[1];
}
