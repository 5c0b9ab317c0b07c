// The table `rivals` with scripts in place of other tools: their arguments, the parsing of their output, and the
// detection of a wrong answer.

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rivals } from '../../lab/papers/rivals.js';
import { checkers, herd, parseTools } from '../../lab/papers/tools.js';
import type { Cells, Row } from '../../lab/table.js';
import { InputError } from '../../src/support/diagnostic.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-rivals-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A tool that writes down its words and always says the same. */
function standIn(name: string, says: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "$@" >> ${file}.words\necho "${name} 1.2"\necho "${says}"\n`);
  chmodSync(file, 0o755);
  return file;
}

const limit = { timeLimitMs: 20_000 };
const rowsOf = (text: string): readonly Row[] =>
  rivals.plan('quick', parseTools(text)).flatMap(({ rows }) => rows);

/** The cells of a row with what the named parts measure. */
async function measured({ cells, parts }: Row, names: readonly string[]): Promise<Cells> {
  const wanted = parts.filter(({ name }) => names.includes(name));
  const results = await Promise.all(wanted.map((part) => part.measure(limit)));
  return Object.assign({}, cells, ...results);
}

const words = (name: string): string => readFileSync(join(folder, `${name}.words`), 'utf8');

describe('rivals', () => {
  it('are asked about the same file with the same bound, and judged', async () => {
    const text = [
      `genmc=${standIn('genmc', 'No errors were detected.')}`,
      `nidhugg=${standIn('nidhugg', 'Error detected:')}`,
      `cbmc=${standIn('cbmc', 'VERIFICATION SUCCESSFUL')}`,
      `deagle=${standIn('deagle', 'PARSING ERROR')}`,
    ].join();
    const row = rowsOf(text).find(({ id }) => id === 'ring8 tso tso');
    if (row === undefined) throw new Error('no such row');
    const cells = await measured(row, ['genmc', 'nidhugg', 'cbmc', 'deagle']);
    expect(cells).toMatchObject({ genmcSays: 'holds', nidhuggSays: 'violated', cbmcSays: 'holds' });
    const finished = row.finish?.({ ...cells, symbolicCommand: 0.5, symbolicSays: 'violated' });
    expect(finished?.cells?.nidhuggShown).toMatch(/^wrong, /);
    expect(finished?.cells).toMatchObject({ deagleShown: 'refused', faster: 0.5 });
    // Our own command said what is not so.
    expect(finished?.problems?.map(({ kind }) => kind)).toEqual(['verdict']);
    expect(words('genmc')).toMatch(
      /^-tso -unroll=8 -disable-race-detection -- -DFENCE_TSO -I\S+ \S+ring8\.c$/m,
    );
    expect(words('nidhugg')).toMatch(/^-DFENCE_TSO -I\S+ -- --tso --unroll=8 \S+ring8\.c$/m);
    expect(words('cbmc')).toMatch(
      /^--mm tso --unwind 9 --no-unwinding-assertions -DFENCE_TSO -I\S+ \S+ring8\.c$/m,
    );
    const [genmc] = await Promise.all(
      rowsOf(text)
        .filter(({ id }) => id === 'genmc')
        .map((version) => measured(version, ['genmc'])),
    );
    expect(genmc.version).toBe('genmc 1.2');
  });

  it('that do not know a model are not asked', () => {
    const pso = rowsOf('genmc=genmc,herd7=herd7').filter(({ id }) => id.endsWith('pso'));
    expect(pso.flatMap(({ parts }) => parts.map(({ name }) => name))).not.toContain('genmc');
    expect(herd.arguments(['a.litmus'], 'tso')).toEqual(['-model', 'x86tso.cat', 'a.litmus']);
    expect(checkers.genmc.arguments({ file: 'a.c', defines: [], unroll: 2, model: 'pso' })).toBeUndefined();
  });

  it('differ from us only with a problem', () => {
    const row = rowsOf('herd7=herd7').find(({ id }) => id === 'litmus sc');
    const seen = [...herd.observations('Observation SB Never 0 3\nObservation MP Sometimes 1 3\n')];
    expect(seen).toEqual([
      ['SB', false],
      ['MP', true],
    ]);
    expect(row?.finish?.({ explicitSeen: 'MP=1 SB=0', herd7Seen: 'MP=1 SB=0' }).problems).toEqual([]);
    expect(row?.finish?.({ explicitSeen: 'MP=1 SB=0', herd7Seen: 'MP=1 SB=1' }).problems).toEqual([
      { kind: 'verdict', message: 'explicit and herd7 differ on SB' },
    ]);
  });

  it('without a run are marked as recorded elsewhere', () => {
    const heads = (text?: string): string[] =>
      rivals.plan('quick', text === undefined ? {} : parseTools(text))[0].columns.map(({ head }) => head);
    expect(heads().filter((head) => head.includes('recorded elsewhere'))).toHaveLength(2);
    expect(heads('cbmc=cbmc').filter((head) => head.includes('recorded elsewhere'))).toHaveLength(1);
  });

  it('that are unknown are refused', () => {
    expect(() => parseTools('spin=/usr/bin/spin')).toThrow(InputError);
    expect(() => parseTools('cbmc')).toThrow(InputError);
  });
});
