// Text to syntax tree. Mistakes and constructs of cat that diptych does not have are InputErrors at their place.

import { InputError } from '../support/diagnostic.js';
import { SyntaxError as PeggyError, parse } from './cat.peggy.js';
import { namelessFile, preparedTrees } from './prepared.js';
import type { CatFile } from './syntax.js';

/** The grammar's `refuse` puts this before the name of a construct. */
const refusal = 'unsupported:';

export function parseSyntax(text: string, file: string): CatFile {
  const prepared = preparedTrees.get(text);
  if (prepared !== undefined)
    return JSON.parse(prepared().replaceAll(namelessFile, `"file":${JSON.stringify(file)}`));
  try {
    const tree = parse(text, { grammarSource: file });
    if (isCatFile(tree)) return tree;
    throw new TypeError('the cat grammar yields a file');
  } catch (error) {
    if (error instanceof PeggyError) throw toInputError(error, text, file);
    throw error;
  }
}

function isCatFile(tree: unknown): tree is CatFile {
  return typeof tree === 'object' && tree !== null && 'instructions' in tree;
}

function toInputError(error: PeggyError, text: string, file: string): InputError {
  const { line, column } = error.location.start;
  if (error.message.startsWith(refusal)) {
    const feature = error.message.slice(refusal.length);
    return new InputError(
      {
        code: 'cat-unsupported',
        message: `diptych does not support this construct of cat: ${feature}`,
        file,
        line,
        column,
      },
      text,
    );
  }
  const found = error.found === null ? 'the end of the file' : `'${error.found}'`;
  return new InputError(
    {
      code: 'cat-syntax',
      message: `unexpected ${found}: expected ${expectations(error)}`,
      file,
      line,
      column,
    },
    text,
  );
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Tokens that one word describes better than their list. */
const groups: readonly (readonly [string, ReadonlySet<string>])[] = [
  [
    'an instruction',
    words(
      'let flag show unshow include procedure call match forall enum debug undefined_unless instructions',
    ),
  ],
  ['an expression', words("( 0 [ _ ' { begin try fun")],
  ['an operator', words('& * + ++ ; ? \\ ^ |')],
];

function expectations(error: PeggyError): string {
  const tokens = (error.expected ?? []).map((e) =>
    e.type === 'end' ? 'the end of the file' : (e.description ?? e.text ?? ''),
  );
  const starts = tokens.includes('include');
  const names = tokens.flatMap((token) => {
    if (token === '' || token === 'white space') return [];
    if (starts && !['the end of the file', 'an operator'].includes(token)) {
      const group = groups.find(([, members]) => members.has(token));
      return [group?.[0] === 'an operator' ? 'an operator' : 'an instruction'];
    }
    return [groups.find(([, members]) => members.has(token))?.[0] ?? token];
  });
  const distinct = [...new Set(names)].sort();
  return distinct.length === 0 ? 'something else' : distinct.join(' or ');
}
