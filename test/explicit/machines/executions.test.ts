// Locks, fences, blocks and ends of threads on the plain machine.

import type { Expr } from '../../../src/program/expression.js';
import { binary, unary } from '../../../src/program/expression.js';
import type { Statement, StatementOf } from '../../../src/program/statement.js';
import {
  after,
  alloc,
  at,
  beyond,
  fence,
  fetch,
  free,
  joined,
  lasting,
  load,
  lock,
  n,
  nowhere,
  p,
  parts,
  type Row,
  r,
  runsAsWritten,
  sizes,
  store,
  u,
  unlock,
  w,
  wide,
  x,
  y,
} from './told.js';

const locks: readonly Row[] = [
  ['a lock', [[lock(x, { order: 'acquire', ...at(1) }), unlock(x), unlock(x, undefined, at(3))]]],
  [
    'a lock that names its holder',
    [
      [
        lock(x, { leaves: { op: '=', value: n(9) } }),
        unlock(x, n(9)),
        lock(x, { leaves: { op: '=', value: n(9) } }),
        unlock(x, n(8), at(4)),
        store(y, n(1)),
      ],
    ],
  ],
  [
    'a lock that counts',
    [
      [
        lock(x, { until: { test: '>=', value: n(0) }, leaves: { op: '+', value: n(2) } }),
        lock(x, { until: { test: '==', value: n(2) }, leaves: { op: '+', value: n(1) } }),
        load('a', x),
      ],
    ],
  ],
  ['a lock at an address without a cell', [[lock(nowhere, at(1)), store(x, n(1))]]],
  [
    'a lock that names its holder, at an address without a cell',
    [[lock(nowhere, { leaves: { op: '=', value: n(9) }, ...at(1) }), store(x, n(1))]],
  ],
  ['an unlock at an address without a cell', [[unlock(nowhere, n(1), at(1)), store(x, n(1))]]],
  ['a lock that is destroyed', [[lasting(x, 'destroys'), lock(x, at(2))]]],
  ['a lock that was never begun', [[lock(u, at(2))]]],
  ['a lock in a freed block', [[alloc(n(1)), store(p, n(0)), free(p), lock(p, at(3))]]],
];

const fences: readonly Row[] = [
  [
    'a read-modify-write after a store fence',
    [
      [store(x, n(1)), fence('store-store'), fetch(y, n(1))],
      [load('a', y), load('a', y)],
    ],
    { model: 'pso' },
  ],
  [
    'fences',
    [
      [
        fence('full', { order: 'seq_cst', ...at(1) }),
        fence('store-store', { order: 'release' }),
        store(x, n(1), { order: 'release' }),
      ],
    ],
  ],
  ...([undefined, 'acquire', 'acq_rel', 'seq_cst', 'relaxed', 'volatile'] as const).map(
    (order): Row => [
      `a load fence of order ${order}`,
      [[fence('load-load', order === undefined ? {} : { order }), load('a', x), load('a', x)]],
    ],
  ),
  [
    'a load fence before a choice and in another thread',
    [[fence('load-load'), { kind: 'nondet', target: 'a', from: 2, to: 3 }, load('a', x)], [load('a', y)]],
  ],
];

