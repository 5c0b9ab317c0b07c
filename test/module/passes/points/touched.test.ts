import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../../src/module/instruction.js';
import type { Module } from '../../../../src/module/module.js';
import { parseModule } from '../../../../src/module/parse.js';
import { divide } from '../../../../src/module/passes/cells/divide.js';
import { PointsTo } from '../../../../src/module/passes/points/solve.js';
import { everyday } from '../../../counts.js';
import { behaviours, TooManyStates } from '../../interpreter.js';

// Elements of 24 bytes: an address, and an array of two addresses. The registers %e1 to %e3 point to elements, %m1 and %m2 to addresses.
// %x is an address as a number, with marks in its low or high bits.

type Of = fc.Arbitrary<string>;
const element: Of = fc.constantFrom('%e1:ptr', '%e2:ptr', '%e3:ptr');
const member: Of = fc.constantFrom('%m1:ptr', '%m2:ptr');
const array: Of = fc.constantFrom('@a', '@b');
const few: Of = fc.constantFrom('%i:i64', 'and(%i:i64, 1:i64)', '0:i64', '1:i64');
const index: Of = fc.oneof(few, fc.constant('%j:i64'));

const bits: Of = fc.constantFrom(
  '1:i64',
  '3:i64',
  '8:i64',
  '40:i64',
  '%i:i64',
  'shl(%i:i64, 3:i64)',
  'shl(%i:i64, 48:i64)',
);
const mask: Of = fc.constantFrom(
  '-2:i64',
  '-4:i64',
  '-16:i64',
  '-32:i64',
  '281474976710655:i64',
  'sub(%i:i64, 16:i64)',
);
const number: Of = fc.constantFrom('1:i64', '8:i64', '24:i64', 'mul(%i:i64, 8:i64)');

const text = (...parts: (string | Of)[]): Of =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((all) => all.join(''));

const simple: Of = fc.oneof(
  text(element, ' = ', array),
  text(element, ' = element(', array, ', ', index, ', 24, COUNT)'),
  text(element, ' = element(', element, ', ', index, ', 24)'),
  text(element, ' = element(', element, ', sub(0:i64, ', index, '), 24)'),
  text(element, ' = offset(', element, ', 24)'),
  text(element, ' = inttoptr:ptr(add(ptrtoint:i64(', element, '), mul(', index, ', 24:i64)))'),
  text(element, ' = select(ne(', index, ', 0:i64), ', element, ', ', element, ')'),
  text(member, ' = offset(', element, ', 0, 8)'),
  text(member, ' = offset(', element, ', 8)'),
  text(member, ' = element(offset(', element, ', 8, 16), ', few, ', 8, 2)'),
  text(member, ' = element(offset(', element, ', 8, 16), ', few, ', 8)'),
  text(member, ' = element(offset(', element, ', 0, 8), 0:i64, 8)'),
  text(element, ' = load ', member),
  text(element, ' = rmw xchg ', member, ', ', element, ' seq_cst'),
  text('store ', member, ', ', element),
  text('store ', member, ', ', element),
  text('store ', element, ', ', element),
  text('copy ', element, ', ', element, ', 24:i64'),
  text('copy ', array, ', ', array, ', ', fc.constantFrom('48', '40', '32'), ':i64'),
  text('%i:i64 = zext:i64(%c:i32)'),
);

const marked: Of = fc.oneof(
  text('%x:i64 = ptrtoint:i64(', element, ')'),
  text('%x:i64 = load ', member),
  text('store ', member, ', %x:i64'),
  text('%x:i64 = ', fc.constantFrom('or', 'xor'), '(%x:i64, ', bits, ')'),
  text('%x:i64 = and(%x:i64, ', mask, ')'),
  text('%x:i64 = and(add(%x:i64, ', number, '), ', mask, ')'),
  text('%x:i64 = ', fc.constantFrom('add', 'sub'), '(%x:i64, ', number, ')'),
  text('%x:i64 = rmw ', fc.constantFrom('add', 'sub'), ' ', member, ', ', number, ' seq_cst'),
  text('%x:i64 = rmw ', fc.constantFrom('or', 'xor'), ' ', member, ', ', bits, ' seq_cst'),
  text('%x:i64 = rmw and ', member, ', ', mask, ' seq_cst'),
  text('%e3:ptr = inttoptr:ptr(and(%x:i64, -8:i64))\n  store %e3:ptr, ', element),
  text('%e3:ptr = inttoptr:ptr(and(%x:i64, -8:i64))\n  %x:i64 = load %e3:ptr'),
);

