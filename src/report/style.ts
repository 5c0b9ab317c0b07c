// Colours, the width, and the characters that may reach a terminal.

import picocolors from 'picocolors';

export interface Style extends ReturnType<typeof picocolors.createColors> {
  /** How many characters a line should have at most. */
  readonly columns: number;
  /** Whether a terminal said so: then a table that is wider is broken up. */
  readonly isTerminal: boolean;
}

/** The width for output that has none of its own. */
const usualColumns = 112;

export const createStyle = (colours: boolean, columns?: number): Style => ({
  ...picocolors.createColors(colours),
  columns: columns ?? usualColumns,
  isTerminal: columns !== undefined,
});

/** Text of a file, safe to print: control characters other than tab and line feed are shown, not obeyed. */
export function printable(text: string): string {
  let result = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const control = (code < 0x20 && code !== 0x09 && code !== 0x0a) || (code >= 0x7f && code < 0xa0);
    result += control ? '\ufffd' : character;
  }
  return result;
}
