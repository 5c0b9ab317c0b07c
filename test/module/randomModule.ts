// Small random modules, as text: a main with locals, a helper function, a worker that is started up to twice and may start another
// thread, branches, loops with a known end, calls through addresses in memory, accesses of different widths, thread-local objects, and
// locals whose addresses get somewhere. Globals are written before the first start, between starts, and by any thread, also by
// functions that are not known at first.

import fc from 'fast-check';

/** Writes one body; every construct ends in the block that goes on. */
class Writer {
  readonly lines: string[] = ['entry:'];
  #n = 0;

  fresh(): number {
    return ++this.#n;
  }

  line(text: string): void {
    this.lines.push(`  ${text}`);
  }

  label(name: string): void {
    this.lines.push(`${name}:`);
  }
}

type Statement =
  | { readonly kind: 'store'; readonly to: string; readonly operand: Operand }
  | { readonly kind: 'load'; readonly from: string }
  /** A load that needs no value. */
  | { readonly kind: 'look'; readonly from: string }
  | { readonly kind: 'byte'; readonly at: number; readonly operand: Operand }
  | { readonly kind: 'rmw'; readonly to: string; readonly by: number }
  | { readonly kind: 'call'; readonly operand: Operand }
  /** Keeps the address of a function, or none, where any thread may call it. */
  | { readonly kind: 'point'; readonly at: string; readonly to: string }
  | { readonly kind: 'through'; readonly at: string; readonly operand: Operand }
  | { readonly kind: 'copy'; readonly copied: string }
  /** Both numbers of a global at once. */
  | { readonly kind: 'wide'; readonly stores: boolean; readonly operand: Operand }
  /** A function stores and loads at an address that it is given. */
  | { readonly kind: 'pass'; readonly to: string; readonly operand: Operand }
  /** Calls a function that calls itself where it ends, with its addresses exchanged or not. */
  | { readonly kind: 'walk'; readonly operand: Operand; readonly at: string; readonly to: string }
  /** Keeps the address of an object in a local, or where any thread may use it. */
  | { readonly kind: 'keep'; readonly at: string; readonly to: string }
  | { readonly kind: 'via'; readonly at: string; readonly operand: Operand }
  /** Marks the address that any thread may use, for a while; the operand goes to the address without its mark. */
  | { readonly kind: 'mark'; readonly set: string; readonly clear: string; readonly operand: Operand }
  /** Stores to one of two objects. */
  | { readonly kind: 'pick'; readonly among: string; readonly operand: Operand }
  | { readonly kind: 'zero'; readonly at: string }
  | { readonly kind: 'require'; readonly operand: Operand }
  /** A block of the heap: two numbers and an address. Its own address is kept in the local b. */
  | { readonly kind: 'allocate'; readonly flags: number }
  | { readonly kind: 'put'; readonly at: number; readonly operand: Operand }
  | { readonly kind: 'get'; readonly at: number }
  /** At an index that is not known. */
  | { readonly kind: 'index'; readonly stores: boolean; readonly operand: Operand }
  | { readonly kind: 'copyBlock'; readonly out: boolean; readonly from: number }
  /** The address in the block: that of the block, of another object or of a function. */
  | { readonly kind: 'hold'; readonly what: string }
  | { readonly kind: 'follow' }
  | { readonly kind: 'callHeld'; readonly operand: Operand }
  /** Where any thread may use the block, and back. */
  | { readonly kind: 'publish' }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'free' }
  | { readonly kind: 'choose' }
  | { readonly kind: 'atomic'; readonly to: string; readonly by: number }
  | {
      readonly kind: 'if';
      readonly operand: Operand;
      readonly whenTrue: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: 'loop'; readonly rounds: number; readonly body: readonly Statement[] }
  /** Calls one of two functions that are given an address. One may store there or start a thread with it. */
  | { readonly kind: 'apply'; readonly among: string; readonly to: string; readonly operand: Operand }
  | {
      readonly kind: 'spawn';
      readonly worker: string;
      readonly operand: Operand;
      readonly joins: boolean;
    };

