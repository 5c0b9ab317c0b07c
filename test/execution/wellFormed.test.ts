import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/execution/event.js';
import { type Execution, initialWrite } from '../../src/execution/execution.js';
import { malformations } from '../../src/execution/wellFormed.js';
import { program } from '../../src/program/builder.js';
import { layOut } from '../../src/program/layout.js';

const p = program('MP');
const x = p.location('x', 7);
p.thread((t) => t.store(x, 1));
p.thread((t) => t.load(x));
p.thread((t) => t.load(x), { spawned: [] });
const mp = p.build();
const address = layOut(mp).addressOf.get('x') ?? 0;

const write: Event = { id: 0, thread: 0, index: 0, kind: 'W', reads: [], writes: [{ address, value: 1 }] };
const read: Event = { id: 1, thread: 1, index: 0, kind: 'R', reads: [{ address, value: 1 }], writes: [] };
const good: Execution = {
  events: [write, read],
  rf: [[], [0]],
  co: new Map([[address, [0]]]),
  blocked: new Map(),
  findings: [],
};
const reading = (value: number): Event => ({ ...read, reads: [{ address, value }] });

test('an execution that is a graph', () => {
  expect(malformations(mp, good)).toEqual([]);
  expect(malformations(mp, { ...good, events: [write, reading(7)], rf: [[], [initialWrite]] })).toEqual([]);
});

describe('names each flaw', () => {
  test.each<readonly [string, Partial<Execution>, readonly string[]]>([
    ['a wrong id', { events: [write, { ...read, id: 2 }] }, ['event 1 says it is event 2']],
    [
      'a gap',
      { events: [write, { ...read, index: 1 }] },
      ['the places of the events in their threads have gaps'],
    ],
    ['a place twice', { events: [write, { ...read, thread: 0 }] }, ['two events are at place 0.0']],
    ['a read without a source', { rf: [[], []] }, ['event 1 has 1 reads and other sources']],
    [
      'a source that does not write',
      { rf: [[], [1]] },
      ['event 1 reads from 1, which does not write the cell'],
    ],
    ['another value', { events: [write, reading(2)] }, ['event 1 reads 2 where 0 wrote 1']],
    [
      'another initial value',
      { rf: [[], [initialWrite]] },
      ['event 1 reads 1, not the initial value of its cell'],
    ],
    ['a writer missing in co', { co: new Map() }, [`co does not order the writers of cell ${address}`]],
    [
      'a writer twice in co',
      { co: new Map([[address, [0, 0]]]) },
      [`co does not order the writers of cell ${address}`],
    ],
    [
      'a reader in co',
      { co: new Map([[address, [1]]]) },
      [`co does not order the writers of cell ${address}`],
    ],
    [
      'two writes to a cell',
      { events: [{ ...write, writes: [...write.writes, ...write.writes] }, read] },
      [`event 0 writes cell ${address} twice`],
    ],
    ['a thread nobody spawned', { events: [write, { ...read, thread: 2 }] }, ['thread 2 was never spawned']],
    ['a thread that does not exist', { events: [write, { ...read, thread: 5 }] }, ['there is no thread 5']],
  ])('%s', (_, change, messages) => {
    const found = malformations(mp, { ...good, ...change }).map((m) => m.message);
    expect(found).toEqual(expect.arrayContaining([...messages]));
  });
});
