// `--watch`: one run for each change of a file or of an included file, for every way of saving. Mistakes do not end
// it.

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capture } from './capture.js';
import { sbText } from './litmus.js';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-watch-'));
  mkdirSync(at('include'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A watching command: `next` waits until it watches again and gives what it printed since. */
function watch(...argv: string[]) {
  let printed = '';
  let heard = (): void => {};
  const listeners = new Set<() => void>();
  const write = (text: string): void => {
    printed += text;
    heard();
  };
  const ended = run([...argv, '--watch'], {
    stdout: { write },
    stderr: { write },
    env: {},
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return {
    ended,
    interrupt: (): void => {
      for (const listener of listeners) listener();
    },
    next: async (): Promise<string> => {
      while (!printed.includes('(Ctrl-C ends)\n'))
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      const text = printed;
      printed = '';
      return text;
    },
  };
}

it('runs again after each change, and after mistakes', async () => {
  writeFileSync(at('t.litmus'), sbText);
  const { next, interrupt, ended } = watch('check', '-e', 'explicit', '-m', 'sc', at('t.litmus'));
  const first = await next();
  expect(first).toContain(' sc  violated');
  expect(first).toContain('watching 1 file (Ctrl-C ends)');
  writeFileSync(at('t.litmus'), sbText.replace('MOV', 'MVO'));
  expect(await next()).toContain('instruction MVO is not supported');
  // Many editors write another file and put it in place of the old one.
  writeFileSync(at('t.new'), sbText.replace('exists', '~exists'));
  renameSync(at('t.new'), at('t.litmus'));
  const third = await next();
  expect(third).toContain('t.litmus changed');
  expect(third).toContain(' sc  holds');
  interrupt();
  expect(await ended).toBe(0);
});

it('watches what is included, from wherever', async () => {
  writeFileSync(
    at('p.c'),
    '#include <assert.h>\n#include "value.h"\nint x;\nint main(void) { x = VALUE; assert(x == 1); return 0; }\n',
  );
  writeFileSync(at('include/value.h'), '#include "deeper.h"\n');
  writeFileSync(at('include/deeper.h'), '#define VALUE 1\n');
  const argv = ['check', '-e', 'explicit', '-m', 'sc', '-I', at('include'), at('p.c')];
  const { next, interrupt, ended } = watch(...argv);
  expect(await next()).toContain(' sc  holds');
  writeFileSync(at('include/deeper.h'), '#define VALUE 22\n');
  const second = await next();
  expect(second).toContain('deeper.h changed');
  expect(second).toContain(' sc  violated');
  interrupt();
  expect(await ended).toBe(1);
});

it('has nothing to watch on standard input', async () => {
  const { status, stderr } = await capture('check', '--watch', '-');
  expect(status).toBe(2);
  expect(stderr).toContain('--watch has no effect');
});
