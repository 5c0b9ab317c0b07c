// Unified diffs, as `patch -p1` takes them.

import type { EditedFile } from '../../program/editable.js';

/** Lines of the old text around a change. */
const context = 3;

type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

export function unifiedDiff({ file, before, after }: EditedFile): string {
  if (before === after) return '';
  const path = file.replace(/^(?:\.?\/)+/, '');
  const lines = difference(splitLines(before), splitLines(after));
  return `--- a/${path}\n+++ b/${path}\n${hunks(lines).join('')}`;
}

/** Each with its end, which the last may lack. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function difference(old: readonly string[], now: readonly string[]): Line[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  const same = (text: string): Line => ({ sign: ' ', text });
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

/** By the longest common subsequence. */
function middle(old: readonly string[], now: readonly string[]): Line[] {
  const width = now.length + 1;
  const length = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      length[i * width + j] =
        old[i] === now[j]
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ sign: ' ', text: old[i++] });
      j++;
    } else if (
      i < old.length &&
      (j === now.length || length[(i + 1) * width + j] >= length[i * width + j + 1])
    )
      lines.push({ sign: '-', text: old[i++] });
    else lines.push({ sign: '+', text: now[j++] });
  }
  return lines;
}

function hunks(lines: readonly Line[]): string[] {
  const changed = lines.flatMap(({ sign }, i) => (sign === ' ' ? [] : [i]));
  const groups: [number, number][] = [];
  for (const i of changed) {
    const last = groups.at(-1);
    if (last !== undefined && i - last[1] <= 2 * context) last[1] = i;
    else groups.push([i, i]);
  }
  return groups.map(([first, last]) => {
    const from = Math.max(0, first - context);
    const part = lines.slice(from, last + context + 1);
    const before = lines.slice(0, from);
    const count = (list: readonly Line[], without: string): number =>
      list.filter(({ sign }) => sign !== without).length;
    const range = (without: string): string => {
      const size = count(part, without);
      return `${count(before, without) + (size === 0 ? 0 : 1)},${size}`;
    };
    return `@@ -${range('+')} +${range('-')} @@\n${part.map(lineText).join('')}`;
  });
}

const lineText = ({ sign, text }: Line): string =>
  text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file\n`;
