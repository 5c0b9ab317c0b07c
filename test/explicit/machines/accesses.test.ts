import { addressOf, binary } from '../../../src/program/expression.js';
import type { Statement } from '../../../src/program/statement.js';
import {
  after,
  alloc,
  at,
  atomic,
  b,
  cas,
  fetch,
  free,
  h,
  lasting,
  load,
  n,
  nowhere,
  p,
  type Row,
  r,
  rmw,
  runsAsWritten,
  type Setting,
  sizes,
  store,
  u,
  w,
  wide,
  x,
  y,
} from './told.js';

/** Its register is the first of the thread. */
const first = (name: string): Statement => ({ kind: 'assign', target: name, value: n(7) });
/** A cell of any width. */
const anyWidth: Setting = {
  locations: [
    { name: 'x', initial: [2 ** 33 + 300] },
    { name: 'y', initial: [0] },
    { name: 'w', initial: [2 ** 40 - 1] },
  ],
};

const loads: readonly Row[] = [
  [
    'a load that says in the first register whether it finds a value',
    [
      [
        first('v'),
        load('a', u, { has: 'v' }),
        store(x, r('v')),
        load('a', y, { has: 'v' }),
        store(x, r('v')),
      ],
    ],
  ],
  [
    'a load that finds a value, or none',
    [
      [
        load('a', u, { has: 'v', order: 'acquire', ...at(1) }),
        store(x, r('v')),
        store(u, n(3)),
        load('a', u, { has: 'v' }),
        store(x, r('v')),
        lasting(u, 'empties'),
        load('a', u, { has: 'v' }),
        store(x, r('v')),
        lasting(u, 'destroys'),
        load('a', u, { has: 'v' }),
        store(x, r('v')),
      ],
    ],
  ],
  [
    'the same from the store buffer',
    [
      [
        lasting(u, 'empties'),
        load('a', u, { has: 'v' }),
        store(x, r('v')),
        store(u, n(4)),
        load('a', u, { has: 'v' }),
        store(x, r('v')),
        store(y, r('a')),
      ],
    ],
    { model: 'tso' },
  ],
  ['a load of an emptied cell', [[lasting(x, 'empties'), load('a', x, at(2)), store(y, n(1))]]],
  ['a load of a destroyed lock', [[lasting(x, 'destroys'), load('a', x, at(2)), store(y, n(1))]]],
  [
    'a load of an object that ended',
    [[lasting(x, 'ends'), load('a', x, { has: 'v', ...at(2) }), store(y, n(1))]],
  ],
  [
    'a load of an object that ended, in the buffer',
    [[lasting(x, 'ends'), load('a', x, at(2)), store(y, n(1))]],
    { model: 'pso' },
  ],
  ['a load of what was never written', [[load('a', u), store(y, n(1))]]],
  [
    'a load of a block that was freed',
    [[alloc(n(2)), store(p, n(1)), free(p), load('a', after(1), { has: 'v' })]],
  ],
  [
    'a waiting load',
    [
      [
        store(x, n(3)),
        load('a', x, { until: { test: '>=', value: n(2) }, order: 'acquire' }),
        load('a', x, { until: { test: '==', value: n(3) } }),
        load('a', nowhere, { until: { test: '==', value: n(3) }, ...at(7) }),
      ],
    ],
  ],
];

const stores: readonly Row[] = [
  [
    'an object that begins, ends and begins again',
    [[lasting(x, 'ends'), lasting(x, 'ends'), lasting(x, 'begins'), store(x, n(1)), load('a', x)]],
  ],
  ['a store to an object that ended', [[lasting(x, 'ends'), store(x, n(1), at(2)), store(y, n(1), at(3))]]],
  [
    'a store to an object that ended, from the buffer',
    [[lasting(x, 'ends'), store(x, n(1), at(2)), store(y, n(1), at(3))]],
    { model: 'tso' },
  ],
  [
    'a store without a value to an object that ended',
    [[lasting(x, 'ends'), store(x, n(1), { lifetime: 'empties', ...at(2) }), store(y, n(1))]],
  ],
  ['a store to nothing', [[store(nowhere, n(1), at(4)), store(y, n(1))]]],
  ['a store to a null pointer', [[store(n(0), n(1)), store(y, n(1))]]],
];

