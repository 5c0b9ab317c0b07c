// The recorder as a library that a compiler links in place of ThreadSanitizer's. It is compiled once per compiler and version of the
// runtime, into a folder of the user's cache.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runtimeFolder } from '../support/childProcess.js';
import { InputError } from '../support/diagnostic.js';

const sources = [
  'blocking.c',
  'buffers.c',
  'hooks.c',
  'locks.c',
  'log.c',
  'memory.c',
  'schedule.c',
  'strategy.c',
  'threads.c',
];
const headers = ['buffers.h', 'hooks.h', 'interpose.h', 'log.h', 'record.h', 'schedule.h', 'strategy.h'];

/** The C compiler that comes with a C++ compiler. */
const cCompiler = (compiler: string): string =>
  compiler.replace(/clang\+\+/, 'clang').replace(/g\+\+/, 'gcc');

const products = ['libtsan.so', 'libtsan_preinit.o'];

/** Whether all that is linked is there, as regular files of this user that no other can change: they run in the user's programs. */
const isWhole = (folder: string): boolean => products.every((name) => isOwn(join(folder, name)));

function isOwn(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const about = fstatSync(file);
    return about.isFile() && about.size > 0 && about.uid === process.getuid?.() && (about.mode & 0o022) === 0;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The folder that holds libtsan.so, which is the recorder. */
export function recorderFolder(driver: string, env: NodeJS.ProcessEnv = process.env): string {
  const compiler = cCompiler(driver);
  const version = spawnSync(compiler, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0)
    throw new InputError({
      code: 'no-compiler',
      message: `recording needs a C compiler, and ${compiler} does not answer`,
      hint: 'install gcc or clang (on Debian: apt-get install gcc libc6-dev), or name one in DIPTYCH_CC',
    });
  const hash = createHash('sha256').update(version.stdout);
  for (const name of [...sources, ...headers]) hash.update(readFileSync(join(runtimeFolder, name)));
  const cache = join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'diptych', 'recorder');
  const folder = join(cache, hash.digest('hex').slice(0, 16));
  if (isWhole(folder)) return folder;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const fresh = mkdtempSync(join(cache, 'new-'));
  try {
    build(compiler, fresh);
    // Two processes may build at once, and a cache may have lost a file: each takes its place by itself. Without the library gcc
    // would link its own, and nothing would be recorded.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of products) renameSync(join(fresh, name), join(folder, name));
  } catch (error) {
    if (!isWhole(folder)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

function build(compiler: string, folder: string): void {
  const flags = ['-O2', '-g', '-fPIC', '-fno-builtin', '-pthread', '-w'];
  const empty = join(folder, 'empty.c');
  writeFileSync(empty, '\n');
  run(compiler, [
    ...flags,
    '-shared',
    ...sources.map((name) => join(runtimeFolder, name)),
    '-ldl',
    '-o',
    join(folder, 'libtsan.so'),
  ]);
  // gcc asks for it when it links what was compiled with -fsanitize=thread.
  run(compiler, ['-c', empty, '-o', join(folder, 'libtsan_preinit.o')]);
}

function run(compiler: string, args: readonly string[]): void {
  const ended = spawnSync(compiler, args, { encoding: 'utf8' });
  if (ended.status !== 0)
    throw new InputError({
      code: 'no-recorder',
      message: `${compiler} does not compile the recorder: ${ended.stderr.split('\n')[0]}`,
      hint: 'the recorder needs POSIX threads and the headers of the C library',
    });
}
