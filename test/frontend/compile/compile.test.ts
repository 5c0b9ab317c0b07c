// The compiler's driver, with compilers that are scripts of Node: none is needed to run these tests.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dependenciesOf, flagsOf } from '../../../src/frontend/compile/command.js';
import { findCompiler, noCompiler } from '../../../src/frontend/compile/compilers.js';
import { irOf } from '../../../src/frontend/compile/index.js';
import { KeptIr } from '../../../src/frontend/compile/keptIr.js';
import { compilerError } from '../../../src/frontend/compile/mistakes.js';
import { packagedCall, packagedClang } from '../../../src/frontend/compile/packaged.js';
import { stdFlags } from '../../../src/frontend/compile/rustStd.js';
import { runChild } from '../../../src/support/childProcess.js';
import { InputError } from '../../../src/support/diagnostic.js';

let folder = '';
const file = (name: string): string => join(folder, name);
const before = { PATH: process.env.PATH, cache: process.env.DIPTYCH_IR_CACHE };

/** Writes how it was called and what it read as IR, counts its runs, and fails for a source that has `#error`. */
const script = `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
const source = args.at(-1);
const text = fs.readFileSync(source, 'utf8');
if (text.includes('#error')) { console.error(source + ':1:2: error: no such thing'); process.exit(1); }
const header = /"(.*)"/.exec(text)?.[1];
const folder = require('node:path').dirname(source);
const read = header === undefined ? [] : [folder + '/' + header];
const counter = folder + '/runs';
fs.writeFileSync(counter, String(Number(fs.existsSync(counter) ? fs.readFileSync(counter, 'utf8') : 0) + 1));
fs.writeFileSync(args[args.indexOf('-o') + 1], '; ' + read.map((f) => fs.readFileSync(f, 'utf8')).join() + '\\n');
const rules = args.indexOf('-MF');
if (rules >= 0) fs.writeFileSync(args[rules + 1], 'x.o: ' + [source, ...read].join(' \\\\\\n  ') + '\\n');
`;

/** A package that shows the files it was given as IR. */
const packagedScript = `export async function runClang(args, files, { stderr }) {
  const at = (name) => name.split('/').filter(Boolean).reduce((tree, part) => tree[part], files);
  if (at(args.at(-1)).includes('#error')) {
    stderr(new TextEncoder().encode('p.c:1:2: error: no such thing\\n'));
    throw new Error('exit');
  }
  const headers = Object.keys(files.diptych.include).sort().join(' ');
  return { [args[args.indexOf('-o') + 1]]: 'include: ' + headers.slice(headers.indexOf('assert.h')) +
    '\\nprototypes: ' + files.diptych['prototypes.h'] + '\\n' };
}
`;

const runs = (): number => Number(readFileSync(file('runs'), 'utf8'));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  for (const name of ['clang++-17', 'clang++-15', 'llvm-dis', 'gcc']) {
    writeFileSync(file(name), script);
    chmodSync(file(name), 0o755);
  }
  process.env.PATH = folder;
  process.env.DIPTYCH_IR_CACHE = file('cache');
});
beforeEach(() => {
  rmSync(file('runs'), { force: true });
});
afterAll(() => {
  process.env.PATH = before.PATH;
  if (before.cache === undefined) delete process.env.DIPTYCH_IR_CACHE;
  else process.env.DIPTYCH_IR_CACHE = before.cache;
  rmSync(folder, { recursive: true });
});

/** A compiler that writes what it is to write, as rustc does. */
const writer = `#!${process.execPath}
require('node:fs').writeFileSync(process.argv[process.argv.indexOf('-o') + 1], '');
`;

it('std of Rust goes to a temporary folder if the one for what is kept cannot be written', async () => {
  writeFileSync(file('writer'), writer, { mode: 0o755 });
  const compiler = { name: 'rustc', path: file('writer') };
  for (const folder of ['/dev/null/kept', undefined]) {
    const [flag, crate] = await stdFlags(compiler, folder);
    expect(flag).toBe('--extern');
    expect(crate).toContain(join(tmpdir(), 'diptych-std-'));
  }
  expect((await stdFlags(compiler, file('kept')))[1]).toContain(file('kept'));
});

it('nothing is kept where nothing can be written, and no answer depends on it', () => {
  const kept = new KeptIr({ XDG_CACHE_HOME: '/dev/null' });
  kept.write(['x'], [], 'ir');
  expect(kept.read(['x'])).toBeUndefined();
});

