// Programs read as LLVM IR. The fixtures need no compiler; a test that needs one says so when it is missing.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './capture.js';

const fixture = (name: string): string => `test/frontend/llvm/fixtures/${name}`;

describe('LLVM IR', () => {
  it('of store buffering is answered by both engines, whichever LLVM made it', async () => {
    for (const name of ['sb.clang14.ll', 'sb.clang19.ll']) {
      const { status, stdout } = await capture('check', fixture(name));
      expect(status).toBe(1);
      expect(stdout).toMatch(/ sc {3}holds\n tso {2}violated\n pso {2}violated\n/);
      expect(stdout).toContain('assertion: r[0] || r[1] (main at line 25)');
      expect(stdout).toContain('W r[0]=0');
      expect(stdout).toContain('both engines agree');
    }
  });

  it('has the final states of the C it comes from', async () => {
    const { stdout } = await capture('outcomes', '--engine', 'explicit', '--json', fixture('sb.clang19.ll'));
    expect(stdout).toContain('"state":{"x":1,"y":1}');
    expect(stdout).not.toMatch(/"state":{[^}]*__model/);
  });
});

const format = '_RNvNvNtCs8uZCc5KmG8d_5alloc3fmt6format12format_inner';
const keys = '_RNvNtNtNtCs8uZCc5KmG8d_3std3sys6random5linux19hashmap_random_keys';
const processors = '_ZNSt6thread20hardware_concurrencyEv';

it.each([
  [
    'texts made by format! and write! are empty here',
    `call void @${format}(ptr %at, ptr null, ptr null)`,
    `void @${format}(ptr, ptr, ptr)`,
  ],
  ['hash maps have one of their orders here', `call { i64, i64 } @${keys}()`, `{ i64, i64 } @${keys}()`],
  ['the machine has two processors', `call i32 @${processors}()`, `i32 @${processors}()`],
])('says of a program that %s', async (said, call, declared) => {
  const ll = `define i32 @main() {
  %at = alloca [24 x i8], align 8
  ${call}
  ret i32 0
}
declare ${declared}
`;
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(join(folder, 'text.ll'), ll);
  const { status, stderr } = await capture('check', '--engine', 'explicit', join(folder, 'text.ll'));
  rmSync(folder, { recursive: true });
  expect(status).toBe(0);
  expect(stderr).toContain(said);
});

const clang = ['clang', 'clang-19', 'clang-16', 'clang-14'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
if (clang === undefined) console.log('no clang: C is not read through it');

describe('C through clang', () => {
  let folder = '';
  const file = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-'));
    process.env.DIPTYCH_IR_CACHE = file('cache');
  });
  afterAll(() => {
    delete process.env.DIPTYCH_IR_CACHE;
    rmSync(folder, { recursive: true });
  });

  it.skipIf(clang === undefined)('has the answer that it has without', async () => {
    const program = 'benchmarks/c/message.c';
    const [direct, compiled] = [
      await capture('check', program),
      await capture('check', '--cc', `${clang}`, program),
    ];
    const verdict = /^ sc.*\n tso.*\n pso.*\nfound under.*$/m;
    expect(verdict.exec(compiled.stdout)?.[0]).toBe(verdict.exec(direct.stdout)?.[0]);
    expect(compiled.status).toBe(direct.status);
  });

  it.skipIf(clang === undefined)('is asked beside diptych itself, which agrees', async () => {
    const { status, stdout } = await capture(
      'check',
      '--readers',
      'both',
      '--cc',
      `${clang}`,
      'benchmarks/c/message.c',
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/both readers agree\n$/);
  });

  it.skipIf(clang === undefined)('is another program if it is optimised, which is said', async () => {
    const args = ['check', '--engine', 'explicit', '--cc', `${clang}`, 'benchmarks/c/message.c'];
    expect((await capture(...args)).stderr).toBe('');
    expect((await capture(...args, '--cflag=-O1')).stderr).toContain(
      'the compiler has optimised this program',
    );
  });

  it.skipIf(clang === undefined)('is refused in the words of clang', async () => {
    writeFileSync(file('bad.c'), 'int main(void) {\n  return y;\n}\n');
    const { status, stderr } = await capture('check', '--cc', `${clang}`, file('bad.c'));
    expect(status).toBe(2);
    expect(stderr).toMatch(/use of undeclared identifier 'y'/);
    expect(stderr).toContain('bad.c:2:10');
  });
});
