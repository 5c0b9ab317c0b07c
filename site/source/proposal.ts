// A repair that is shown in the editor before it is taken. It belongs to one text: an edit takes it away.

import { signal } from '@preact/signals';
import type { ModelName } from '../../src/execution/execution.js';
import type { SourceFile } from '../protocol.js';

export interface Proposal {
  readonly model: ModelName;
  readonly files: readonly SourceFile[];
}

export const proposal = signal<Proposal | undefined>(undefined);

/** Lines that are put in before a line of the text, and lines of it that go. Lines count from 1. */
export interface LineChanges {
  readonly added: readonly { readonly before: number; readonly text: string }[];
  readonly removed: readonly number[];
}

/** By a longest common subsequence of the part between the equal beginning and end. */
export function lineChanges(before: string, after: string): LineChanges {
  const a = before.split('\n');
  const b = after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  const common = commonLengths(left, right);
  const added: { before: number; text: string }[] = [];
  const removed: number[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      i++;
      j++;
    } else if (j < right.length && (i === left.length || common[i][j + 1] >= common[i + 1][j]))
      added.push({ before: start + i + 1, text: right[j++] });
    else removed.push(start + ++i);
  }
  return { added, removed };
}

function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  return table;
}
