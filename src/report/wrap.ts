// Paragraphs broken into lines.

import { widthOf } from './table.js';

/** Lines of at most so many columns, unless a word is longer, each after the margin. */
export function wrapped(text: string, columns: number, margin = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && margin.length + widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(`${margin}${line}`);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, `${margin}${line}`];
}
