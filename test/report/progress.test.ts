import { describe, expect, it } from 'vitest';
import { prepareBar, startProgress } from '../../src/report/progress.js';

function terminal(isTTY: boolean): { readonly written: string[]; isTTY: boolean; write(text: string): void } {
  const written: string[] = [];
  return { written, isTTY, write: (text) => void written.push(text) };
}

describe('progress', () => {
  it('is silent unless standard error is a terminal and there are several files', () => {
    for (const [tty, total] of [
      [terminal(false), 9],
      [terminal(true), 1],
    ] as const) {
      const progress = startProgress(total, tty, 0);
      progress.show(0, 'f');
      progress.clear();
      progress.stop();
      expect(tty.written).toEqual([]);
    }
  });

  it('is silent while the work is short', () => {
    const tty = terminal(true);
    const progress = startProgress(9, tty);
    progress.show(1, 'f');
    progress.stop();
    expect(tty.written).toEqual([]);
  });

  it('shows a bar, clears its line for others and never moves the cursor to another one', async () => {
    await prepareBar();
    const tty = terminal(true);
    const progress = startProgress(9, tty, 0);
    progress.show(3, 'SB.litmus');
    progress.clear();
    progress.stop();
    const text = tty.written.join('');
    expect(text).toContain('3/9 files');
    expect(text).toContain('SB.litmus');
    expect(text).toContain('\r\u001b[K');
    for (const memory of ['\u001b7', '\u001b8']) expect(text).not.toContain(memory);
  });
});
