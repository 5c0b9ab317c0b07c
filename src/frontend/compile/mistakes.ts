// The errors of a compiler that refuses a program, as diagnostics.

import { type Diagnostic, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';

/** `file:line:column: error: message`, as clang and rustc (in short form) write it. */
const placed = /^(.+?):(\d+):(\d+): (?:fatal )?error(?:\[\w+\])?: (.*)$/;
const unplaced = /^(?:[\w+-]+: )?error(?:\[\w+\])?: (.*)$/;

export function compilerError(
  compiler: string,
  file: string,
  output: string,
  read: (file: string) => string | undefined,
): InputError {
  const found: Diagnostic[] = [];
  for (const line of output.split('\n')) {
    const place = placed.exec(line);
    if (place !== null) {
      const [, where, row, column, message] = place;
      found.push({
        code: 'compiler-failed',
        message: `${compiler}: ${message}`,
        file: where,
        line: Number(row),
        column: Number(column),
      });
      continue;
    }
    const message = unplaced.exec(line)?.[1];
    if (message !== undefined && !/^aborting due to|could not compile/.test(message))
      found.push({ code: 'compiler-failed', message: `${compiler}: ${message}`, file });
  }
  const [first, ...more] = found;
  if (first === undefined)
    return new InputError({
      code: 'compiler-failed',
      message: `${compiler} failed${output.trim() === '' ? '' : `: ${output.trim().split('\n')[0]}`}`,
      file,
    });
  return new InputError(
    { ...first, ...present({ more: more.length === 0 ? undefined : more.slice(0, 9) }) },
    first.line === undefined || first.file === undefined ? undefined : read(first.file),
  );
}
