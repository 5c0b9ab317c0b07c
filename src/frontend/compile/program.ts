// A program from files that a compiler turns into LLVM IR, and from such files themselves.

import { readFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { Indivisible } from '../../module/passes/cells/mixed.js';
import { printModule } from '../../module/print.js';
import type { LoopBound } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { bug } from '../../support/diagnostic.js';
import type { OnPhase } from '../../support/phase.js';
import { present } from '../../support/present.js';
import { anyValuesMacro } from '../c/anyValuesMacro.js';
import { installedLibrary } from '../libraryFile.js';
import { programOfLlvm } from '../llvm/program.js';
import { type CompileOptions, irOf } from './index.js';
import { languageOf } from './languages.js';

export interface CompiledOptions extends CompileOptions {
  readonly unroll?: number;
  readonly loopBounds?: readonly LoopBound[];
  readonly link?: readonly string[];
  readonly args?: readonly string[];
  readonly observe?: readonly string[];
  readonly indivisible?: Indivisible;
  readonly onPhase?: OnPhase;
  readonly guard?: <T>(work: () => T) => T;
}

const unguarded = <T>(work: () => T): T => work();

export async function readCompiled(path: string, options: CompiledOptions): Promise<Program> {
  return (await reading(path, options))();
}

/** The module after a pass, as text. */
export async function moduleText(path: string, options: CompiledOptions, pass: string): Promise<string> {
  let text: string | undefined;
  const read = await reading(path, options, (name, module) => {
    if (name === pass) text = printModule(module);
  });
  try {
    read();
  } catch (error) {
    // A later pass may refuse the program.
    if (text === undefined) throw error;
  }
  return text ?? bug(`the pass ${pass} did not run`);
}

/** Compiles now, and reads what was made when it is called. */
async function reading(
  path: string,
  options: CompiledOptions,
  onPass?: Parameters<typeof programOfLlvm>[1]['onPass'],
): Promise<() => Program> {
  const { guard = unguarded, link = [], defines = [], onPhase } = options;
  // The macro is a question to diptych, not one to the compiler.
  const compiled: CompileOptions = {
    ...options,
    defines: defines.filter((define) => define !== anyValuesMacro),
  };
  onPhase?.('compiling');
  const files = await Promise.all([path, ...link].map((file) => irOf(file, compiled)));
  const library = installedLibrary();
  // The passes of the module follow, as for C.
  onPhase?.('inlining');
  const { unroll, loopBounds, args, observe, indivisible } = options;
  const isOwnText = (file: string): boolean => languageOf(file) === 'llvm' || languageOf(file) === 'bitcode';
  return () =>
    guard(() =>
      programOfLlvm(files, {
        name: basename(path, extname(path)),
        library,
        madeFrom: new Map(files.filter(({ file }) => !isOwnText(file)).map(({ file }) => [file, file])),
        sourceText: textOf,
        // <stdatomic.h> of diptych's own reader has the same macro.
        failsByChance: !defines.includes('DIPTYCH_NO_SPURIOUS_FAILURES'),
        ...present({ unroll, loopBounds, args, observe, indivisible, onPass }),
      }),
    );
}

/** The text of a source file that debug information names; its folder is where the compiler ran. */
function textOf(file: string, folder: string | undefined): string | undefined {
  for (const path of folder === undefined ? [file] : [file, resolve(folder, file)])
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // The program may have come from another computer.
    }
  return undefined;
}
