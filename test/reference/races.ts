// Data races of a small program by brute force: every interleaving under SC, with happens-before as plain sets of
// names that grow event by event. The release sequence of a value is found by walking back through its cell's
// history. Written from C11's text, without src/races or the engines.

import { type Layout, layOut } from '../../src/program/layout.js';
import type { Program } from '../../src/program/program.js';
import type { Statement } from '../../src/program/statement.js';
import { type Stand, stand, type Wish } from './raceThread.js';

/** A write in the history of a cell. */
interface Written {
  readonly by: string;
  readonly thread: number;
  readonly value: number;
  readonly update: boolean;
  /** The names that an acquire of it learns while its release sequence goes on. */
  readonly released: ReadonlySet<string>;
}

interface Touched {
  readonly by: string;
  readonly thread: number;
  readonly writes: boolean;
  readonly atomic: boolean;
  readonly section: boolean;
  readonly line: number;
}

interface Cell {
  readonly history: readonly Written[];
  readonly touched: readonly Touched[];
  readonly state: 'ok' | 'fresh' | 'freed';
}

interface ThreadSoFar {
  readonly begun: boolean;
  readonly dead: boolean;
  readonly answers: readonly (readonly number[])[];
  /** The names that happen before the thread's next step. */
  readonly before: ReadonlySet<string>;
  /** The names before its last release fence, the fence included. */
  readonly fence: ReadonlySet<string>;
  /** The names that an acquire fence would learn. */
  readonly pending: ReadonlySet<string>;
}

interface State {
  readonly threads: readonly ThreadSoFar[];
  readonly cells: ReadonlyMap<number, Cell>;
  /** Sections so far: name, cells read, cells written, and the names before their end. */
  readonly sections: readonly {
    name: string;
    reads: number[];
    writes: number[];
    before: ReadonlySet<string>;
  }[];
}

const strong = (order: string | undefined, ...orders: string[]): boolean =>
  order !== undefined && orders.includes(order);
const acquiring = (order: string | undefined): boolean =>
  strong(order, 'consume', 'acquire', 'acq_rel', 'seq_cst');
const releasing = (order: string | undefined): boolean => strong(order, 'release', 'acq_rel', 'seq_cst');
const union = (...sets: ReadonlySet<string>[]): Set<string> => new Set(sets.flatMap((s) => [...s]));

export interface ReferenceRaces {
  /** Each race as its two sides, e.g. `0.1 2.alloc0`. */
  readonly sides: ReadonlySet<string>;
  /** Each as the lines of its two sides, lower one first. */
  readonly lines: ReadonlySet<string>;
}

