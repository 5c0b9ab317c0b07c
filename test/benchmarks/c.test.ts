// The C programs of benchmarks/c against what each says about itself: `expected  sc: holds  tso: assertion  pso: ...`.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cTraces } from '../../scripts/cTraces.js';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { type COptions, parseC } from '../../src/frontend/c/index.js';
import { capture } from '../cli/capture.js';

const folder = join(import.meta.dirname, '../../benchmarks/c');
const names = readdirSync(folder).filter((name) => name.endsWith('.c'));

function verdicts(name: string, options: COptions = {}): string {
  const file = join(folder, name);
  const program = parseC(readFileSync(file, 'utf8'), file, options);
  return modelNames
    .map((model) => {
      const { findings, complete } = explore(program, { model, unroll: 3, timeLimitMs: 20_000 });
      const kinds = [...new Set(findings.map(({ finding }) => finding.kind))].sort().join();
      return `${model}: ${complete ? kinds || 'holds' : 'unknown'}`;
    })
    .join('  ');
}

describe('benchmarks/c', () => {
  it('has the traces that are written down, with another reduction than they were counted with', async () => {
    expect(await cTraces(folder, 'optimal')).toBe(readFileSync(join(folder, 'traces.tsv'), 'utf8'));
  });

  it.each(names)('%s', (name) => {
    const [, expected] = /\bexpected {2}(.*)/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    expect(verdicts(name)).toBe(expected);
  });

  it('two_files, which are one program', async () => {
    const file = (name: string): string => join(folder, 'two_files', name);
    const { status, stdout } = await capture(
      'check',
      '-e',
      'explicit',
      '--link',
      file('counter.c'),
      file('main.c'),
    );
    expect([status, stdout.match(/holds/g)?.length]).toEqual([0, 3]);
  });

  it('store_buffering.c with another fence', () => {
    expect(verdicts('store_buffering.c', { defines: ['FENCE=smp_mb'] })).toBe(
      'sc: holds  tso: holds  pso: holds',
    );
    expect(verdicts('store_buffering.c', { defines: ['FENCE=smp_wmb'] })).toBe(
      'sc: holds  tso: assertion  pso: assertion',
    );
  });

  it('deque.c with its fence', () => {
    expect(verdicts('deque.c', { defines: ['FENCE=memory_order_seq_cst'] })).toBe(
      'sc: holds  tso: holds  pso: holds',
    );
  });
});