const updates: readonly Row[] = [
  [
    'read-modify-writes of a part of a cell',
    [
      [
        first('o'),
        first('k'),
        fetch(x, n(3), { width: 8 }),
        store(y, r('o')),
        store(y, r('k')),
        fetch(x, n(0), { width: 16 }),
        store(y, r('o')),
        store(y, r('k')),
        fetch(w, wide(1), { width: 64, target: 'q' }),
        store(y, r('q', 64), { width: 64 }),
      ],
    ],
    anyWidth,
  ],
  [
    'compare-exchanges that fail, of any width',
    [
      [
        cas(b, n(3), n(4), { width: 8, order: 'acq_rel' }),
        store(x, r('o')),
        cas(h, n(3), n(4), { width: 16, order: 'release' }),
        store(x, r('o')),
        cas(x, n(3), n(4), { order: 'seq_cst', failure: 'acquire' }),
        cas(w, wide(3), wide(4), { width: 64, order: 'volatile', target: 'q' }),
        store(w, r('q', 64), { width: 64 }),
      ],
    ],
    { locations: sizes },
  ],
  [
    'compare-exchanges that succeed, of any width',
    [
      [
        cas(b, n(255), n(4), { width: 8, order: 'acq_rel' }),
        store(x, r('o')),
        cas(h, n(65535), n(4), { width: 16 }),
        store(x, r('o')),
        cas(x, n(-1), n(4), { order: 'seq_cst', failure: 'acquire' }),
        cas(w, wide(5), wide(2n ** 40n), { width: 64, target: 'q' }),
        store(w, r('q', 64), { width: 64 }),
      ],
    ],
    { locations: sizes },
  ],
  [
    'compare-exchanges of words',
    [
      [
        cas(x, n(1), n(2)),
        store(y, r('o')),
        cas(x, n(0), n(2), { order: 'release' }),
        store(y, r('o')),
        cas(x, n(0), n(2), { order: 'release' }),
      ],
    ],
  ],
  [
    'other read-modify-writes',
    [
      [
        fetch(b, n(2), { width: 8 }),
        store(x, r('o')),
        rmw(x, { kind: 'xchg', value: n(9) }),
        fetch(x, n(1), { order: 'relaxed' }),
        store(x, r('o')),
        fetch(w, wide(2n ** 33n), { width: 64, target: 'q' }),
        rmw(w, { kind: 'xchg', value: r('q', 64) }, { width: 64, target: 'q' }),
      ],
    ],
    { locations: sizes },
  ],
  ['a read-modify-write of nothing', [[fetch(nowhere, n(1), at(3)), store(x, n(1))]]],
  [
    'a read-modify-write of 64 bits of nothing',
    [[fetch(nowhere, wide(1), { width: 64, target: 'q', ...at(3) }), store(x, n(1))]],
    { locations: sizes },
  ],
  ['a read-modify-write of what was never written', [[fetch(u, n(1), at(3)), store(x, n(1))]]],
];

const sizesOfCells: readonly Row[] = [
  ...(
    [
      ['b', 8],
      ['h', 16],
      ['x', 32],
      ['w', 64],
    ] as const
  ).flatMap(([name, own]): Row[] =>
    ([8, 16, 32, 64] as const).map((width) => [
      `a load of ${width} bits from ${own}`,
      [[load('a', addressOf(name), { width, ...at(1) }), store(x, n(1))]],
      { locations: sizes },
    ]),
  ),
  ...([1, 3, 4, 7, 8, 9] as const).map(
    (offset): Row => [
      `a load ${offset} bytes after the start of 64 bits`,
      [[load('a', binary('+', w, n(offset)), { width: 8 }), store(x, n(1))]],
      { locations: sizes },
    ],
  ),
  ...([-1, 1, 2] as const).map(
    (offset): Row => [
      `a store ${offset} bytes after the start of 16 bits`,
      [[store(binary('+', h, n(offset)), n(1), { width: 8 }), store(x, n(1))]],
      { locations: sizes },
    ],
  ),
  ['a store of another width', [[store(w, n(1), at(2)), store(x, n(1))]], { locations: sizes }],
  ['a read-modify-write of another width', [[fetch(w, n(1), at(2)), store(x, n(1))]], { locations: sizes }],
];

