// Inputs that would be waited for: pipes, devices, files of the system; also where a file includes them.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWhole } from '../../src/cli/attachedFiles.js';
import { run } from '../../src/cli/run.js';
import { KeptFiles } from '../../src/launcher/keptFiles.js';

const unix = process.platform !== 'win32';
/** Node cannot make a pipe with a name. */
const makesPipes = spawnSync('mkfifo', ['--version']).error === undefined;
if (!makesPipes) console.warn('no mkfifo: pipes with a name are not tried');

describe.runIf(unix)('what may have to be waited for', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-waits-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const said = async (...args: string[]): Promise<string> => {
    let text = '';
    const io = { stdout: { write: () => {} }, stderr: { write: (t: string) => (text += t) }, env: {} };
    expect(await run(args, io)).toBe(2);
    return text;
  };

  it.runIf(makesPipes)('is no program, no model and no trace', async () => {
    const pipe = join(folder, 'pipe');
    for (const extension of ['c', 'litmus', 'cat', 'trace']) execFileSync('mkfifo', [`${pipe}.${extension}`]);
    const sb = join(folder, 'SB.litmus');
    writeFileSync(sb, 'X86 SB\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n');
    for (const file of [`${pipe}.c`, `${pipe}.litmus`])
      expect(await said('check', file)).toContain('not a regular file');
    expect(await said('check', '--cat', `${pipe}.cat`, sb)).toContain('not a regular file');
    expect(await said('monitor', `${pipe}.trace`)).toContain('not a regular file');
  });

  it.runIf(makesPipes)('is named with the line that includes it', async () => {
    execFileSync('mkfifo', [join(folder, 'inner.h')]);
    writeFileSync(join(folder, 'outer.h'), 'int x;\n\n#include "inner.h"\n');
    const file = join(folder, 'a.c');
    writeFileSync(file, '#include "outer.h"\nint main(void) { return 0; }\n');
    expect(await said('check', file)).toMatch(/outer\.h:3:\d+: error: .*inner\.h is not a regular file/);
    // A regular file by its kind; reading it waits for the kernel's next message.
    if (!existsSync('/proc/kmsg')) return;
    writeFileSync(file, '\n#include "/proc/kmsg"\nint main(void) { return 0; }\n');
    expect(await said('check', file)).toMatch(/a\.c/);
  });

  it.runIf(makesPipes)('is no file of the code cache, and neither is one that others can write', () => {
    const cache = join(folder, 'cache');
    const files = new KeptFiles([{ path: cache, foreign: true }]);
    files.write('code', Buffer.from('kept'));
    expect(files.read('code')?.toString()).toBe('kept');
    expect(readdirSync(cache)).toEqual(['code']);
    chmodSync(join(cache, 'code'), statSync(join(cache, 'code')).mode | 0o002);
    expect(files.read('code')).toBeUndefined();
    rmSync(join(cache, 'code'));
    execFileSync('mkfifo', [join(cache, 'code')]);
    expect(files.read('code')).toBeUndefined();
  });

  it('leaves alone what lies under the name of a temporary file', () => {
    const target = join(folder, 'out.json');
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(folder, `.out.json.${process.pid}.tmp`));
    writeWhole(target, 'content');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readFileSync(target, 'utf8')).toBe('content');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([
      `.out.json.${process.pid}.tmp`,
    ]);
  });
});