/** The races of all SC executions. */
export function bruteForceRaces(program: Program, unroll = 8): ReferenceRaces {
  const layout = layOut(program);
  const races = new Set<string>();
  const lines = new Set<string>();
  const seen = new Set<string>();
  const none: ReadonlySet<string> = new Set();
  const begin: State = {
    threads: program.threads.map(({ start }) => ({
      begun: start === 'initial',
      dead: false,
      answers: [],
      before: none,
      fence: none,
      pending: none,
    })),
    cells: new Map(
      [...layout.initial].map(([address, value]) => [
        address,
        {
          history: [{ by: 'initial', thread: -1, value: Number(value), update: false, released: none }],
          touched: [],
          state: 'ok',
        },
      ]),
    ),
    sections: [],
  };

  const standOf = (state: State, t: number): Stand =>
    stand(t, program.threads[t].body, layout, state.threads[t].answers, unroll);

  function visit(state: State): void {
    const key = JSON.stringify(state, (_, v) =>
      v instanceof Set ? [...v].sort() : v instanceof Map ? [...v] : v,
    );
    if (seen.has(key)) return;
    seen.add(key);
    state.threads.forEach((thread, t) => {
      if (!thread.begun || thread.dead) return;
      const here = standOf(state, t);
      if (here.kind !== 'wishes') return;
      const next = step(state, t, here.wish);
      if (next !== undefined) visit(next);
    });
  }

  /** The state after the step; undefined if it has to wait. */
  function step(old: State, t: number, wish: Wish): State | undefined {
    const { s, address } = wish;
    const me = old.threads[t];
    const index = me.answers.length;
    const name = `${t}.${index}`;
    const cells = new Map(old.cells);
    let sections = old.sections;
    for (const block of wish.allocated) {
      const alloc = `${t}.alloc${index}`;
      const zero: Written = { by: alloc, thread: t, value: 0, update: false, released: none };
      const touched: Touched = {
        by: alloc,
        thread: t,
        writes: true,
        atomic: false,
        section: false,
        line: block.line,
      };
      cells.set(block.address, { history: [zero], touched: [touched], state: block.zeroed ? 'ok' : 'fresh' });
    }
    const now: State = { ...old, cells };
    const stop = (): State => withThread(now, t, { ...me, dead: true });
    let before = union(me.before, wish.allocated.length > 0 ? new Set([`${t}.alloc${index}`]) : none);
    let { fence, pending } = me;
    if (wish.fenced) before = union(before, pending);
    const accesses = accessesOf(s, wish, layout);
    if (accesses.some((a) => !cells.has(a.address))) return stop();
    if (s.kind === 'free' && (address < 1_000_000 || address % 10 !== 0)) return stop();
    if (s.kind === 'lock' && valueAt(address) !== 0 && cells.get(address)?.state === 'ok') return undefined;
    if (s.kind === 'join') {
      const child = standOf(old, address);
      if (!old.threads[address].begun || old.threads[address].dead || child.kind !== 'ended')
        return undefined;
      const end =
        child.allocated.length > 0 ? [`${address}.alloc${old.threads[address].answers.length}`] : [];
      before = union(before, old.threads[address].before, new Set(end));
    }
    if (s.kind === 'fence') {
      const acquire = s.order === undefined ? s.fence === 'full' : acquiring(s.order);
      const release = s.order === undefined || releasing(s.order);
      if (acquire) before = union(before, pending);
      if (release) fence = union(before, new Set([name]));
    }
    // Its reads.
    const values: number[] = [];
    const own = new Map<number, number>();
    let failed = false;
    let bad = false;
    for (const a of accesses) {
      if (!a.reads) {
        own.set(a.address, a.value);
        bad ||= cells.get(a.address)?.state === 'freed';
        continue;
      }
      const read = own.get(a.address) ?? valueAt(a.address);
      values.push(read);
      bad ||= cells.get(a.address)?.state !== 'ok';
      const learnt = released(cells.get(a.address)?.history ?? []);
      failed = s.kind === 'rmw' && s.op.kind === 'cas' && read !== wish.operands[0];
      const order = failed ? failureOrder(s) : a.order;
      if (a.atomic) pending = union(pending, learnt);
      if (a.atomic && acquiring(order)) before = union(before, learnt);
    }
    const section = s.kind === 'atomic' && s.order === undefined;
    const reads = accesses.filter((a) => a.reads).map((a) => a.address);
    const writes = accesses.filter((a) => a.writes).map((a) => a.address);
    if (section)
      for (const other of old.sections)
        if (
          other.writes.some((x) => reads.includes(x) || writes.includes(x)) ||
          other.reads.some((x) => writes.includes(x))
        )
          before = union(before, other.before);
    // Whom it races with.
    for (const a of accesses) {
      const isWrite = a.writes && !failed;
      const cell = cells.get(a.address);
      if (cell === undefined) continue;
      for (const other of cell.touched) {
        if (other.thread === t || before.has(other.by) || !(isWrite || other.writes)) continue;
        if ((a.atomic && other.atomic) || (section && other.section)) continue;
        races.add([other.by, name].sort(bySide).join(' '));
        lines.add([other.line, s.at?.line ?? 0].sort((p, q) => p - q).join(' '));
      }
      cells.set(a.address, {
        ...cell,
        touched: [
          ...cell.touched,
          { by: name, thread: t, writes: isWrite, atomic: a.atomic, section, line: s.at?.line ?? 0 },
        ],
      });
    }
    before = union(before, new Set([name]));
    // Its writes.
    for (const a of accesses) {
      const cell = cells.get(a.address);
      if (!a.writes || failed || cell === undefined) continue;
      const update = a.reads;
      const order = a.order;
      const written: Written = {
        by: name,
        thread: t,
        value: s.kind === 'rmw' ? updated(s, wish, values[0]) : a.value,
        update,
        released: a.atomic ? (releasing(order) ? before : fence) : none,
      };
      cells.set(a.address, {
        ...cell,
        history: [...cell.history, written],
        state: s.kind === 'free' ? 'freed' : cell.state === 'freed' ? 'freed' : 'ok',
      });
    }
    if (section) sections = [...sections, { name, reads, writes, before }];
    bad ||= s.kind === 'unlock' && values[0] === 0;
    let next: State = { ...now, cells, sections };
    if (s.kind === 'spawn')
      next = withThread(next, address, { ...old.threads[address], begun: true, before });
    const answers = [...me.answers, values];
    return withThread(next, t, { ...me, answers, before, fence, pending, dead: bad });

    function valueAt(a: number): number {
      return cells.get(a)?.history.at(-1)?.value ?? 0;
    }
  }

  visit(begin);
  return { sides: races, lines };
}

