// Turns the paths a user names into program files. A folder stands for the programs in it, at any depth, sorted by name.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isProgramFile, programExtensions, standardInputPath } from '../frontend/index.js';
import { type DiagnosticCode, InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';

/** A file to read, or why there is none. */
export type Input =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'error'; readonly path: string; readonly error: InputError };

export const findInputs = (paths: readonly string[]): Input[] => paths.flatMap(inputsOf);

function inputsOf(path: string): Input[] {
  if (path === standardInputPath) return [{ kind: 'file', path }];
  if (!exists(path)) return [failure(path, 'file-not-found', `${path} does not exist`)];
  if (!isFolder(path)) return [{ kind: 'file', path }];
  const names = namesIn(path);
  if (typeof names === 'string')
    return [failure(path, 'unreadable-folder', `cannot read the folder ${path}: ${names}`)];
  const files: Input[] = [];
  for (const name of names.filter(isProgramFile).sort(byName)) {
    const file = join(path, name);
    if (!isFolder(file)) files.push({ kind: 'file', path: file });
  }
  return files.length > 0
    ? files
    : [
        failure(
          path,
          'empty-folder',
          `no program in the folder ${path}`,
          `programs are files that end in ${programExtensions.join(' or ')}`,
        ),
      ];
}

/** All names below a folder; a folder that links lead to twice is visited once. */
function* namesBelow(folder: string, prefix: string, visited: Set<string>): Generator<string> {
  const real = realpathSync(folder);
  if (visited.has(real)) return;
  visited.add(real);
  for (const name of readdirSync(folder, { encoding: 'utf8' })) {
    const path = join(folder, name);
    if (isFolder(path)) yield* namesBelow(path, join(prefix, name), visited);
    else yield join(prefix, name);
  }
}

/** Or why they cannot be read. */
function namesIn(folder: string): string[] | string {
  try {
    return [...namesBelow(folder, '', new Set())];
  } catch (error) {
    return reason(error);
  }
}

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

/** For a path that cannot be read, the front end gives the diagnostic. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const failure = (path: string, code: DiagnosticCode, message: string, hint?: string): Input => ({
  kind: 'error',
  path,
  error: new InputError({ code, message, file: path, ...present({ hint }) }),
});

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