const blocks: readonly Row[] = [
  [
    'a block that fills the heap',
    [
      [
        { kind: 'assign', target: 's', value: n(2 ** 14 - 1) },
        alloc(r('s')),
        store(after(2 ** 14 - 2), n(1)),
        alloc(n(1), at(4)),
      ],
    ],
  ],
  [
    'a block that is larger than the heap by one',
    [[{ kind: 'assign', target: 's', value: n(2 ** 14) }, alloc(r('s'), at(2))]],
  ],
  [
    'a store of another width to a cell of a block',
    [[alloc(n(16), { shape: parts }), store(after(4), n(1))]],
  ],
  [
    'a store into a cell of a block',
    [[alloc(n(16), { shape: parts }), store(after(10), n(1), { width: 8 })]],
  ],
  [
    'cells of several widths',
    [
      [
        store(x, n(1)),
        alloc(n(16), { shape: parts, zeroed: true, ...at(2) }),
        store(after(4), n(-1), { width: 8 }),
        load('a', after(8), { width: 64 }),
        free(p, at(5)),
      ],
    ],
  ],
  [
    'a block that begins without a value',
    [
      [
        alloc(n(16), { shape: parts }),
        load('a', after(4), { width: 8, has: 'v' }),
        store(x, r('v')),
        load('a', p),
      ],
    ],
  ],
  [
    'a block in which the last part does not fit',
    [
      [
        alloc(n(15), { shape: parts }),
        store(after(4), n(1), { width: 8 }),
        store(after(8), wide(1), { width: 64 }),
      ],
    ],
  ],
  ['a block of no bytes', [[alloc(n(0)), store(p, n(3)), store(after(1), n(1))]]],
  ['a block of no bytes with a shape', [[alloc(n(0), { shape: parts }), store(p, n(3))]]],
  [
    'two blocks, with a gap between them',
    [
      [
        alloc(n(2)),
        store(after(1), n(1)),
        alloc(n(1), { target: 'q' }),
        store(r('q'), n(1)),
        free(r('q')),
        free(p),
        store(after(2), n(1)),
      ],
    ],
  ],
  ['a block of fewer than no bytes', [[alloc(n(-1), at(1)), store(x, n(1))]]],
  ['a block that is too large', [[alloc(n(2 ** 30), at(1)), store(x, n(1))]]],
  ['a block whose size is no word', [[alloc(wide(2n ** 32n + 1n), at(1)), store(x, n(1))]]],
  ['a block and a free of nothing', [[free(n(0)), free(r('z')), alloc(n(1)), free(p)]]],
  ['a free where no block starts', [[alloc(n(2)), free(after(1), at(2)), store(x, n(1))]]],
  ['a free twice', [[alloc(n(2)), free(p, at(2)), free(p, at(3)), store(x, n(1))]]],
  [
    'a free twice from the buffer',
    [[alloc(n(2)), free(p, at(2)), free(p, at(3)), store(x, n(1))]],
    { model: 'tso' },
  ],
  [
    'a load from a block that is freed in the buffer',
    [[alloc(n(2)), free(p, at(2)), load('a', after(1), at(3))]],
    { model: 'tso' },
  ],
  [
    'blocks of two threads',
    [
      [alloc(n(1)), store(p, n(1))],
      [store(x, n(1)), alloc(n(1)), load('a', p, at(4))],
    ],
  ],
];

const stops: Row[] = [
  [
    'assertions and their words',
    [
      [
        { kind: 'assert', condition: n(1) },
        { kind: 'assert', condition: n(0), message: 'x is 1', finding: 'out-of-bounds', ...at(2) },
        store(x, n(1)),
      ],
      [{ kind: 'assert', condition: n(0), message: '' }],
    ],
  ],
  [
    'a loop that is cut',
    [
      [
        { kind: 'while', label: 'L', condition: n(1), bound: 2, body: [store(x, n(1))], ...at(3) },
        store(y, n(1)),
      ],
      [{ kind: 'while', label: 'K', condition: n(1), body: [store(y, n(1))] }],
    ],
  ],
  [
    'a wait for a thread that waits for a lock',
    [[lock(x), { kind: 'spawn', thread: 1, args: [] }, joined(n(1), at(2))]],
    { spawned: [[lock(x, at(3))]] },
  ],
  [
    'a wait that something may end',
    [[lock(x), { kind: 'spawn', thread: 1, args: [] }, joined(n(1), { interruptible: true })]],
    { spawned: [[lock(x)]] },
  ],
  ['a lock that something may open', [[lock(x), lock(x, { interruptible: true })], [lock(x)]]],
  ['a lock at the end of the process', [[lock(x)], [lock(x)]], { program: { endsWith: 0 } }],
  ['a process that cannot end', [[lock(x), lock(x)], [store(y, n(1))]], { program: { endsWith: 0 } }],
  [
    'a wait for the thread that the process ends with',
    [[store(y, n(1))], [joined(n(0))]],
    { program: { endsWith: 0 } },
  ],
  [
    'a wait for a value that does not come',
    [[load('a', x, { until: { test: '>=', value: n(2) }, ...at(5) })]],
  ],
  ['a thread that was never started', [[store(x, n(1))]], { spawned: [[store(y, n(1))]] }],
  [
    'threads that are started and joined',
    [[{ kind: 'spawn', thread: 1, args: [], ...at(1) }, joined(n(1)), load('a', y)]],
    { spawned: [[store(y, n(1))]] },
  ],
  ['a join of no thread', [[joined(n(7), at(1)), store(x, n(1))]]],
  [
    'an assumption that does not hold',
    [
      [{ kind: 'assume', condition: n(0) }, store(x, n(1))],
      [lock(x), lock(x)],
    ],
  ],
];

