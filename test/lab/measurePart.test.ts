// Measurements in child processes: their results, and the treatment of those that do not end.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { measureInChild, type PartAddress, type PartResult } from '../../lab/run/measurePart.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-child-'));
afterAll(() => rmSync(folder, { recursive: true }));

const address: PartAddress = {
  experiment: 'e',
  scale: 'full',
  section: 's',
  row: 'r',
  part: 'p',
  limit: { timeLimitMs: 10 },
};

function measured(onMessage: string, stop = new AbortController().signal): Promise<PartResult> {
  const file = join(folder, 'child.mjs');
  writeFileSync(file, `process.once('message', (address) => { ${onMessage} });`);
  return measureInChild(pathToFileURL(file))(address, stop);
}

/** Its process answers nothing more, without using a processor. */
const hold = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

describe('a part in a child process', () => {
  it('sends what it measured', async () => {
    const send = `process.send({ kind: 'measured', cells: { row: address.row } }, () => process.exit());`;
    expect(await measured(send)).toEqual({ kind: 'measured', cells: { row: 'r' } });
  });

  it('that ends without a word has failed, with what it complained of', async () => {
    expect(await measured(`console.error('out of luck'); process.exit(7);`)).toEqual({
      kind: 'failed',
      message: 'its process ended with status 7 out of luck',
    });
  });

  it('that does not end is stopped', async () => {
    expect(await measured(hold)).toEqual({ kind: 'over', seconds: 0.01 });
  });

  it('ends with an interrupt', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    expect((await measured(hold, stop.signal)).kind).toBe('failed');
  });
});
