// LLVM IR, and compilers that make it. docs/language-llvm.md.

import type { CodeSection } from './section.js';

export const llvmCodes = {
  title: 'LLVM IR',
  about: 'Files of LLVM IR, and of C++ and Rust, which a compiler turns into it, docs/language-llvm.md.',
  codes: {
    'llvm-syntax': ['The file is not LLVM assembly of version 14 to 22.', 'define i32 @main( {'],
    'llvm-unsupported': [
      'It is LLVM IR, but diptych has no meaning for it; the message names the instruction, type or function.',
      'fence syncscope("agent") seq_cst',
    ],
    'llvm-target': [
      'The file was made for another machine than x86-64.',
      'target triple = "aarch64-linux-gnu"',
    ],
    'compiler-failed': [
      'The compiler that makes LLVM IR of a program refused it; the message is its own.',
      'diptych check program.cpp, of which a line is no C++',
    ],
  },
} as const satisfies CodeSection;