/** A number, the accumulator, or a local. */
type Operand = number | 'acc' | 'x' | 'y';

const operand: fc.Arbitrary<Operand> = fc.oneof(
  fc.integer({ min: -1, max: 3 }),
  fc.constantFrom<Operand>('acc', 'x', 'y'),
);
const shared = fc.constantFrom('@g', '@h', 'offset(@k, 4)');
const global = ['@g', '@h', '@k', 'offset(@k, 4)', '@t'];
const place = fc.constantFrom(...global, '&x', '&x', '&y', 'offset(&s, 4)', '&s');
const pointer = fc.constantFrom('@f', 'offset(@f, 8)');

const simple: fc.Arbitrary<Statement> = fc.oneof(
  fc.record({ kind: fc.constant('store' as const), to: place, operand }),
  fc.record({ kind: fc.constant('load' as const), from: place }),
  fc.record({ kind: fc.constant('look' as const), from: place }),
  fc.record({ kind: fc.constant('byte' as const), at: fc.integer({ min: 0, max: 3 }), operand }),
  fc.record({ kind: fc.constant('rmw' as const), to: shared, by: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('call' as const), operand }),
  fc.record({
    kind: fc.constant('point' as const),
    at: pointer,
    to: fc.constantFrom('@helper', '@other', '0:ptr'),
  }),
  fc.record({ kind: fc.constant('through' as const), at: pointer, operand }),
  fc.record({
    kind: fc.constant('copy' as const),
    copied: fc.constantFrom('&s, &x, 4', '&s, @k, 8', '@k, &s, 8', 'offset(@k, 4), @g, 4', '@h, @k, 4'),
  }),
  fc.record({ kind: fc.constant('wide' as const), stores: fc.boolean(), operand }),
  fc.record({ kind: fc.constant('pass' as const), to: place, operand }),
  fc.record({ kind: fc.constant('walk' as const), operand, at: place, to: place }),
  fc.record({ kind: fc.constant('keep' as const), at: fc.constant('&p'), to: place }),
  fc.record({ kind: fc.constant('via' as const), at: fc.constantFrom('&p', '&p', '@q'), operand }),
  fc.record({
    kind: fc.constant('pick' as const),
    among: fc.constantFrom('&x, &y', '@g, @k', 'offset(@k, 4), &y'),
    operand,
  }),
  fc.record({ kind: fc.constant('zero' as const), at: fc.constantFrom('&s', '@k') }),
  fc.record({ kind: fc.constant('require' as const), operand }),
  fc.record({ kind: fc.constant('choose' as const) }),
  fc.record({ kind: fc.constant('atomic' as const), to: shared, by: fc.integer({ min: 1, max: 2 }) }),
);

const mark: fc.Arbitrary<Statement> = fc.record({
  kind: fc.constant('mark' as const),
  set: fc.constantFrom('or @q, 1', 'xor @q, 3', 'or @q, 2'),
  clear: fc.constantFrom('and @q, -4', 'and @q, -2', 'xor @q, 1'),
  operand,
});

/** Statements on the block that the local b points to. */
const withBlock: fc.Arbitrary<Statement> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('allocate' as const), flags: fc.constantFrom(0, 0, 1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('put' as const), at: fc.constantFrom(0, 4, 6), operand }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('get' as const), at: fc.constantFrom(0, 0, 4) }) },
  fc.record({ kind: fc.constant('index' as const), stores: fc.boolean(), operand }),
  fc.record({ kind: fc.constant('copyBlock' as const), out: fc.boolean(), from: fc.constantFrom(0, 4) }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      what: fc.constantFrom('&b', '@b', '@h', '&y', '@helper', '@helper', '@other'),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Statement>({ kind: 'follow' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('callHeld' as const), operand }) },
  { weight: 2, arbitrary: fc.constant<Statement>({ kind: 'publish' }) },
  fc.constant<Statement>({ kind: 'fetch' }),
  fc.constant<Statement>({ kind: 'free' }),
);

