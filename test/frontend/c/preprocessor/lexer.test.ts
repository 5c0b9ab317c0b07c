// Tokens are those of C11 6.4 in its order of preference, in any neighbourhood; here with one pattern for each kind.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenize } from '../../../../src/frontend/c/preprocessor/lexer.js';

const patterns = [
  ['string', /^(u8|[uUL])?"([^"\\\n]|\\[^\n])*"/],
  ['char', /^[uUL]?'([^'\\\n]|\\[^\n])+'/],
  ['identifier', /^[A-Za-z_$é][A-Za-z0-9_$é]*/],
  ['number', /^\.?[0-9]([eEpP][+-]|[A-Za-z0-9_.])*/],
  [
    'punctuator',
    /^(%:%:|<:|:>|<%|%>|%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!*/%+\-&^|]=|&&|\|\||##|[[\](){}.&*+\-~!/%<>^|?:;=,#])/,
  ],
  ['newline', /^\n/],
  ['other', /^[^ ]/],
] as const;

function* reference(text: string): Generator<readonly unknown[]> {
  let line = 1;
  let column = 1;
  for (let rest = text; rest !== ''; ) {
    const [kind, found] = patterns
      .map(([name, pattern]) => [name, pattern.exec(rest)?.[0] ?? ''] as const)
      .find(([, match]) => match !== '') ?? ['space', ' '];
    rest = rest.slice(found.length);
    if (kind !== 'space') yield [kind, found, line, column];
    column += found.length;
    if (kind !== 'newline') continue;
    line++;
    column = 1;
  }
}

/** No comments, which are no tokens: a slash is never followed by one or by a star. */
const words =
  `u8 u U L " ' \\ \n a $ _ 0 9 . .. ... e+ p- %: %:%: < > = ! * % + - & ^ | # ## ( ) [ ] { } ? : ; , @ é ¬ x E`
    .split(' ')
    .concat(' ', '/ ');

it('takes the first kind that fits, and knows where it stands', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (parts) => {
      // A backslash at the end of a line joins it with the next.
      const text = `${parts.join('')}\n`.replaceAll('\\\n', '\\ \n');
      const tokens = tokenize(text, undefined);
      expect(tokens.map(({ kind, text, at }) => [kind, text, at.line, at.column])).toEqual([
        ...reference(text),
      ]);
    }),
    { numRuns: 500 },
  );
});
