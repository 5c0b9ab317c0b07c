// Whether a C program has a meaning to compare: it is compiled with clang's sanitizers and run.

import { rmSync } from 'node:fs';
import { findCompiler } from '../../frontend/compile/compilers.js';
import { runChild } from '../../support/childProcess.js';

const limitMs = 20_000;
/** With what watches memory; without it where the library for that is not installed. */
const sanitizers = [
  ['-fsanitize=undefined,address', '-fno-sanitize-recover=all'],
  ['-fsanitize=undefined', '-fsanitize-trap=all'],
];

/** True as well where the program cannot be compiled and run: then the difference stands. */
export async function isDefined(
  path: string,
  cc: string | undefined,
  onQuestion?: () => void,
): Promise<boolean> {
  const compiler = findCompiler('c', cc, process.env);
  if (compiler === undefined) return true;
  const binary = `${path}.run`;
  for (const flags of sanitizers) {
    onQuestion?.();
    const args = ['-O0', '-w', '-pthread', '-fsigned-char', ...flags, path, '-o', binary, '-lm'];
    const compiled = await runChild(compiler.path, args, { limitMs });
    if (compiled.code !== 0) continue;
    const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
    const ended = await runChild(binary, [], { limitMs, env, silent: true });
    rmSync(binary, { force: true });
    return ended.code === 0;
  }
  return true;
}