const nested = (inner: fc.Arbitrary<Statement>): fc.Arbitrary<Statement> =>
  fc.oneof(
    { weight: 4, arbitrary: inner },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('if' as const),
        operand,
        whenTrue: fc.array(inner, { maxLength: 2 }),
        otherwise: fc.array(inner, { maxLength: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('loop' as const),
        rounds: fc.integer({ min: 0, max: 2 }),
        body: fc.array(inner, { maxLength: 2 }),
      }),
    },
  );
/** The address of a local of a thread's first function, which ends with the thread. */
const keepShared: fc.Arbitrary<Statement> = fc.record({
  kind: fc.constant('keep' as const),
  at: fc.constant('@q'),
  to: fc.constantFrom('&y', '@h'),
});
const apply = (...among: string[]): fc.Arbitrary<Statement> =>
  fc.record({
    kind: fc.constant('apply' as const),
    among: fc.constantFrom(...among),
    to: fc.constantFrom(...global, '&y'),
    operand,
  });
const statementOf = (usual: fc.Arbitrary<Statement>): fc.Arbitrary<Statement> =>
  fc.oneof(
    { weight: 24, arbitrary: nested(usual) },
    { weight: 2, arbitrary: keepShared },
    { weight: 1, arbitrary: apply('@setter, @getter') },
  );
const spawnOf = (...workers: string[]): fc.Arbitrary<Statement> =>
  fc.record({
    kind: fc.constant('spawn' as const),
    worker: fc.constantFrom(...workers),
    operand,
    joins: fc.constantFrom(false, false, true),
  });

function value(w: Writer, of: Operand): string {
  if (typeof of === 'number') return `${of}:i32`;
  if (of === 'acc') return '%acc:i32';
  const n = w.fresh();
  w.line(`%t${n}:i32 = load &${of}`);
  return `%t${n}:i32`;
}

/** The address in the local b. */
function block(w: Writer): string {
  const n = w.fresh();
  w.line(`%b${n}:ptr = load &b`);
  return `%b${n}:ptr`;
}

