// The languages that a compiler turns into LLVM IR, by the ends of their files.

import { extname } from 'node:path';

export type Language = 'c' | 'c++' | 'rust' | 'bitcode' | 'llvm';

const byExtension: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['.c', 'c'],
  ['.i', 'c'],
  ['.cpp', 'c++'],
  ['.cc', 'c++'],
  ['.cxx', 'c++'],
  ['.rs', 'rust'],
  ['.bc', 'bitcode'],
  ['.ll', 'llvm'],
]);

/** C for files without a known end, which a user names as parts of a program. */
export const languageOf = (path: string): Language => byExtension.get(extname(path)) ?? 'c';