const bySide = (a: string, b: string): number => {
  const parts = (x: string): [number, number, number] => {
    const [thread, rest] = x.split('.');
    return [Number(thread), Number(rest.replace('alloc', '')), rest.startsWith('alloc') ? 1 : 0];
  };
  const [p, q] = [parts(a), parts(b)];
  return p[0] - q[0] || p[1] - q[1] || p[2] - q[2];
};

const withThread = (state: State, t: number, thread: ThreadSoFar): State => ({
  ...state,
  threads: state.threads.with(t, thread),
});

/** The names that an acquire of the newest value learns: from every release with an unbroken sequence. */
function released(history: readonly Written[]): Set<string> {
  const learnt: ReadonlySet<string>[] = [];
  history.forEach((head, i) => {
    if (history.slice(i + 1).every((w) => w.update || w.thread === head.thread)) learnt.push(head.released);
  });
  return union(...learnt);
}

interface Wanted {
  readonly address: number;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly value: number;
  readonly order: string | undefined;
  readonly atomic: boolean;
}

function accessesOf(s: Statement, { address, operands }: Wish, layout: Layout): Wanted[] {
  const one = (reads: boolean, writes: boolean, order: string | undefined, value = 0): Wanted[] => [
    { address, reads, writes, value, order, atomic: order !== undefined && order !== 'volatile' },
  ];
  switch (s.kind) {
    case 'load':
      return one(true, false, s.order);
    case 'store':
      return one(false, true, s.order, operands[0]);
    case 'rmw':
      return one(true, true, s.order ?? 'relaxed');
    case 'lock':
      return one(true, true, 'acquire', 1);
    case 'unlock':
      return one(true, true, 'release', 0);
    case 'free':
      return one(false, true, undefined);
    case 'atomic':
      return s.body.map((inner): Wanted => {
        if ((inner.kind !== 'load' && inner.kind !== 'store') || inner.address.kind !== 'address')
          throw new Error('only accesses of locations in atomic blocks here');
        const { order } = inner;
        return {
          address: layout.addressOf.get(inner.address.location) ?? 0,
          reads: inner.kind === 'load',
          writes: inner.kind === 'store',
          value: inner.kind === 'store' && inner.value.kind === 'const' ? Number(inner.value.value) : 0,
          order,
          atomic: order !== undefined && order !== 'volatile',
        };
      });
    default:
      return [];
  }
}

function failureOrder(s: Statement): string | undefined {
  if (s.failure !== undefined) return s.failure;
  return s.order === 'release' ? 'relaxed' : s.order === 'acq_rel' ? 'acquire' : s.order;
}

function updated(s: Statement, { operands }: Wish, old: number): number {
  if (s.kind !== 'rmw') return 0;
  switch (s.op.kind) {
    case 'xchg':
      return operands[0];
    case 'fetch':
      if (s.op.op !== '+') throw new Error('only + here');
      return old + operands[0];
    case 'cas':
      return old === operands[0] ? operands[1] : old;
  }
}
