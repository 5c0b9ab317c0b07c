// gcc: is it there, and what do compiled programs print?

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const common = [
  '-std=gnu11',
  '-Werror=implicit-function-declaration',
  '-fsigned-char',
  '-fno-strict-aliasing',
  '-pthread',
];

/**
 * Signed overflow wraps. A compiler that folds `!(INT_MIN * x)` to `!x` before a sanitizer sees it then shows two
 * different values.
 */
export const plainFlags = ['-O0', '-fwrapv', ...common];
/** Undefined behaviour ends the program. */
export const checkingFlags = ['-O0', '-fsanitize=undefined,address', '-fno-sanitize-recover', ...common];
/** The same without the runtime, which takes long to compile for: arithmetic and array bounds only. */
export const trappingFlags = ['-O0', '-fsanitize=undefined', '-fsanitize-undefined-trap-on-error', ...common];

export async function compilerIsThere(): Promise<boolean> {
  return (await run('gcc', ['--version'])).ok;
}

interface Ran {
  readonly ok: boolean;
  readonly out: string;
  readonly err: string;
}

function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 1 << 28, env: { ...process.env, ...env } };
    execFile(command, [...args], options, (error, out, err) => resolve({ ok: error === null, out, err }));
  });
}

/** A compiler and what runs its programs. */
export interface Machine {
  readonly name: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  /** An emulator, if the programs need one. */
  readonly runner?: string;
}

const native: Machine = { name: `${process.arch}, native`, compiler: 'gcc', flags: [] };

/** The compiler of this computer, for any processor. */
export const nativeMachine = async (): Promise<Machine | undefined> =>
  (await compilerIsThere()) ? native : undefined;

/** The triplet of a compiler says what its programs are for; undefined if there is no such compiler. */
const isForX86 = async (compiler: string): Promise<boolean> => {
  const { ok, out } = await run(compiler, ['-dumpmachine']);
  return ok && out.startsWith('x86_64');
};

/** A compiler whose programs are those of an x86-64 processor: this computer's, or a cross compiler with an emulator. */
export async function x86Machine(): Promise<Machine | undefined> {
  const isX86 = process.arch === 'x64';
  if (isX86 && (await isForX86('gcc'))) return native;
  const cross = { compiler: 'x86_64-linux-gnu-gcc', flags: ['-static'] };
  if (!(await isForX86(cross.compiler))) return undefined;
  if (isX86) return { ...cross, name: 'x86-64, cross compiler' };
  const runner = 'qemu-x86_64';
  return (await run(runner, ['--version'])).ok
    ? { ...cross, runner, name: 'x86-64, emulated by QEMU' }
    : undefined;
}

/** Where threads run on TSO: an x86 processor, or its emulation, which keeps its order of stores. */
export const tsoMachine = x86Machine;

/** Compiles and runs; returns the compiler's message if it refuses. */
export async function compileAndRun(
  text: string,
  flags: readonly string[],
  args: readonly string[] = [],
  machine: Machine = native,
): Promise<{ readonly out: string } | { readonly refused: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-judge-'));
  try {
    const source = join(folder, 'programs.c');
    writeFileSync(source, text);
    const binary = join(folder, 'programs');
    const compiled = await run(machine.compiler, [...flags, ...machine.flags, source, '-o', binary]);
    if (!compiled.ok) return { refused: compiled.err };
    const [command, ...rest] = machine.runner === undefined ? [binary] : [machine.runner, binary];
    const ran = await run(command, [...rest, ...args], { ASAN_OPTIONS: 'detect_leaks=0' });
    return { out: ran.out };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
