// `diptych crosscheck --readers`: random C and files through both readers.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capture } from '../capture.js';

const clang = ['clang', 'clang-19', 'clang-16', 'clang-14'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
if (clang === undefined) console.log('no clang: the readers of C are not compared');

const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
afterAll(() => rmSync(folder, { recursive: true }));

const crosscheck = (...argv: string[]) => capture('crosscheck', '--readers', '--report', folder, ...argv);

describe.skipIf(clang === undefined)('both readers', () => {
  it('agree on random programs', async () => {
    const { status, stdout } = await crosscheck('--cc', `${clang}`, '--random', '6', '--seed', '2', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ programs: 6, disagreements: 0, errors: [] });
    expect(status).toBe(0);
  }, 120_000);

  it('agree on a file, whose states they show with the same names', async () => {
    const file = join(folder, 'states.c');
    writeFileSync(file, 'int x;\nint main(void) {\n  static unsigned n;\n  x = --n != 0;\n  return 0;\n}\n');
    const { status, stdout } = await crosscheck('--cc', `${clang}`, '--json', file);
    expect(JSON.parse(stdout)).toMatchObject({ programs: 1, queries: 6, agreements: 6 });
    expect(status).toBe(0);
  });
});

describe('crosscheck --readers', () => {
  it.each([
    [['--readers', '--only', 'traces', '--random', '1'], '--only has no effect'],
    [['--cc', 'clang', '--random', '1'], '--cc has no effect'],
    [['--readers', '--random', '1', '--features', 'wings'], 'no feature named wings'],
  ])('refuses %j', async (argv, message) => {
    const { status, stderr } = await capture('crosscheck', ...argv);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
