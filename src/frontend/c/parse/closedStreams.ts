// Whether a program closes stdin, stdout or stderr.

import type { Token } from '../preprocessor/token.js';

export { closesStandard } from '../library/index.js';

/** `fclose(stdout)`: with diptych's header (model/include/system/stdio.h) a pointer that is a number, in a preprocessed file a variable. */
const closing: readonly (readonly string[])[] = [
  ['(', '(', '(', 'FILE', '*', ')'],
  ...['stdin', 'stdout', 'stderr'].map((name) => ['(', name, ')']),
];

export const closesStandardStream = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ text }, i) =>
      text === 'fclose' && closing.some((form) => form.every((next, k) => tokens[i + 1 + k]?.text === next)),
  );
