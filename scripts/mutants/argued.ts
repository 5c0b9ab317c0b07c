// The changes that no test can notice, or that cost only time, with the reason: argued.txt.

import { readFileSync } from 'node:fs';
import type { Mutant } from './mutate.js';

/** A change by its text: lines move. */
export const changeOf = ({ file, text }: Pick<Mutant, 'file' | 'text'>, old: string): string =>
  [file, old.trim(), text.trim()].join('\n');

/**
 * The reason for each change. A line that begins with `=` is the reason for the changes below it. A line of a name is the source of the
 * changes below it. A change is a line after `- `, and what it becomes after `+ `.
 */
export function argumentsIn(text: string): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  let [reason, file, old] = ['', '', ''];
  for (const line of text.split('\n'))
    if (line.startsWith('= ')) reason = line.slice(2);
    else if (line.startsWith('- ')) old = line.slice(2);
    else if (line.startsWith('+')) reasons.set(changeOf({ file, text: line.slice(1) }, old), reason);
    else if (line !== '') file = line;
  return reasons;
}

export const argued = argumentsIn(readFileSync(new URL('argued.txt', import.meta.url), 'utf8'));
