// `diptych cc` and `diptych c++`: the compiler with what recording needs, for makefiles (CC="diptych cc" make).

import { spawnSync } from 'node:child_process';
import { runtimeFolder } from '../support/childProcess.js';
import { recorderFolder } from './runtimeLibrary.js';

type Language = 'c' | 'c++';

/** The compiler that does the work: DIPTYCH_CC or DIPTYCH_CXX, else gcc or g++. */
const underlying = (language: Language, env: NodeJS.ProcessEnv): string =>
  (language === 'c' ? env.DIPTYCH_CC : env.DIPTYCH_CXX) || (language === 'c' ? 'gcc' : 'g++');

const isClang = (compiler: string): boolean => /clang/.test(compiler);

/** The arguments of the compiler for those of the user. */
function driverArguments(compiler: string, args: readonly string[], folder: string): string[] {
  const kept = [
    // binutils reads clang's inlined functions in this form only.
    isClang(compiler) ? '-gdwarf-4' : '-g',
    '-fsanitize=thread',
    '-fno-optimize-sibling-calls',
    '-fno-omit-frame-pointer',
    '-fno-builtin-memcpy',
    '-fno-builtin-memmove',
    '-fno-builtin-memset',
    // That fences are not supported is true of another library than this one.
    ...(isClang(compiler) ? [] : ['-Wno-tsan']),
    `-I${runtimeFolder}`,
  ];
  const links = [`-Wl,-rpath,${folder}`];
  return isClang(compiler)
    ? [
        ...args,
        ...kept,
        '-mllvm',
        '-tsan-instrument-read-before-write=1',
        '-fno-sanitize-link-runtime',
        '-Wno-unused-command-line-argument',
        ...links,
        `-L${folder}`,
        '-ltsan',
      ]
    : [...args, ...kept, `-B${folder}`, ...links];
}

/** Runs the compiler in the user's place; its exit status. */
export function compilerDriver(
  language: Language,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): number {
  const compiler = underlying(language, env);
  const ended = spawnSync(compiler, driverArguments(compiler, args, recorderFolder(compiler, env)), {
    stdio: 'inherit',
  });
  return ended.status ?? 1;
}
