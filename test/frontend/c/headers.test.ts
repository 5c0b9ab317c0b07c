// The constants of system headers are those of the compiler's, and their types have its sizes.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { x86Machine } from '../../../lab/judge/compiler.js';
import { standardHeader } from '../../../src/frontend/libraryFile.js';
import { run } from './run.js';

const x86 = await x86Machine();
const compiler = x86 !== undefined;
if (!compiler) console.warn('there is no gcc for x86-64: constants of headers are not compared with its');

const folder = new URL('../../../model/include/system/', import.meta.url);

/** Headers of other checkers and libraries, which the compiler does not have, or in which a number is written as an expression. */
const isOwn = (header: string): boolean =>
  header.startsWith('__') ||
  /^(?:genmc|dat3m|smack|librace|model-assert|lkmm|rcu|goblint|klee|libthreads|urcu)\b|^valgrind/.test(
    header,
  );

const headers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.h') && !isOwn(name))
  .sort();

/** An assertion for each constant of a header. */
function assertions(header: string): string {
  const defined = [...(standardHeader(header) ?? '').matchAll(constant)];
  const checks = defined.map(([, name, value]) => `_Static_assert((${name}) == ${value}, "${name}");\n`);
  // Older compilers lack some headers of C23.
  return `#if __has_include(<${header}>)\n#include <${header}>\n${checks.join('')}#endif\n`;
}

/** Names that begin with two underscores are diptych's own. PTHREAD_STACK_MIN is a call in glibc, and policies of mutexes are macOS's. */
const constant =
  /^#define ((?!__|PTHREAD_MUTEX_POLICY|PTHREAD_STACK_MIN)\w+) (\(?-?(?:0x[\da-f]+|\d+)U?L?\)?)$/gim;

const types = {
  'stddef.h': { max_align_t: 32, wchar_t: 4 },
  'stdlib.h': { uint: 4, ulong: 8, ushort: 2, u_char: 1, u_int32_t: 4, u_int64_t: 8, time_t: 8, int16_t: 2 },
  'math.h': { float_t: 4, double_t: 8 },
  'signal.h': { sigval_t: 8, sig_t: 8 },
  'uchar.h': { char16_t: 2, char32_t: 4 },
  'stdatomic.h': {
    atomic_intmax_t: 8,
    atomic_uintmax_t: 8,
    atomic_char16_t: 2,
    atomic_char32_t: 4,
    atomic_wchar_t: 4,
  },
  'wchar.h': { wint_t: 4 },
  'time.h': { timer_t: 8 },
};

const sizes = Object.entries(types)
  .map(
    ([header, all]) =>
      `#include <${header}>\n${Object.entries(all)
        .map(([name, size]) => `_Static_assert(sizeof(${name}) == ${size}, "${name}");\n`)
        .join('')}`,
  )
  .join('');

const everything = `#define _GNU_SOURCE\n${headers.map(assertions).join('')}${sizes}int main(void) { return 0; }\n`;

describe('constants and types of system headers', () => {
  it.skipIf(!compiler)('are what the compiler has', () => {
    const { stderr } = spawnSync(x86?.compiler ?? 'gcc', ['-fsyntax-only', '-w', '-x', 'c', '-'], {
      input: everything,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });

  it('are what a program is told', () => expect(run(everything).findings).toEqual([]));
});
