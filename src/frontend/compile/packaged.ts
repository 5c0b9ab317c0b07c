// clang as a package of npm, for computers without a compiler: WebAssembly, run by Node in a process of its own. It sees only the files that
// it is given: the program, the files that the program includes, and diptych's headers of the system.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { runtimeFolder } from '../../support/childProcess.js';
import { modelFolder, prototypesText } from '../libraryFile.js';
import type { CompileOptions } from './command.js';
import { type Compiler, packageName } from './compilers.js';

/** The package where the user works, else beside diptych. Undefined if it is not installed. */
export function packagedClang(
  from: readonly string[] = [`${process.cwd()}/`, import.meta.url],
): Compiler | undefined {
  for (const place of from)
    try {
      return { name: packageName, path: createRequire(place).resolve(packageName), packaged: true };
    } catch {
      // It is not there.
    }
  return undefined;
}

/** Headers that clang brings itself: diptych's own are for its own reader. */
const ofClang = /^(?:std(?:atomic|arg|bool|align|noreturn)|\w+intrin)\.h$/;
const virtual = '/diptych';
const output = 'program.ll';

interface Tree {
  [name: string]: Tree | string;
}

interface PackagedCall {
  /** The arguments of Node. */
  readonly args: readonly string[];
  /** The files that the program includes. */
  readonly dependencies: readonly string[];
}

/** Writes the request to the folder. */
export function packagedCall(
  compiler: Compiler,
  path: string,
  flags: readonly string[],
  { includeDirs = [], cflags = [] }: CompileOptions,
  folder: string,
): PackagedCall {
  const further = cflags.flatMap((flag) => /^-I(.+)$/.exec(flag)?.[1] ?? []);
  const sources = sourcesOf(
    resolve(path),
    [...includeDirs, ...further].map((dir) => resolve(dir)),
  );
  const files: Tree = {};
  for (const [name, text] of sources) put(files, name, text);
  for (const part of ['system', 'packaged']) putFolder(files, join(modelFolder, 'include', part));
  put(files, `${virtual}/prototypes.h`, prototypesFor([...sources.values()].join('\n')));
  const request = join(folder, 'request.json');
  const args = [
    'clang',
    ...flags.map((flag) => flag.replace(/^-I(.+)$/, (_, dir) => `-I${resolve(dir)}`)),
    '-nostdlibinc',
    '-idirafter',
    `${virtual}/include`,
    '-include',
    `${virtual}/prototypes.h`,
    // Places are told as the user named the file.
    `-ffile-prefix-map=${resolve(path)}=${path}`,
    ...['-S', '-emit-llvm', '-o', output, resolve(path)],
  ];
  writeFileSync(request, JSON.stringify({ args, files, output, to: join(folder, output) }));
  return {
    args: [join(runtimeFolder, 'packagedClang.mjs'), compiler.path, request],
    dependencies: [...sources.keys()].slice(1),
  };
}

/** The file and all that it includes, but for headers of the system, by absolute names. */
function sourcesOf(path: string, includeDirs: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const take = (file: string): boolean => {
    if (found.has(file)) return true;
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      return false;
    }
    found.set(file, text);
    for (const [, quoted, pointed] of text.matchAll(
      /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm,
    )) {
      const folders = quoted === undefined ? includeDirs : [dirname(file), ...includeDirs];
      folders.some((folder) => take(resolve(folder, quoted ?? pointed ?? '')));
    }
    return true;
  };
  take(path);
  return found;
}

/** The prototypes of functions that the text names and does not define as its own. */
function prototypesFor(text: string): string {
  const words = new Set(text.match(/\b[A-Za-z_]\w*/g));
  const own = new Set([...text.matchAll(/\bstatic\b[^;{}()]*?\b(\w+)\s*\(/g)].map(([, name]) => name));
  return prototypesText()
    .split('\n')
    .filter((line) => {
      const name = /(\w+)\(/.exec(line)?.[1] ?? '';
      return words.has(name) && !own.has(name) && name !== '__assert_fail';
    })
    .join('\n');
}

function put(tree: Tree, file: string, text: string): void {
  const names = file.split(sep).filter((name) => name !== '');
  let at = tree;
  for (const name of names.slice(0, -1)) {
    const inner = at[name] ?? {};
    if (typeof inner === 'string') return;
    at[name] = inner;
    at = inner;
  }
  at[names.at(-1) ?? ''] = text;
}

function putFolder(tree: Tree, folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.h') && !ofClang.test(name))
      put(tree, `${virtual}/include/${name}`, readFileSync(join(folder, name), 'utf8'));
}
