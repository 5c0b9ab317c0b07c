import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './capture.js';

let folder = '';
const files: Readonly<Record<string, string | Uint8Array>> = {
  'empty.litmus': '',
  'truncated.litmus': 'X86 T\n{}\n P0 | P1 ;\n MOV [x],$1 |',
  'instruction.litmus': 'X86 T\n{}\n P0 ;\n FLY [x],$1 ;\nexists (x=1)\n',
  'register.litmus': 'X86 T\n{}\n P0 ;\n MOV EQX,[x] ;\nexists (0:EQX=1)\n',
  'columns.litmus': 'X86 T\n{}\n P0 | P1 ;\n MOV [x],$1 ;\nexists (x=1)\n',
  'bytes.litmus': new Uint8Array([0x58, 0x38, 0x36, 0x20, 0xff, 0xfe, 0x80, 0x0a]),
  'garbage.litmus': 'garbage '.repeat(1_250_000),
  'nomain.c': 'int x;\n',
  'syntax.c': 'int main( {',
  'include.c': '#include "nowhere.h"\nint main(void) { return 0; }\n',
  'other.txt': 'X86 T\n',
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, 'nothing'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(['outcomes', 'check'])('%s', (command) => {
  it.each([...Object.keys(files), 'nothing', 'missing.litmus', 'missing'])(
    'answers %s with a diagnostic and status 2',
    async (name) => {
      const path = join(folder, name);
      const { status, stdout, stderr } = await capture(command, path);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr.startsWith(path)).toBe(true);
      expect(stderr).toMatch(/: error: .+ \[[a-z0-9-]+\]/);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(stderr.length).toBeLessThan(2000);
    },
  );

  it('puts errors into the JSON lines, one per file, in order', async () => {
    const paths = ['instruction.litmus', 'missing.litmus', 'other.txt'].map((name) => join(folder, name));
    const { status, stdout, stderr } = await capture(command, '--json', ...paths);
    expect([status, stderr]).toEqual([2, '']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([
      { file: paths[0], program: null, results: [], error: { line: 4, column: 2 } },
      { file: paths[1], error: { code: 'file-not-found' } },
      { file: paths[2], error: { code: 'unknown-extension' } },
    ]);
  });
});

describe('a folder', () => {
  it('stands for the programs in it, in order of their names', async () => {
    const { stdout } = await capture('check', '--json', folder);
    const named = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line).file);
    expect(named).toEqual(
      Object.keys(files)
        .filter((name) => !name.endsWith('.txt'))
        .sort()
        .map((name) => join(folder, name)),
    );
  });
});

it('reads lines that end as on old Macintoshes', async () => {
  const path = join(folder, 'lines.c');
  writeFileSync(path, '// a comment\rint x;\rint main(void) {\r  x = 1;\r}\r');
  const { status, stdout } = await capture('outcomes', '--model', 'sc', '--engine', 'explicit', path);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ +x +sc\n +1 +yes$/m);
});
