// LLVM IR of a file: its own text, or what a compiler makes of it.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { runChild } from '../../support/childProcess.js';
import type { LlvmFile } from '../llvm/index.js';
import { readSourceFile, readTextFile } from '../textFile.js';
import { type CompileOptions, dependenciesOf, flagsOf, outputFlags } from './command.js';
import { type Compiler, findCompiler, noCompiler } from './compilers.js';
import { KeptIr } from './keptIr.js';
import { type Language, languageOf } from './languages.js';
import { compilerError } from './mistakes.js';
import { packagedCall, packagedClang } from './packaged.js';
import { stdFlags } from './rustStd.js';

export type { CompileOptions } from './command.js';

/** Bytes of IR; it is many times as long as the program. */
const largestIr = 256 << 20;
/** Time for one file. */
const limitMs = 600_000;

/** The IR of one file of a program. */
export async function irOf(path: string, options: CompileOptions): Promise<LlvmFile> {
  const language = languageOf(path);
  if (language === 'llvm') return { file: path, text: readTextFile(path, largestIr) };
  const compiler =
    findCompiler(language, options.cc, process.env) ?? (language === 'c' ? packagedClang() : undefined);
  if (compiler === undefined) throw noCompiler(language, path);
  // Before the compiler looks: a file that is not there is not its message.
  if (language !== 'bitcode') readSourceFile(path);
  const kept = new KeptIr(process.env);
  const flags = [
    ...(language === 'rust' ? await stdFlags(compiler, kept.folder) : []),
    ...flagsOf(language, options),
  ];
  const made = [compiler.path, String(statSync(compiler.path).mtimeMs), ...flags, path];
  const text = kept.read(made);
  if (text !== undefined) return { file: path, text };
  const compiled = await compile(compiler, language, path, flags, options);
  if (options.keepIr !== false)
    kept.write(made, [path, ...compiled.dependencies.filter((file) => file !== path)], compiled.text);
  return { file: path, text: compiled.text };
}

async function compile(
  compiler: Compiler,
  language: Exclude<Language, 'llvm'>,
  path: string,
  flags: readonly string[],
  options: CompileOptions,
): Promise<{ text: string; dependencies: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-ir-'));
  try {
    const ir = join(folder, 'program.ll');
    if (compiler.packaged) {
      const { args, dependencies } = packagedCall(compiler, path, flags, options, folder);
      const ended = await runChild(process.execPath, args, { limitMs, mostText: 1 << 20 });
      const messages = ended.stderr.replaceAll(resolve(path), path);
      if (ended.code !== 0) throw compilerError(compiler.name, path, messages, textOf);
      return { text: readTextFile(ir, largestIr, true), dependencies: [...dependencies] };
    }
    const rules = join(folder, 'program.d');
    const args = [...flags, ...outputFlags(language, ir, rules), path];
    const ended = await runChild(compiler.path, args, { limitMs, mostText: 1 << 20 });
    if (ended.code !== 0) throw compilerError(basename(compiler.name), path, ended.stderr, textOf);
    const text = readTextFile(ir, largestIr, true);
    return { text, dependencies: dependenciesOf(textOf(rules) ?? '') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