type Line = string | { readonly rounds: readonly string[] };
const line: fc.Arbitrary<Line> = fc.oneof(
  { weight: 6, arbitrary: simple },
  { weight: 4, arbitrary: marked },
  {
    weight: 2,
    arbitrary: fc.record({ rounds: fc.array(fc.oneof(simple, marked), { minLength: 1, maxLength: 3 }) }),
  },
);

function body(lines: readonly Line[], start: string): string {
  const written = lines.flatMap((one, k) =>
    typeof one === 'string'
      ? [`  ${one}`]
      : [
          `  %n${k}:i32 = 0:i32\n  jump test${k}\ntest${k}:`,
          `  branch slt(%n${k}:i32, 2:i32), round${k}, done${k}\nround${k}:`,
          ...one.rounds.map((each) => `  ${each}`),
          `  %n${k}:i32 = add(%n${k}:i32, 1:i32)\n  jump test${k}\ndone${k}:`,
        ],
  );
  return `entry:
  %e1:ptr = @a
  %e2:ptr = @b
  %e3:ptr = @a
  %m1:ptr = @a
  %m2:ptr = @b
  %j:i64 = sub(COUNT:i64, 1:i64)
  %x:i64 = ptrtoint:i64(@a)
  %c:i32 = intrinsic choose(2:i32)
  %i:i64 = zext:i64(%c:i32)
${start}${written.join('\n')}
  return
`;
}

/** `count`: the elements of each array. Of many the members have no extents of their own. */
const randomModule = fc
  .record({
    count: fc.constantFrom(2, 3, 65),
    before: fc.array(line, { maxLength: 6 }),
    after: fc.array(line, { minLength: 2, maxLength: 8 }),
    worker: fc.array(line, { maxLength: 6 }),
  })
  .map(({ count, before, after, worker }) =>
    `global @a size SIZE align 8 bytes "" at 8 = @b 24
global @b size SIZE align 8 bytes ""
thread "main" () {
${body([...before, 'start 1(%e1:ptr)', ...after], '')}}
thread "worker" (%given:ptr) {
${body(worker, '  %e1:ptr = %given:ptr\n')}}
`
      .replaceAll('SIZE', `${24 * count}`)
      .replaceAll('COUNT', `${count}`),
  );

/** The interpreter looks at so many states of a module: those of a few executions. */
const mostStates = 40;

/** The accesses that happen at a multiple of their size and that points-to or the division into cells does not have. */
function missed(module: Module): string[] {
  const points = new PointsTo(module);
  const { of } = divide(module, points);
  const places = new Map<Instruction, ReadonlySet<string>>();
  for (const [i, touches] of of)
    places.set(i, new Set(touches.flatMap((touch) => touch.places.map((p) => `${p.object}+${p.offset}`))));
  const found = new Set<string>();
  try {
    behaviours(module, mostStates, (thread, i, object, offset) => {
      if (offset % 8 !== 0) return;
      if (places.get(i)?.has(`${object}+${offset}`) !== true)
        found.add(`thread ${thread}: ${i.kind} at ${object}+${offset}`);
    });
  } catch (error) {
    if (!(error instanceof TooManyStates)) throw error;
  }
  return [...found];
}

describe('the places that points-to finds', () => {
  it('have those that a random module touches', () => {
    fc.assert(
      fc.property(randomModule, (module) => {
        expect(missed(parseModule(module))).toEqual([]);
      }),
      { numRuns: Number(process.env.FC_RUNS ?? everyday(150)) },
    );
  });
});
