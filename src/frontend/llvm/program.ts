// A program of the engines from files of LLVM IR and the library's model.

import { type ModuleOptions, programOfModule } from '../../module/passes/index.js';
import type { Library } from '../../module/passes/link.js';
import { type LoopBound, withLoopBounds } from '../../program/loopBounds.js';
import type { Program, SourceDifference } from '../../program/program.js';
import { type EmitOptions, type LlvmFile, readLlvm } from './index.js';

interface LlvmProgramOptions extends EmitOptions, ModuleOptions {
  readonly library: Library;
  /** Bounds of single loops. */
  readonly loopBounds?: readonly LoopBound[];
}

const signs: readonly (readonly [SourceDifference, RegExp])[] = [
  // Debug information says so. rustc's lowest level of optimisation is the one that its programs are read at.
  ['optimised', /DICompileUnit\(language: DW_LANG_C[^\n]*isOptimized: true/],
  // format! and write! of Rust: model/rust/fmt.c.
  ['empty-texts', /^declare [^\n]*_(?:5alloc3fmt6format12format_inner|4core3fmt5write)\(/m],
  // HashMap of Rust: model/rust/std.c.
  ['one-hash', /^declare [^\n]*19hashmap_random_keys\(/m],
  // model/rust/std.c, model/cxx/thread.cpp.
  ['two-processors', /^declare [^\n]*(?:21available_parallelism|_ZNSt6thread20hardware_concurrencyEv)\(/m],
];

export function programOfLlvm(files: readonly LlvmFile[], options: LlvmProgramOptions): Program {
  const program = programOfModule(readLlvm(files, options), options.library, options);
  const bounded = withLoopBounds(program, options.loopBounds ?? []);
  const differsFromSource = signs.flatMap(([difference, sign]) =>
    files.some(({ text }) => sign.test(text)) ? [difference] : [],
  );
  return differsFromSource.length > 0 ? { ...bounded, differsFromSource } : bounded;
}
