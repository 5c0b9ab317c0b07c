// The command as a process of its own: what a test inside the process cannot see.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundled, bundle } from '../launcher/bundled.js';
import { alwaysText, hugeText, sbText } from './litmus.js';

let folder = '';
let command: Bundled;

beforeAll(() => {
  command = bundle('main-test');
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  for (let i = 0; i < 200; i++) writeFileSync(join(folder, `always${i}.litmus`), alwaysText);
  writeFileSync(join(folder, 'SB.litmus'), sbText);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  command.remove();
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function diptych(
  argv: readonly string[],
  meanwhile: (child: ChildProcessByStdio<null, Readable, Readable>) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [command.launcher, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  meanwhile(child);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}

describe('diptych', () => {
  it('ends with the status of its command, without colours in a pipe', async () => {
    const { status, stdout, stderr } = await diptych(['check', join(folder, 'SB.litmus')]);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('sc   violated  Never');
    expect(stdout).not.toContain('\u001b');
  });

  it('answers in order, on however many threads', async () => {
    const answers = async (jobs: string): Promise<string> => {
      const { status, stdout, stderr } = await diptych([
        'outcomes',
        '--engine=explicit',
        '--json',
        '--jobs',
        jobs,
        folder,
      ]);
      expect([status, stderr]).toEqual([0, '']);
      return stdout.replace(/"\w*(?:ms|Ms)":[\d.]+/g, '');
    };
    const [one, three] = [await answers('1'), await answers('3')];
    expect(one.trimEnd().split('\n')).toHaveLength(201);
    expect(three).toBe(one);
  });

  it('ends quietly when its reader goes away', async () => {
    const { status, stderr } = await diptych(['outcomes', '--engine=explicit', folder], (child) =>
      child.stdout.once('data', () => child.stdout.destroy()),
    );
    expect([status, stderr]).toEqual([141, '']);
  });

  it('prints what was found so far on Ctrl-C', async () => {
    const huge = join(folder, 'huge.litmus');
    writeFileSync(huge, hugeText);
    const { status, stdout, stderr } = await diptych(
      ['outcomes', '--jobs', '1', join(folder, 'SB.litmus'), huge, huge],
      (child) => child.stdout.once('data', () => setTimeout(() => child.kill('SIGINT'), 300)),
    );
    expect(status).toBe(4);
    expect(stdout).toContain('incomplete under sc, tso, pso');
    expect(stderr).toContain('interrupted after 2 of 3 files');
  });
});
