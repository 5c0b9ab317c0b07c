// Compiles the library of model/ to the text of a module, model/library.txt, which the package carries: no user needs a compiler for it.
// npm run make model: writes it. The text depends on clang's version, so one version is asked for.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLlvm } from '../src/frontend/llvm/index.js';
import { type Instruction, mapEndValues, mapValues, type Terminator } from '../src/module/instruction.js';
import { withIntrinsics } from '../src/module/intrinsicCalls.js';
import type { Body, Func, Global, Module } from '../src/module/module.js';
import { tidy } from '../src/module/passes/settle/tidy.js';
import { printModule } from '../src/module/print.js';
import { mapOperands, symbol, type Value } from '../src/module/value.js';
import { prototypesOf } from './prototypes.js';

const version = 16;
const [clang, clangxx, opt] = ['clang', 'clang++', 'opt'].map((tool) => `${tool}-${version}`);
const folder = fileURLToPath(new URL('../model', import.meta.url));
export const libraryFile = join(folder, 'library.txt');
export const prototypesFile = join(folder, 'include', 'prototypes.h');

/** Whether the compilers are there that make the library. */
export const compilersAreThere = (): boolean =>
  [clang, clangxx, opt].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** Functions stay as they are written; `-fno-builtin` keeps a loop in strlen from becoming a call of strlen. */
const flags = ['-O0', '-Xclang', '-disable-O0-optnone', '-fno-builtin', '-S', '-emit-llvm', '-o', '-'];
// A constructor has two names, of which one would be an alias, which is no definition.
const cxxFlags = ['-std=c++20', '-fno-exceptions', '-Xclang', '-mno-constructor-aliases'];
/** Small functions are put where they are called; locals that are only loaded and stored become values. */
const passes = '-passes=always-inline,sroa,simplifycfg';

const sources = (): readonly string[] =>
  ['', 'cxx', 'rust'].flatMap((sub) =>
    readdirSync(join(folder, sub))
      .filter((name) => /\.(?:c|cpp)$/.test(name))
      .sort()
      .map((name) => join(folder, sub, name)),
  );

function compile(source: string): string {
  const command = source.endsWith('.cpp') ? [clangxx, ...cxxFlags] : [clang];
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const text = execFileSync(command[0], [...command.slice(1), ...flags, source], options);
  return execFileSync(opt, ['-S', passes, '-o', '-'], { ...options, input: text });
}

/** Names that a compiler makes up, as `.str.3`, could be those of a program. */
const ownName = (name: string): string => (name.startsWith('.') ? `__model${name}` : name);

/** Places are the caller's: those of the library are dropped. */
const placeless = ({ at: _, ...rest }: Instruction): Instruction => rest;
const placelessEnd = ({ at: _, ...rest }: Terminator): Terminator => rest;

const renamed = (value: Value): Value =>
  value.kind === 'symbol' ? symbol(ownName(value.name)) : mapOperands(value, renamed);

const bodyOf = (body: Body): Body => ({
  parameters: body.parameters,
  locals: new Map([...body.locals].map(([name, { at: _, ...local }]) => [name, local])),
  blocks: new Map(
    [...body.blocks].map(([label, { instructions, end }]) => [
      label,
      {
        instructions: instructions.map((i) => placeless(mapValues(i, renamed))),
        end: placelessEnd(mapEndValues(end, renamed)),
      },
    ]),
  ),
});

/** Instructions of the library are marked as such when they are linked. */
const markless = ({ model: _, ...rest }: Instruction): Instruction => rest;

/** Tidied as settle would tidy it before it follows a call. */
function tidied(body: Body): Body {
  const made = tidy(withIntrinsics(body, true));
  const blocks = new Map(
    [...made.blocks].map(([label, { instructions, end }]) => [
      label,
      { instructions: instructions.map(markless), end },
    ]),
  );
  return { ...made, blocks };
}

const functionOf = ({ at: _, label: __, body, ...f }: Func): Func =>
  body === undefined ? f : { ...f, body: tidied(bodyOf(body)) };

const globalOf = ({ at: _, ...g }: Global): Global => ({
  ...g,
  name: ownName(g.name),
  relocations: g.relocations.map((r) => ({ ...r, target: ownName(r.target) })),
});

const byName = <T extends { readonly name: string }>(things: Iterable<T>): ReadonlyMap<string, T> =>
  new Map([...things].sort((a, b) => (a.name < b.name ? -1 : 1)).map((thing) => [thing.name, thing]));

/** Definitions only: the program may define functions that the library lacks. */
function definitionsOf(module: Module): Module {
  return {
    layouts: new Map(),
    globals: byName([...module.globals.values()].filter((g) => g.bytes !== undefined).map(globalOf)),
    functions: byName([...module.functions.values()].filter((f) => f.body !== undefined).map(functionOf)),
    threads: [],
    constructors: module.constructors,
    destructors: module.destructors,
  };
}

export function libraryText(): string {
  const files = sources().map((source) => ({ file: basename(source), text: compile(source) }));
  return printModule(definitionsOf(readLlvm(files, { model: true })));
}

/** Those that programs in C may call. */
export const prototypesText = (): string =>
  prototypesOf(
    sources()
      .filter((source) => dirname(source) === folder)
      .map((source) =>
        execFileSync(clang, [...flags, '-g', source], { encoding: 'utf8', maxBuffer: 2 ** 28 }),
      ),
    readFileSync(join(folder, 'include', 'jumps.h'), 'utf8'),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = libraryText();
  writeFileSync(libraryFile, text);
  writeFileSync(prototypesFile, prototypesText());
  console.log(`model/library.txt: ${(text.length / 1024).toFixed(0)} KB`);
}
