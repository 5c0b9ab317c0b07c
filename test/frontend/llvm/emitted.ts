// Helpers of the reader's tests.

import { readLlvm } from '../../../src/frontend/llvm/index.js';
import { printModule } from '../../../src/module/print.js';
import { InputError } from '../../../src/support/diagnostic.js';

/** The module of a text of LLVM, as text without places, and without the sign that registers of the compiler begin with. */
export const emitted = (text: string): string =>
  printModule(readLlvm([{ file: 'test.ll', text }]))
    .replace(/ !(?:"[^"]*":)?\d+:\d+/g, '')
    .replace(/([%&])\$/g, '$1');

/** The lines of a function's body: that of `f` in a text whose body is given. */
export function body(instructions: string, head = 'i32 @f(i32 %a, i32 %b, ptr %p)', more = ''): string[] {
  const text = emitted(`${more}\ndefine ${head} {\n${instructions}\n}\n`);
  const start = text.indexOf('function @f');
  return text
    .slice(text.indexOf('\n', start) + 1, text.indexOf('\n}', start))
    .split('\n')
    .map((line) => line.trim());
}

/** Code, line and message of a text's diagnostic. */
export function refused(text: string): string {
  try {
    readLlvm([{ file: 'test.ll', text }]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, line, message } = error.diagnostic;
    return `${code} ${line}: ${message}`;
  }
  return 'not refused';
}