function write(w: Writer, s: Statement): void {
  switch (s.kind) {
    case 'allocate': {
      const n = w.fresh();
      w.line(`%m${n}:ptr = call @__diptych_allocate(16:i64, 16:i64, ${s.flags}:i32)`);
      w.line(`store &b, %m${n}:ptr`);
      return;
    }
    case 'put':
      if (s.at === 6) w.line(`store offset(${block(w)}, 6), trunc:i8(${value(w, s.operand)})`);
      else w.line(`store offset(${block(w)}, ${s.at}), ${value(w, s.operand)}`);
      return;
    case 'get':
      w.line(`%acc:i32 = load offset(${block(w)}, ${s.at})`);
      return;
    case 'index': {
      const at = `element(${block(w)}, zext:i64(sgt(${value(w, s.operand)}, 0:i32)), 4)`;
      w.line(s.stores ? `store ${at}, 5:i32` : `%acc:i32 = load ${at}`);
      return;
    }
    case 'copyBlock': {
      const b = block(w);
      w.line(s.out ? `copy &s, offset(${b}, ${s.from}), 4:i64` : `copy offset(${b}, ${s.from}), @k, 4:i64`);
      // A copy that nothing looks at may go.
      if (s.out) w.line('%acc:i32, %has:i32 = load &s');
      return;
    }
    case 'hold': {
      const n = w.fresh();
      const b = block(w);
      const isLoaded = s.what === '&b' || s.what === '@b';
      if (isLoaded) w.line(`%h${n}:ptr = load ${s.what}`);
      w.line(`store offset(${b}, 8), ${isLoaded ? `%h${n}:ptr` : s.what}`);
      return;
    }
    case 'follow': {
      const n = w.fresh();
      w.line(`%h${n}:ptr = load offset(${block(w)}, 8)`);
      w.line(`store &b, %h${n}:ptr`);
      return;
    }
    case 'callHeld': {
      const n = w.fresh();
      w.line(`%h${n}:ptr = load offset(${block(w)}, 8)`);
      w.line(`%acc:i32 = call %h${n}:ptr(${value(w, s.operand)})`);
      return;
    }
    case 'publish':
      w.line(`store @b, ${block(w)}`);
      return;
    case 'fetch': {
      const n = w.fresh();
      w.line(`%h${n}:ptr = load @b`);
      w.line(`store &b, %h${n}:ptr`);
      return;
    }
    case 'free':
      w.line(`call @__diptych_release(${block(w)})`);
      return;
    case 'store':
      w.line(`store ${s.to}, ${value(w, s.operand)}`);
      return;
    case 'load':
      w.line(`%acc:i32 = load ${s.from}`);
      return;
    case 'look':
      w.line(`%acc:i32, %has:i32 = load ${s.from}`);
      w.line('%acc:i32 = add(%acc:i32, %has:i32)');
      return;
    case 'byte':
      w.line(`store offset(&x, ${s.at}), trunc:i8(${value(w, s.operand)})`);
      return;
    case 'rmw':
      w.line(`%acc:i32 = rmw add ${s.to}, ${s.by}:i32 seq_cst`);
      return;
    case 'call':
      w.line(`%acc:i32 = call @helper(${value(w, s.operand)})`);
      return;
    case 'point':
      w.line(`store ${s.at}, ${s.to}`);
      return;
    case 'through': {
      const n = w.fresh();
      w.line(`%f${n}:ptr = load ${s.at}`);
      w.line(`%acc:i32 = call %f${n}:ptr(${value(w, s.operand)})`);
      return;
    }
    case 'copy':
      w.line(`copy ${s.copied}:i64`);
      return;
    case 'wide':
      if (s.stores) w.line(`store @k, sext:i64(${value(w, s.operand)})`);
      else {
        const n = w.fresh();
        w.line(`%w${n}:i64 = load @k`);
        w.line(`%acc:i32 = trunc:i32(lshr(%w${n}:i64, 32:i64))`);
      }
      return;
    case 'pass':
      w.line(`%acc:i32 = call @setter(${s.to}, ${value(w, s.operand)})`);
      return;
    case 'walk':
      w.line(`%acc:i32 = call @walk(and(${value(w, s.operand)}, 3:i32), ${s.at}, ${s.to})`);
      return;
    case 'keep':
      w.line(`store ${s.at}, ${s.to}`);
      return;
    case 'via': {
      const n = w.fresh();
      w.line(`%p${n}:ptr = load ${s.at}`);
      w.line(`store %p${n}:ptr, ${value(w, s.operand)}`);
      w.line(`%acc:i32 = load %p${n}:ptr`);
      return;
    }
    case 'mark': {
      const n = w.fresh();
      w.line(`%m${n}:i64 = rmw ${s.set}:i64 seq_cst`);
      w.line(`%p${n}:ptr = inttoptr:ptr(and(%m${n}:i64, -4:i64))`);
      w.line(`store %p${n}:ptr, ${value(w, s.operand)}`);
      w.line(`%m${n}:i64 = rmw ${s.clear}:i64 seq_cst`);
      w.line(`%acc:i32 = load inttoptr:ptr(and(%m${n}:i64, -4:i64))`);
      return;
    }
    case 'pick': {
      const n = w.fresh();
      w.line(`%p${n}:ptr = select(sgt(${value(w, s.operand)}, 0:i32), ${s.among})`);
      w.line(`store %p${n}:ptr, 2:i32`);
      return;
    }
    case 'zero':
      w.line(`fill ${s.at}, 0:i8, 8:i64`);
      return;
    case 'require':
      w.line(`call @__diptych_require(zext:i32(ne(${value(w, s.operand)}, 1:i32)), "assertion", "not one")`);
      return;
    case 'choose':
      w.line('%acc:i32 = call @__diptych_choose(2:i32)');
      return;
    case 'atomic':
      w.line('call @__diptych_atomic_begin()');
      w.line(`%held:i32 = load ${s.to}`);
      w.line(`store ${s.to}, add(%held:i32, ${s.by}:i32)`);
      w.line('call @__diptych_atomic_end()');
      return;
    case 'if': {
      const n = w.fresh();
      w.line(`branch sgt(${value(w, s.operand)}, 0:i32), then${n}, else${n}`);
      w.label(`then${n}`);
      for (const inner of s.whenTrue) write(w, inner);
      w.line(`jump end${n}`);
      w.label(`else${n}`);
      for (const inner of s.otherwise) write(w, inner);
      w.line(`jump end${n}`);
      w.label(`end${n}`);
      return;
    }
    case 'loop': {
      const n = w.fresh();
      w.line(`%i${n}:i32 = 0:i32`);
      w.line(`jump test${n}`);
      w.label(`test${n}`);
      w.line(`branch slt(%i${n}:i32, ${s.rounds}:i32), body${n}, done${n}`);
      w.label(`body${n}`);
      for (const inner of s.body) write(w, inner);
      w.line(`%i${n}:i32 = add(%i${n}:i32, 1:i32)`);
      w.line(`jump test${n}`);
      w.label(`done${n}`);
      return;
    }
    case 'spawn': {
      const n = w.fresh();
      w.line(`%b${n}:ptr = load &b`);
      w.line(
        `%id${n}:i32 = call @__diptych_spawn(@${s.worker}, inttoptr:ptr(zext:i64(${value(w, s.operand)})), %b${n}:ptr, 0:ptr)`,
      );
      if (s.joins) w.line(`call @__diptych_join(%id${n}:i32)`);
      return;
    }
    case 'apply': {
      const n = w.fresh();
      w.line(`%c${n}:i32 = call @__diptych_choose(2:i32)`);
      w.line(`store @w, select(ne(%c${n}:i32, 0:i32), ${s.among})`);
      w.line(`%f${n}:ptr = load @w`);
      w.line(`%acc:i32 = call %f${n}:ptr(${s.to}, ${value(w, s.operand)})`);
      return;
    }
  }
}