const sections: readonly Row[] = [
  [
    'a load that says in the first register whether it finds a value',
    [
      [
        first('v'),
        atomic([load('a', u, { has: 'v' })]),
        store(x, r('v')),
        atomic([load('a', y, { has: 'v' })]),
        store(x, r('v')),
      ],
    ],
  ],
  [
    'read-modify-writes of a part of a cell',
    [
      [
        first('o'),
        first('k'),
        atomic([fetch(x, n(3), { width: 8 }), store(y, r('o'))]),
        store(y, r('k')),
        atomic([fetch(w, wide(1), { width: 64, target: 'q' }), store(y, r('q', 64), { width: 64 })]),
      ],
    ],
    anyWidth,
  ],
  [
    'one event of all accesses, each with its order',
    [
      [
        atomic(
          [
            load('a', x, { order: 'acquire' }),
            store(y, n(1), { order: 'release' }),
            store(y, n(2), { order: 'relaxed' }),
            load('c', y),
            load('d', x),
            store(x, binary('+', r('c'), r('d'))),
          ],
          at(1),
        ),
        load('a', x),
      ],
    ],
  ],
  [
    'a block that only loads takes what its buffer holds',
    [
      [
        store(x, n(1)),
        atomic([load('a', x), load('c', y, { order: 'acquire' })], {
          loads: true,
          order: 'relaxed',
          ...at(2),
        }),
        store(y, binary('+', r('a'), r('c'))),
      ],
    ],
    { model: 'tso' },
  ],
  [
    'a block that only loads, with cells without a value',
    [
      [
        lasting(x, 'empties'),
        atomic([load('a', x, { has: 'v' }), load('c', u, { has: 't' }), load('d', y, { has: 's' })], {
          loads: true,
        }),
        store(y, r('v')),
        store(y, r('t')),
        store(y, r('s')),
      ],
    ],
    { model: 'tso' },
  ],
  ['a block that waits for the buffer', [[store(x, n(1)), atomic([load('a', x)])]], { model: 'tso' }],
  [
    'a load of what was never written',
    [[atomic([store(x, n(1)), load('a', u, at(2)), store(y, n(1))], at(1))]],
  ],
  [
    'a load that may find no value',
    [[atomic([load('a', u, { has: 'v' }), store(x, r('v')), load('a', x, { has: 'v' }), store(y, r('v'))])]],
  ],
  [
    'a load of what the block left without a value',
    [[atomic([lasting(x, 'empties'), load('a', x, at(2)), store(y, n(1))], at(1)), store(y, n(2))]],
  ],
  [
    'a load that finds that the block left no value',
    [
      [
        atomic([lasting(x, 'empties'), load('a', x, { has: 'v' }), store(y, r('v'))]),
        load('a', x, { has: 'v' }),
        store(y, r('v')),
      ],
    ],
  ],
  [
    'a store to nothing',
    [[atomic([store(x, n(1)), store(nowhere, n(1), at(2)), store(y, n(1))], at(1)), store(y, n(1))]],
  ],
  [
    'a load from nothing',
    [[atomic([store(x, n(1)), load('a', nowhere, at(2)), store(y, n(1))], at(1)), store(y, n(1))]],
  ],
  [
    'a store to a freed block',
    [[alloc(n(1)), free(p), atomic([store(p, n(1), at(2)), store(y, n(1))], at(1))]],
  ],
  [
    'a load from a freed block',
    [[alloc(n(1)), free(p), atomic([load('a', p, { has: 'v', ...at(2) }), store(y, n(1))], at(1))]],
  ],
  [
    'read-modify-writes',
    [
      [
        atomic([
          rmw(x, { kind: 'xchg', value: n(3) }),
          store(y, r('o')),
          fetch(x, n(2)),
          store(y, binary('+', r('o'), binary('*', r('o'), n(10)))),
        ]),
        load('a', x),
      ],
    ],
  ],
  ['a compare-exchange that succeeds', [[atomic([cas(x, n(0), n(3)), store(y, r('o'))]), load('a', x)]]],
  [
    'a compare-exchange that fails',
    [[store(x, n(6)), atomic([cas(x, n(0), n(3)), store(y, r('o'))]), load('a', x)]],
  ],
  [
    'read-modify-writes of other widths',
    [
      [
        atomic([
          fetch(b, n(2), { width: 8 }),
          store(x, r('o')),
          fetch(w, wide(2n ** 33n), { width: 64, target: 'q' }),
          store(w, binary('+', r('q', 64), r('q', 64)), { width: 64 }),
        ]),
        atomic([
          rmw(h, { kind: 'xchg', value: n(65537) }, { width: 16 }),
          store(x, r('o')),
          cas(w, wide(10), wide(2n ** 50n), { width: 64, target: 'q' }),
        ]),
      ],
    ],
    { locations: sizes },
  ],
  [
    'a read-modify-write of another width',
    [[atomic([fetch(w, n(2), at(2)), store(x, n(1))], at(1))]],
    { locations: sizes },
  ],
  [
    'a failed assertion',
    [
      [
        atomic([store(x, n(1)), { kind: 'assert', condition: r('a'), ...at(2) }, store(y, n(1))], at(1)),
        load('a', x),
      ],
    ],
  ],
  [
    'an assumption that does not hold',
    [
      [
        atomic([load('a', x), { kind: 'assume', condition: r('a'), ...at(2) }, store(y, n(1))], at(1)),
        load('a', x),
      ],
    ],
  ],
  ['an empty block', [[atomic([]), load('a', x)]]],
  [
    'code after the accesses',
    [
      [
        atomic([load('a', x), { kind: 'assign', target: 'a', value: binary('+', r('a'), n(4)) }]),
        store(y, r('a')),
      ],
    ],
  ],
];

runsAsWritten({
  loads,
  stores,
  'read-modify-writes': updates,
  'cells of other widths': sizesOfCells,
  'atomic blocks': sections,
});
