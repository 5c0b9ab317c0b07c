import { describe, expect, it } from 'vitest';
import { lazyFunction } from '../../../src/module/lazyFunction.js';
import { parseModule } from '../../../src/module/parse.js';
import { link, noLibrary } from '../../../src/module/passes/link.js';
import { settle } from '../../../src/module/passes/settle/index.js';
import { printModule } from '../../../src/module/print.js';

/** The threads of a module as `settle` leaves them. */
function settled(text: string): string {
  const module = settle(link(parseModule(text), noLibrary));
  return printModule({ ...module, functions: new Map(), layouts: new Map() }).trim();
}

describe('settle', () => {
  it('bounds the answer at a function without a body, and stops behind one that is given an address', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      function @main() -> i32 {
      entry:
        %1:i32 = call @get()
        store @x, %1:i32
        call @put(@x)
        return 0:i32
      }`;
    const thread = settled(text);
    expect(thread).toMatch(/= intrinsic choose\(0:i32\)\n {2}intrinsic may_cut\("no-body", "get"\)/);
    expect(thread).toContain('intrinsic cut("after-no-body", "put")');
  });

  it('stops behind a function without a body whose result is an object or a reference', () => {
    const thread = settled(`
      function @find(i32) -> ptr particular
      function @main() -> i32 {
      entry:
        %1:ptr = call @find(1:i32)
        store %1:ptr, 1:i32
        return 0:i32
      }`);
    expect(thread).toContain('intrinsic cut("after-no-body", "find")');
  });

  it('follows a call with what is known there: the parts that are not reached do not come along', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      global @never size 4 align 4 bytes ""
      function @set(%how:ptr) {
      entry:
        %1:i32 = load %how:ptr
        branch eq(%1:i32, 1:i32), one, other
      one:
        store @x, 1:i32
        return
      other:
        store @never, 1:i32
        return
      }
      function @main() -> i32 {
        local &how size 4 align 4 label "how"
      entry:
        store &how, 1:i32
        call @set(&how)
        return 0:i32
      }`;
    expect(settled(text)).not.toContain('@never');
  });

  it('makes a loop of a function that calls itself only where it ends', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      function @find(%from:ptr, %to:ptr) -> i32 {
        local &at size 8 align 8
      entry:
        store &at, %from:ptr
        %1:ptr = load &at
        branch eq(%1:ptr, 0:ptr), none, some
      none:
        return 0:i32
      some:
        %2:i32 = load %1:ptr
        branch eq(%2:i32, 1:i32), left, right
      left:
        %3:i32 = call @find(%to:ptr, %1:ptr)
        return %3:i32
      right:
        %4:i32 = call @find(%1:ptr, %to:ptr)
        return %4:i32
      }
      function @worker(%a:ptr, %b:ptr) {
      entry:
        %1:i32 = call @find(%a:ptr, %b:ptr)
        store @x, %1:i32
        return
      }
      function @main() -> i32 {
      entry:
        %1:i32 = call @__diptych_choose(2:i32)
        %2:ptr = select(eq(%1:i32, 0:i32), 0:ptr, @x)
        call @worker(%2:ptr, 0:ptr)
        return 0:i32
      }`;
    const thread = settled(text);
    expect(thread).not.toContain('cut');
    expect(thread.match(/branch/g)).toHaveLength(2);
  });

  it('does not rely on a local whose address got where another thread may use it', () => {
    const text = `
      global @at size 8 align 8 bytes ""
      global @x size 4 align 4 bytes ""
      function @worker(%a:ptr, %b:ptr) {
      entry:
        %1:ptr = load @at
        store %1:ptr, 2:i32
        return
      }
      function @main() -> i32 {
        local &own size 4 align 4 label "own"
      entry:
        store &own, 1:i32
        store @at, &own
        %1:i32 = call @__diptych_spawn(@worker, 0:ptr, 0:ptr, 0:ptr)
        %2:i32 = load &own
        store @x, %2:i32
        return 0:i32
      }`;
    expect(settled(text)).toMatch(/= load @main\.own\n {2}store @x, %/);
  });

  it('starts a thread per round of a loop with a known end, with its own argument', () => {
    const text = `
      global @x size 8 align 4 bytes ""
      function @worker(%a:ptr, %b:ptr) {
      entry:
        store element(@x, ptrtoint:i64(%a:ptr), 4, 2), 1:i32 release
        return
      }
      function @main() -> i32 {
        local &i size 4 align 4 label "i"
      entry:
        store &i, 0:i32
        jump test
      test:
        %1:i32 = load &i
        branch slt(%1:i32, 2:i32), body, done
      body:
        %2:i32 = load &i
        %3:i32 = call @__diptych_spawn(@worker, inttoptr:ptr(zext:i64(%2:i32)), 0:ptr, 0:ptr)
        %4:i32 = load &i
        store &i, add(%4:i32, 1:i32)
        jump test
      done:
        call @__diptych_join(1:i32)
        call @__diptych_join(2:i32)
        return 0:i32
      }`;
    expect(settled(text)).toBe(`global @x size 8 align 4 bytes ""
thread "main" () {
start:
  start 1()
  start 2()
  intrinsic join(1:i32)
  intrinsic join(2:i32)
  return
}
thread "worker/1" () {
start:
  store @x, 1:i32 release
  return
}
thread "worker/2" () {
start:
  store offset(@x, 4), 1:i32 release
  return
}`);
  });

  it('folds a branch to a failing assertion into the assertion', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      global @text size 6 align 1 bytes "7820213d2030" constant
      global @kind size 10 align 1 bytes "617373657274696f6e" constant
      function @fail(%t:ptr) {
      entry:
        call @__diptych_require(0:i32, @kind, %t:ptr)
        unreachable
      }
      function @main() -> i32 {
      entry:
        %0:i32 = call @__diptych_choose(3:i32)
        store @x, %0:i32
        %1:i32 = load @x
        branch ne(%1:i32, 0:i32), yes, no
      no:
        call @fail(@text)
        unreachable
      yes:
        return 0:i32
      }`;
    expect(settled(text)).toContain(
      'intrinsic require(zext:i32(ne(%1~3:i32, 0:i32)), "assertion", "x != 0")',
    );
  });

  it('follows a recursion whose end is known, and cuts any other at the bound', () => {
    const text = (argument: string): string => `
      global @x size 4 align 4 bytes ""
      function @down(%n:i32) {
      entry:
        branch eq(%n:i32, 0:i32), done, more
      more:
        call @down(sub(%n:i32, 1:i32))
        rmw add @x, %n:i32 seq_cst
        return
      done:
        return
      }
      function @main() -> i32 {
      entry:
        %v:i32 = call @__diptych_choose(3:i32)
        call @down(${argument})
        return 0:i32
      }`;
    expect(settled(text('9:i32')).match(/rmw add/g)).toHaveLength(9);
    expect(settled(text('9:i32'))).not.toContain('cut');
    expect(settled(text('%v:i32'))).toContain('intrinsic cut("unroll", "")');
  });

  it('calls what a table of functions holds', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      global @table size 16 align 8 bytes "" at 0 = @one 0 at 8 = @two 0
      function @one() {
      entry:
        store @x, 1:i32
        return
      }
      function @two() {
      entry:
        store @x, 2:i32
        return
      }
      function @main() -> i32 {
      entry:
        %f:ptr = load offset(@table, 8)
        call %f:ptr()
        return 0:i32
      }`;
    expect(settled(text)).toContain('store @x, 2:i32');
    expect(settled(text)).not.toContain('store @x, 1:i32');
  });

  it('chooses among functions whose addresses were stored where the one called is not known', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      global @f size 8 align 8 bytes ""
      function @one() {
      entry:
        store @x, 1:i32
        return
      }
      function @two() {
      entry:
        store @x, 2:i32
        return
      }
      function @main() -> i32 {
      entry:
        %c:i32 = call @__diptych_choose(2:i32)
        branch ne(%c:i32, 0:i32), sets, calls
      sets:
        store @f, @one
        jump calls
      calls:
        %f:ptr = load @f
        call %f:ptr()
        return 0:i32
      }`;
    const found = settled(text);
    expect(found).toContain('store @x, 1:i32');
    expect(found).not.toContain('store @x, 2:i32');
    expect(found).toContain('"call of something that is no function"');
  });

  it('follows a call through an address to the functions that its cell may hold, and to those that they store', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      global @table size 16 align 8 bytes "" at 8 = @never 0
      function @never() {
      entry:
        store @x, 9:i32
        return
      }
      function @first() {
      entry:
        store @x, 1:i32
        store @table, @second
        return
      }
      function @second() {
      entry:
        store @x, 2:i32
        return
      }
      function @worker(%a:ptr, %b:ptr) {
      entry:
        %g:ptr = load @table
        call %g:ptr()
        return
      }
      function @main() -> i32 {
      entry:
        %1:i32 = call @__diptych_spawn(@worker, 0:ptr, 0:ptr, 0:ptr)
        store @table, @first
        store offset(@table, 8), 0:ptr
        return 0:i32
      }`;
    const found = settled(text);
    expect(found).toContain('store @x, 1:i32');
    expect(found).toContain('store @x, 2:i32');
    expect(found).not.toContain('store @x, 9:i32');
    expect(found).toContain('"call of something that is no function"');
  });

  it('gives each thread a copy of thread-local objects', () => {
    const text = `
      global @own size 4 align 4 bytes "07000000" each
      global @x size 4 align 4 bytes ""
      function @worker(%a:ptr, %b:ptr) {
      entry:
        store @own, 1:i32
        %1:i32 = load @own
        store @x, %1:i32
        return
      }
      function @main() -> i32 {
      entry:
        %3:i32 = call @__diptych_spawn(@worker, 0:ptr, 0:ptr, 0:ptr)
        %1:i32 = load @own
        store @x, %1:i32
        %p:ptr = call @__diptych_of_thread(@own, 1:i32)
        store %p:ptr, 9:i32
        return 0:i32
      }`;
    const found = settled(text);
    expect(found).toContain('store @x, 7:i32');
    expect(found).toContain('store @own@1, 9:i32');
    expect(found).toContain('store @own@1, 1:i32');
  });

  it('fills the list of further arguments as the compiler reads it', () => {
    const text = `
      global @x size 8 align 4 bytes ""
      function @sum(%n:i32, ...) {
        local &list size 24 align 16
      entry:
        call @__diptych_va_start(&list)
        %gp:i32 = load &list
        %area:ptr = load offset(&list, 16)
        %at:ptr = element(%area:ptr, zext:i64(%gp:i32), 1)
        %1:i32 = load %at:ptr
        %2:i32 = load offset(%at:ptr, 8)
        store @x, add(%1:i32, %2:i32)
        return
      }
      function @main() -> i32 {
      entry:
        call @sum(2:i32, 30:i32, 12:i32)
        return 0:i32
      }`;
    expect(settled(text)).toContain('store @x, 42:i32');
  });

  it('jumps back to a landing with the value of the jump', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      function @back(%b:ptr) {
      entry:
        call @__diptych_jump(%b:ptr, 3:i32)
        unreachable
      }
      function @main() -> i32 {
        local &buffer size 200 align 16
      entry:
        %r:i32 = call @__diptych_landing(&buffer)
        branch eq(%r:i32, 0:i32), first, again
      first:
        call @back(&buffer)
        unreachable
      again:
        store @x, %r:i32
        return 0:i32
      }`;
    const found = settled(text);
    expect(found).toContain('store @x, 3:i32');
    expect(found).not.toContain('landing(');
  });

  it('keeps a local in memory whose address a thread is started with', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      function @worker(%a:ptr, %b:ptr) {
      entry:
        store %a:ptr, 5:i32
        return
      }
      function @main() -> i32 {
        local &v size 4 align 4 label "v"
      entry:
        store &v, 1:i32
        %1:i32 = call @__diptych_spawn(@worker, &v, 0:ptr, 0:ptr)
        call @__diptych_join(1:i32)
        %2:i32 = load &v
        store @x, %2:i32
        return 0:i32
      }`;
    expect(settled(text)).toContain('load @main.v');
  });

  it('follows a loop that starts threads although they see its counter', () => {
    const text = `
      global @x size 4 align 4 bytes ""
      function @worker(%a:ptr, %b:ptr) {
      entry:
        %v:i32 = load %a:ptr
        store @x, %v:i32
        return
      }
      function @main() -> i32 {
        local &i size 4 align 4 label "i"
      entry:
        store &i, 0:i32
        jump test
      test:
        %1:i32 = load &i
        branch slt(%1:i32, 2:i32), body, done
      body:
        %2:i32 = call @__diptych_spawn(@worker, &i, 0:ptr, 0:ptr)
        %3:i32 = load &i
        store &i, add(%3:i32, 1:i32)
        jump test
      done:
        return 0:i32
      }`;
    const found = settled(text);
    expect(found.match(/^thread/gm)).toHaveLength(3);
    expect(found).not.toContain('cut');
  });

  it('reads no function of the library that no thread comes to', () => {
    const module = link(
      parseModule(`
        global @x size 4 align 4 bytes ""
        function @main() -> i32 {
        entry:
          store @x, 1:i32
          return 0:i32
        }`),
      noLibrary,
    );
    const mentions = { symbols: [], calls: [] };
    const head = { name: 'unread', returns: [], takes: [], model: true, mentions } as const;
    const unread = lazyFunction(head, () => {
      throw new Error('it is read');
    });
    const { threads } = settle({ ...module, functions: new Map(module.functions).set('unread', unread) });
    expect(threads).toHaveLength(1);
  });

  describe('forgets in main what it has stored', () => {
    /** A main that does something between a store to @x and a load, first when nothing is known of @q. */
    const text = (between: string): string => `
      global @x size 4 align 4 bytes ""
      global @r size 4 align 4 bytes ""
      global @q size 8 align 8 bytes "" at 0 = @r 0
      function @one() {
      entry:
        return
      }
      function @two() {
      entry:
        return
      }
      function @writes() {
      entry:
        store @x, 7:i32
        return
      }
      function @starts() {
      entry:
        call @__diptych_spawn(@worker, 0:ptr, 0:ptr, 0:ptr)
        return
      }
      function @worker(%a:ptr, %b:ptr) {
      entry:
        store @x, 7:i32
        return
      }
      function @idle(%a:ptr, %b:ptr) {
      entry:
        return
      }
      function @main() -> i32 {
      entry:
        %c:i32 = call @__diptych_choose(2:i32)
        store @q, @x
        ${between}
        %v:i32 = load @x
        store @r, %v:i32
        call @__diptych_spawn(@idle, 0:ptr, 0:ptr, 0:ptr)
        return 0:i32
      }`;
    const through = (a: string, b: string): string =>
      `%f:ptr = select(ne(%c:i32, 0:i32), ${a}, ${b})\n call %f:ptr()`;
    const read = (found: string): string | undefined => /store @r, (.*)$/m.exec(found)?.[1];

    it('where a function that is not known yet stores', () => {
      expect(read(settled(text(`store @x, 5:i32\n ${through('@one', '@writes')}`)))).toContain('%v');
    });

    it('where a function that is not known yet starts a thread that stores', () => {
      expect(read(settled(text(`store @x, 5:i32\n ${through('@one', '@starts')}`)))).toContain('%v');
    });

    it('where it stores at an address that is known later', () => {
      // Whether a number is known is told last.
      const between = `%n:i32 = call @__diptych_known(sext:i64(%c:i32))
        branch eq(%n:i32, 0:i32), stores, other
      other:
        store @q, @r
        jump stores
      stores:
        store @x, 5:i32
        %p:ptr = load @q
        store %p:ptr, 7:i32`;
      expect(read(settled(text(between)))).toBe('7:i32');
    });
  });

  describe('knows in a thread what main stored before it started the thread', () => {
    /** A worker that copies @x to @r and calls through @f; main does more before, between and after two starts. */
    const text = ({ first = '', between = '', after = '', worker = '', start = '@worker' }): string => `
      global @x size 4 align 4 bytes ""
      global @r size 4 align 4 bytes ""
      global @q size 8 align 8 bytes "" at 0 = @r 0
      function @other(%a:ptr, %b:ptr) {
      entry:
        store @x, 7:i32
        return
      }
      function @inner(%a:ptr, %b:ptr) {
      entry:
        call @__diptych_spawn(@worker, 0:ptr, 0:ptr, 0:ptr)
        return
      }
      function @worker(%a:ptr, %b:ptr) {
      entry:
        ${worker}
        %v:i32 = load @x
        store @r, %v:i32
        return
      }
      function @main() -> i32 {
      entry:
        store @x, 5:i32
        ${first}
        call @__diptych_spawn(${start}, 0:ptr, 0:ptr, 0:ptr)
        ${between}
        call @__diptych_spawn(@worker, 0:ptr, 0:ptr, 0:ptr)
        ${after}
        return 0:i32
      }`;
    const known = (found: string): (string | undefined)[] =>
      [...found.matchAll(/^thread "(worker[^"]*)"[\s\S]*?store @r, (.*)$/gm)].map(([, , value]) => value);

    it('where nothing writes it afterwards', () => {
      expect(known(settled(text({})))).toEqual(['5:i32', '5:i32']);
      expect(known(settled(text({ first: 'store @x, 6:i32' })))).toEqual(['6:i32', '6:i32']);
      expect(known(settled(text({ first: 'copy @x, @r, 4:i64' })))).toEqual(['0:i32', '0:i32']);
    });

    it('also in a thread that another one starts', () => {
      expect(known(settled(text({ start: '@inner' })))).toEqual(['5:i32', '5:i32']);
    });

    it('only in the threads that are started later than the last store', () => {
      expect(known(settled(text({ between: 'store @x, 6:i32' })))).toEqual([
        expect.stringContaining('%v'),
        '6:i32',
      ]);
    });

    it.each([
      ['main stores to it later', { after: 'store @x, 5:i32' }],
      ['another thread stores to it', { start: '@other' }],
      ['the thread itself stores to it', { worker: 'store @x, 5:i32' }],
      [
        'it is written at an address that is not known',
        {
          first: 'store @q, @x',
          after: '%p:ptr = load @q\n store %p:ptr, 1:i32',
          worker: '%c:i32 = call @__diptych_choose(2:i32)\n store @q, select(ne(%c:i32, 0:i32), @x, @r)',
        },
      ],
    ])('not if %s', (_, parts) => {
      for (const value of known(settled(text(parts)))) expect(value).toContain('%v');
      expect(known(settled(text(parts)))).not.toEqual([]);
    });
  });
});