const locals = `  local &x size 4 align 4 label "x"
  local &y size 4 align 4 label "y"
  local &s size 8 align 4 label "s"
  local &p size 8 align 8 label "p"
  local &b size 8 align 8 label "b"`;

function body(statements: readonly Statement[], first: readonly string[], last: string): string {
  const w = new Writer();
  for (const line of ['store &b, @k', ...first, 'store &p, &y']) w.line(line);
  for (const s of statements) write(w, s);
  w.line(last);
  return `{\n${locals}\n${w.lines.join('\n')}\n}`;
}

/** A thread gets a number and the address of a block. */
const started = ['store &x, trunc:i32(ptrtoint:i64(%a:ptr))', 'store &b, %b:ptr'];

interface Parts {
  readonly before: readonly Statement[];
  readonly spawns: readonly { readonly spawn: Statement; readonly more: readonly Statement[] }[];
  readonly after: readonly Statement[];
  readonly worker: readonly Statement[];
  readonly second: readonly Statement[];
  readonly helper: readonly Statement[];
}

/** The statements of a module, most of which are such ones. */
function partsOf(usual: fc.Arbitrary<Statement>): fc.Arbitrary<Parts> {
  const statement = statementOf(usual);
  const ofMain = fc.oneof(
    { weight: 8, arbitrary: statement },
    { weight: 1, arbitrary: apply('@setter, @getter', '@getter, @starter') },
  );
  return fc.record({
    before: fc.array(ofMain, { maxLength: 3 }),
    spawns: fc.array(
      fc.record({
        spawn: spawnOf('worker', 'worker', 'second'),
        more: fc.array(ofMain, { maxLength: 1 }),
      }),
      { maxLength: 2 },
    ),
    after: fc.array(ofMain, { maxLength: 3 }),
    worker: fc.array(
      fc.oneof({ weight: 12, arbitrary: statement }, { weight: 1, arbitrary: spawnOf('second') }),
      { minLength: 1, maxLength: 3 },
    ),
    second: fc.array(statement, { minLength: 1, maxLength: 2 }),
    helper: fc.array(
      simple.filter((s) => s.kind !== 'call' && s.kind !== 'through'),
      { maxLength: 2 },
    ),
  });
}

