// Whether a program closes stdin, stdout or stderr.

import type { Token } from '../preprocessor/token.js';

export { closesStandard } from '../library/index.js';

/** `fclose(stdout)`, as the header has it (headers/standard.ts): a pointer that is a number. */
export const closesStandardStream = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ text }, i) =>
      text === 'fclose' &&
      ['(', '(', '(', 'FILE', '*', ')'].every((next, k) => tokens[i + 1 + k]?.text === next),
  );
