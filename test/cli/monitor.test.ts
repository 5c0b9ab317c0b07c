import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture } from './capture.js';

const example = join(import.meta.dirname, '..', '..', 'docs', 'examples', 'dekker.jsonl');

describe('monitor', () => {
  it('reports what can overtake what', async () => {
    const { status, stdout, stderr } = await capture('monitor', example);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toBe(`${example}  4 events of 2 threads
 tso  P1 R at dekker.c:23 can overtake P0 W at dekker.c:12 at x  sober, bss-tso
 pso  P1 R at dekker.c:23 can overtake P0 W at dekker.c:12 at x  bss-pso
not robust: 2 pairs of operations
monitors: sober, bss-tso, bss-pso
`);
  });

  it('prints JSON', async () => {
    const { stdout } = await capture('monitor', '--json', '--monitor', 'bss-pso', example);
    expect(JSON.parse(stdout)).toMatchObject({
      events: 4,
      threads: ['P0', 'P1'],
      monitors: ['bss-pso'],
      violations: [{ model: 'pso', event: { thread: 'P1', line: 23 }, overtakes: { line: 12 }, count: 1 }],
    });
  });

  it('says what is wrong with a file, and goes on', async () => {
    const { status, stdout, stderr } = await capture('monitor', 'missing.jsonl', example);
    expect([status, stderr]).toEqual([2, expect.stringContaining('file-not-found')]);
    expect(stdout).toContain('not robust');
  });
});
