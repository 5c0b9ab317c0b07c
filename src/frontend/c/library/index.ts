// The library functions that are C themselves: a program gets those it mentions, and what they need, as a file of its own.

import { hazards } from './hazards.js';
import { keys } from './keys.js';
import { locks, mutexesWithKinds } from './locks.js';
import { type LibraryPart, libraryPrefix } from './part.js';
import { printing, printingParts } from './printing.js';
import { strings } from './strings.js';

export { libraryPrefix } from './part.js';
export { printFlags } from './printing.js';

/** Functions that are made of parts when they are called. */
const printers = ['sprintf', 'snprintf', '__builtin_sprintf', '__builtin_snprintf'];

/** What says that some mutex may be recursive or error-checking. */
const kindNames = ['pthread_mutexattr_settype', '__diptych_mutex_kind'];

/** What a thread does last, in a program with keys. */
const atThreadExit = 'i_thread_exit';
export const threadExitFunction = libraryPrefix + atThreadExit;

const always: ReadonlyMap<string, string> = new Map([...locks, ...keys, ...strings, ...printing, ...hazards]);
const kindsOfMutexes: ReadonlySet<string> = new Set(mutexesWithKinds.map(([name]) => name));
const withKinds: ReadonlyMap<string, string> = new Map([...always, ...mutexesWithKinds]);

/** The C of the parts that a program which mentions these names uses; empty if it uses none. */
export function libraryText(mentioned: ReadonlySet<string>): string {
  const kinds = kindNames.some((name) => mentioned.has(name));
  const parts = kinds ? withKinds : always;
  const written = new Map<string, string>();
  const write = ([name, text]: LibraryPart): void => {
    if (written.has(name)) return;
    written.set(name, '');
    for (const [, needed] of text.matchAll(/\b__lib_(\w+)/g)) {
      const other = parts.get(needed);
      if (other !== undefined) write([needed, other]);
    }
    // what was needed stands before
    written.delete(name);
    written.set(name, text.replace(/\bN\b/g, libraryPrefix + name));
  };
  const isUsed = (name: string): boolean =>
    mentioned.has(name) || mentioned.has(libraryPrefix + name) || (kinds && kindsOfMutexes.has(name));
  for (const part of parts) if (isUsed(part[0])) write(part);
  if (printers.some((name) => mentioned.has(name)))
    for (const name of printingParts) write([name, parts.get(name) ?? '']);
  if (written.has('i_destructors')) write([atThreadExit, parts.get(atThreadExit) ?? '']);
  return [...written.values()].join('\n');
}
