// A program of the engines from files of LLVM IR and the library's model.

import { libraryOfText } from '../../module/libraryText.js';
import type { Module } from '../../module/module.js';
import { type ModuleOptions, programOfModule } from '../../module/passes/index.js';
import type { Program } from '../../program/program.js';
import { type EmitOptions, type LlvmFile, readLlvm } from './index.js';

export interface LlvmProgramOptions extends EmitOptions, ModuleOptions {
  /** model/library.txt. */
  readonly library: string;
}

export function programOfLlvm(files: readonly LlvmFile[], options: LlvmProgramOptions): Program {
  const module: Module = readLlvm(files, options);
  options.onPass?.('read', module);
  return programOfModule(module, libraryOfText(options.library), options);
}