const wides: readonly Row[] = [
  [
    'a word with each operator of one operand',
    [
      [
        { kind: 'assign', target: 'a', value: n(-200) },
        ...(['-', '~', '!', 'sext8', 'sext16', 'zext8', 'zext16'] as const).map((op) =>
          store(x, unary(op, r('a'))),
        ),
      ],
    ],
  ],
  [
    'an address of 64 bits',
    [
      [load('a', beyond, at(1))],
      [store(beyond, n(1))],
      [fetch(beyond, n(1))],
      [lock(beyond)],
      [unlock(beyond)],
      [free(beyond)],
      [joined(beyond)],
      [alloc(beyond)],
    ],
  ],
  ['an address of 64 bits that is one', [[load('a', unary('zext32', x)), store(unary('sext32', y), n(2))]]],
  ['a null pointer of 64 bits', [[free(wide(0)), load('a', wide(0))]]],
  [
    'a register of 64 bits',
    [
      [
        { kind: 'assign', target: 'q', value: wide(2n ** 40n + 3n) },
        { kind: 'assign', target: 's', value: r('q', 64) },
        store(w, r('s', 64), { width: 64 }),
        store(x, unary('low32', r('s', 64))),
        { kind: 'nondet', target: 'k', from: 2n ** 35n, to: 2n ** 35n, width: 64 },
        store(w, r('k', 64), { width: 64 }),
        load('q', w, { width: 64 }),
        store(w, binary('+', r('q', 64), r('s', 64)), { width: 64 }),
        store(x, binary('<', r('q', 64), r('s', 64))),
      ],
    ],
    { locations: sizes },
  ],
];

/** A thread stops where its next round would wait on. */
const waitingFor = (cell: Expr): Statement => {
  const round = load('a', cell);
  const loop: StatementOf<'while'> = {
    kind: 'while',
    label: 'L',
    condition: n(1),
    body: [
      round,
      { kind: 'if', condition: r('a'), whenTrue: [{ kind: 'break', label: 'L' }], whenFalse: [] },
    ],
    ...at(6),
  };
  return { kind: 'assume', condition: r('a'), awaits: loop };
};
stops.push(
  [
    'a loop that waits for ever',
    [
      [load('a', x), waitingFor(x)],
      [lock(y), lock(y)],
    ],
  ],
  ['a loop that has not looked again', [[load('a', x), waitingFor(x)], [store(x, n(1))]]],
  ['a loop whose cell has no value any more', [[load('a', x), waitingFor(x)], [lasting(x, 'empties')]]],
);

runsAsWritten({
  locks,
  fences,
  'blocks of the heap': blocks,
  'threads that stop': stops,
  'values of 64 bits': wides,
});
