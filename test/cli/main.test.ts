// The command as a process of its own: what a test inside the process cannot see.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alwaysText, sbText } from './litmus.js';

const main = ['--import', 'tsx', 'src/cli/main.ts'];
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  for (let i = 0; i < 200; i++) writeFileSync(join(folder, `always${i}.litmus`), alwaysText);
  writeFileSync(join(folder, 'SB.litmus'), sbText);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('diptych', () => {
  it('ends with the status of its command, without colours in a pipe', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...main, 'check', join(folder, 'SB.litmus')],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('sc   violated  Never');
    expect(stdout).not.toContain('\u001b');
  });

  it('ends quietly when its reader goes away', async () => {
    const child = spawn(process.execPath, [...main, 'outcomes', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect([status, stderr]).toEqual([141, '']);
  });
});
