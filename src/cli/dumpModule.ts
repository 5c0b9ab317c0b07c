// `--dump-module PASS`: prints the module of each file after a pass, as text, in place of asking the engines.

import type { ReadOptions } from '../frontend/index.js';
import { readSourceFile } from '../frontend/textFile.js';
import { diagnosticText } from '../report/diagnostic.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { type Io, wantsColours } from './io.js';
import { type AskOptions, readOptionsOf } from './options.js';
import { type Status, status } from './status.js';

async function ownModule(path: string, options: ReadOptions, pass: string): Promise<string> {
  const { moduleAfter } = await import('../frontend/c/index.js');
  return moduleAfter(pass, readSourceFile(path), path, options);
}

export async function dumpModules(
  paths: readonly string[],
  options: AskOptions,
  pass: string,
  io: Io,
): Promise<Status> {
  const { moduleText } = await import('../frontend/compile/program.js');
  try {
    for (const path of paths) {
      const isOwn = options.cc === undefined && options.readers !== 'llvm' && /\.[ci]$/.test(path);
      io.stdout.write(await (isOwn ? ownModule : moduleText)(path, readOptionsOf(options), pass));
    }
    return status.holds;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const style = createStyle(wantsColours(io.stderr, io.env));
    io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
    return status.badInput;
  }
}
