// A program of the engines from files of LLVM IR and the library's model.

import { libraryOfText } from '../../module/libraryText.js';
import { type ModuleOptions, programOfModule } from '../../module/passes/index.js';
import { type LoopBound, withLoopBounds } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { type EmitOptions, type LlvmFile, readLlvm } from './index.js';

interface LlvmProgramOptions extends EmitOptions, ModuleOptions {
  /** model/library.txt. */
  readonly library: string;
  /** Bounds of single loops. */
  readonly loopBounds?: readonly LoopBound[];
}

/** Debug information says so. rustc's lowest level of optimisation is the one that its programs are read at. */
const isOptimised = ({ text }: LlvmFile): boolean =>
  /DICompileUnit\(language: DW_LANG_C[^\n]*isOptimized: true/.test(text);

export function programOfLlvm(files: readonly LlvmFile[], options: LlvmProgramOptions): Program {
  const program = programOfModule(readLlvm(files, options), libraryOfText(options.library), options);
  const bounded = withLoopBounds(program, options.loopBounds ?? []);
  return files.some(isOptimised) ? { ...bounded, optimised: true } : bounded;
}
