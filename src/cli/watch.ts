// `--watch`: asks again whenever a file changes, or one that it includes, until it is interrupted. Folders are watched, not files:
// many editors replace a file by another one. Mistakes are told, and the next change is waited for.

import { type FSWatcher, readFileSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { standardInputPath } from '../frontend/index.js';
import { diagnosticText } from '../report/diagnostic.js';
import { createStyle } from '../report/style.js';
import { findInputs } from './files.js';
import { type Io, wantsColours } from './io.js';
import type { AskOptions } from './options.js';
import { type Status, status } from './status.js';

/** Milliseconds without another change after which files count as written. */
const settled = 80;
/** Milliseconds after which files are looked at even without an event. */
const glance = 2000;

/** The state of each file: enough to see that it changed. */
type Snapshot = ReadonlyMap<string, string>;

export async function watching(
  paths: readonly string[],
  options: AskOptions,
  io: Io,
  run: () => Promise<Status>,
): Promise<Status> {
  if (paths.includes(standardInputPath)) {
    const message = '--watch has no effect: standard input does not change';
    const style = createStyle(wantsColours(io.stderr, io.env));
    io.stderr.write(diagnosticText({ code: 'no-effect', message }, undefined, style));
    return status.badInput;
  }
  const interrupt = new AbortController();
  const forget = io.onInterrupt?.(() => interrupt.abort());
  try {
    for (;;) {
      const before = snapshot(paths, options);
      const result = await run();
      if (interrupt.signal.aborted) return result;
      io.stderr.write(`watching ${before.size} ${before.size === 1 ? 'file' : 'files'} (Ctrl-C ends)\n`);
      const changed = await nextChange(paths, options, before, interrupt.signal);
      if (changed === undefined) return result;
      io.stderr.write(`\n${changed.join(', ')} changed\n`);
    }
  } finally {
    forget?.();
  }
}

/** The files that are other than before; undefined if it is interrupted first. */
function nextChange(
  paths: readonly string[],
  options: AskOptions,
  before: Snapshot,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  return new Promise<string[] | undefined>((resolve) => {
    const look = (): void => {
      const now = snapshot(paths, options);
      const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
        (path) => before.get(path) !== now.get(path),
      );
      if (changed.length > 0) resolve(changed);
      else wait(glance);
    };
    const wait = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(look, ms);
    };
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    for (const folder of new Set([...before.keys()].map((path) => dirname(path))))
      watchers.push(...watcherOf(folder, () => wait(settled)));
    // Files that changed during the question.
    wait(settled);
  }).finally(() => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  });
}

/** None for a folder that is not there, or a system without such news: files are looked at now and then anyway. */
function watcherOf(folder: string, onChange: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, onChange);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}

function snapshot(paths: readonly string[], { include, cat }: AskOptions): Snapshot {
  const found = new Map<string, string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    const stats = statSync(path, { throwIfNoEntry: false });
    found.set(path, stats === undefined ? 'missing' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`);
    if (stats?.isFile() === true) for (const other of includedBy(path, include)) add(other);
  };
  for (const { path } of findInputs(paths)) add(path);
  if (cat !== undefined) add(cat);
  return found;
}

const includes = /^[ \t]*(?:#[ \t]*)?include[ \t]*"([^"\n]+)"/gm;

/** The files that the text includes by name: the first place where one is, or all places to look at. */
function includedBy(path: string, folders: readonly string[]): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return [...text.matchAll(includes)].flatMap(([, name]) => {
    const places = [dirname(path), ...folders].map((folder) => join(folder, name));
    const first = places.find((place) => statSync(place, { throwIfNoEntry: false }) !== undefined);
    return first === undefined ? places : [first];
  });
}