describe('a compiler', () => {
  it('is the newest usual one on the PATH, or the one that is named', () => {
    expect(findCompiler('c++', undefined, process.env)?.name).toBe('clang++-17');
    expect(findCompiler('c++', 'clang++-15', process.env)?.path).toBe(file('clang++-15'));
    expect(findCompiler('c++', file('clang++-15'), process.env)?.name).toBe(file('clang++-15'));
    expect(findCompiler('bitcode', 'clang++-15', process.env)?.name).toBe('llvm-dis');
    expect(findCompiler('rust', 'clang++-15', process.env)).toBeUndefined();
    expect(() => findCompiler('c', 'clang-1', process.env)).toThrow('the compiler clang-1 was not found');
    expect(() => findCompiler('c', 'gcc', process.env)).toThrow('gcc makes no LLVM IR');
  });

  it('that is missing is named, with what installs it', async () => {
    writeFileSync(file('x.rs'), 'fn main() {}');
    const error = await irOf(file('x.rs'), {}).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      diagnostic: { code: 'no-compiler', hint: expect.stringMatching('rustup') },
    });
  });

  it('is called once for the same program, and again when an included file changes', async () => {
    writeFileSync(file('x.cpp'), '#include "x.h"');
    writeFileSync(file('x.h'), 'one');
    expect((await irOf(file('x.cpp'), {})).text).toBe('; one\n');
    expect((await irOf(file('x.cpp'), {})).text).toBe('; one\n');
    expect(runs()).toBe(1);
    writeFileSync(file('x.h'), 'two');
    expect((await irOf(file('x.cpp'), {})).text).toBe('; two\n');
    expect(runs()).toBe(2);
    await irOf(file('x.cpp'), { cflags: ['-DX'] });
    expect(runs()).toBe(3);
  });

  it('may be a package of npm, which sees the program and the headers that it includes', async () => {
    const home = file('node_modules/@yowasp/clang');
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "type": "module", "exports": "./bundle.js" }');
    writeFileSync(join(home, 'bundle.js'), packagedScript);
    mkdirSync(file('include'));
    writeFileSync(file('p.c'), '#include <pthread.h>\n#include "q.h"\nint main() { malloc(1); raise(); }');
    writeFileSync(file('include/q.h'), 'static void raise(void);');
    const compiler = packagedClang([`${folder}/`]);
    expect(compiler?.name).toBe('@yowasp/clang');
    if (compiler === undefined) return;
    const call = packagedCall(compiler, file('p.c'), ['-w'], { includeDirs: [file('include')] }, folder);
    expect(call.dependencies).toEqual([file('include/q.h')]);
    const ended = await runChild(process.execPath, call.args, { limitMs: 20_000 });
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const ir = readFileSync(file('program.ll'), 'utf8');
    expect(ir).toContain('include: assert.h');
    expect(ir).toContain('prototypes: void *malloc(unsigned long);\n');
    expect(ir).not.toContain('stdatomic.h');
    writeFileSync(file('p.c'), '#error');
    const refused = packagedCall(compiler, file('p.c'), [], {}, folder);
    const failed = await runChild(process.execPath, refused.args, { limitMs: 20_000 });
    expect([failed.code, failed.stderr]).toEqual([1, 'p.c:1:2: error: no such thing\n']);
  });

  it('for C is named with the package, if there is none', () => {
    expect(packagedClang([file('include/')])?.path).toBe(packagedClang([`${folder}/`])?.path);
    expect(packagedClang(['/'])).toBeUndefined();
    expect(noCompiler('c', 'x.c').diagnostic.hint).toMatch('npm install @yowasp/clang');
  });

  it('that refuses the program says where', async () => {
    writeFileSync(file('bad.cpp'), '#error');
    const error = await irOf(file('bad.cpp'), {}).catch((e: unknown) => e);
    expect(error).toMatchObject({
      diagnostic: { code: 'compiler-failed', file: file('bad.cpp'), line: 1, column: 2 },
      text: '#error',
    });
  });

  it('has its own words for what is wrong', () => {
    const { diagnostic } = compilerError(
      'rustc',
      'x.rs',
      'x.rs:3:5: error[E0425]: cannot find value `y`\nerror: aborting due to 1 previous error\n',
      () => undefined,
    );
    expect(diagnostic).toEqual({
      code: 'compiler-failed',
      message: 'rustc: cannot find value `y`',
      file: 'x.rs',
      line: 3,
      column: 5,
    });
    expect(compilerError('clang', 'x.c', 'no space left', () => undefined).message).toBe(
      'clang failed: no space left',
    );
  });
});

describe('flags', () => {
  it('of the user come last', () => {
    expect(flagsOf('c', { defines: ['N=2'], includeDirs: ['a'], cflags: ['-O1'] }).slice(-3)).toEqual([
      '-DN=2',
      '-Ia',
      '-O1',
    ]);
    expect(flagsOf('rust', { defines: ['loom', 'kind=x'] })).toContain('--cfg=kind="x"');
  });
});

describe('rules of makefiles', () => {
  it('name the files that were read', () => {
    expect(dependenciesOf('a.o: x.c \\\n  in\\ clude/y.h /z.h\n\nx.c:\n')).toEqual([
      'x.c',
      'in clude/y.h',
      '/z.h',
    ]);
    expect(dependenciesOf('/tmp/a.ll: src/main.rs\n\nsrc/main.rs:\n')).toEqual(['src/main.rs']);
  });
});