/** Main begins with a block. */
const allocates: fc.Arbitrary<readonly Statement[]> = fc
  .tuple(fc.constantFrom(0, 1), fc.array(withBlock, { maxLength: 3 }))
  .map(([flags, more]) => [{ kind: 'allocate', flags }, ...more]);

const textOf = ({
  before,
  spawns,
  after,
  worker,
  second,
  helper,
}: Parts): string => `global @g size 4 align 4 bytes ""
global @h size 4 align 4 bytes "01000000"
global @k size 8 align 8 bytes "0200000003000000"
global @f size 16 align 8 bytes "" at 0 = @other 0
global @q size 8 align 8 bytes "" at 0 = @h 0
global @t size 4 align 4 bytes "02000000" each
global @w size 8 align 8 bytes ""
global @b size 8 align 8 bytes "" at 0 = @k 0
function @getter(%at:ptr, %v:i32) -> i32 {
entry:
  %1:i32 = load %at:ptr
  return %1:i32
}
function @given(%a:ptr, %b:ptr) {
entry:
  store %a:ptr, 4:i32
  return
}
function @starter(%at:ptr, %v:i32) -> i32 {
entry:
  call @__diptych_spawn(@given, %at:ptr, 0:ptr, 0:ptr)
  return %v:i32
}
function @setter(%at:ptr, %v:i32) -> i32 {
entry:
  store %at:ptr, %v:i32
  %1:i32 = load %at:ptr
  return %1:i32
}
function @walk(%n:i32, %at:ptr, %to:ptr) -> i32 {
  local &left size 4 align 4
entry:
  store &left, %n:i32
  %1:i32 = load &left
  branch sgt(%1:i32, 0:i32), more, done
more:
  store %at:ptr, %1:i32
  %2:i32 = load %to:ptr
  branch sgt(%2:i32, 1:i32), exchanged, same
exchanged:
  %3:i32 = call @walk(sub(%1:i32, 1:i32), %to:ptr, %at:ptr)
  return %3:i32
same:
  %4:i32 = call @walk(sub(%1:i32, 1:i32), %at:ptr, %to:ptr)
  return %4:i32
done:
  %5:i32 = load %at:ptr
  return %5:i32
}
function @helper(%p:i32) -> i32 ${body(helper, ['%acc:i32 = %p:i32'], 'return add(%acc:i32, 1:i32)')}
function @other(%p:i32) -> i32 ${body([], [], 'return mul(%p:i32, 2:i32)')}
function @worker(%a:ptr, %b:ptr) ${body(worker, started, 'return')}
function @second(%a:ptr, %b:ptr) ${body(second, started, 'return')}
function @main() -> i32 ${body([...before, ...spawns.flatMap(({ spawn, more }) => [spawn, ...more]), ...after], [], 'return 0:i32')}`;

/** The text of a module that calls intrinsics by their names in C: `link` makes intrinsics of them. */
export const randomModule: fc.Arbitrary<string> = partsOf(simple).map(textOf);

/** The same, with marks in an address that threads share. */
export const moduleWithMarks: fc.Arbitrary<string> = partsOf(
  fc.oneof({ weight: 3, arbitrary: simple }, { weight: 1, arbitrary: mark }),
).map(textOf);

/** The same as the first, with blocks of the heap. */
export const moduleWithBlocks: fc.Arbitrary<string> = fc
  .tuple(allocates, partsOf(fc.oneof({ weight: 1, arbitrary: simple }, { weight: 1, arbitrary: withBlock })))
  .map(([first, parts]) => textOf({ ...parts, before: [...first, ...parts.before] }));
