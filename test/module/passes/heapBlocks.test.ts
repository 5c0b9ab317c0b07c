import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/module/parse.js';
import { link, noLibrary } from '../../../src/module/passes/link.js';
import { settle } from '../../../src/module/passes/settle/index.js';
import { printModule } from '../../../src/module/print.js';
import { verify } from '../../../src/module/verify.js';

interface Parts {
  readonly flags?: number;
  readonly first?: string;
  readonly between?: string;
  readonly after?: string;
  readonly worker?: string;
  readonly end?: string;
}

/** Main fills a block for each of two workers, which copy the number in it to @r and call the function in it. */
const text = ({ flags = 0, first = '', between = '', after = '', worker = '', end = '' }: Parts): string => `
  global @r size 4 align 4 bytes ""
  global @q size 8 align 8 bytes "" at 0 = @r 0
  function @twice(%v:i32) -> i32 {
  entry:
    return mul(%v:i32, 2:i32)
  }
  function @worker(%a:ptr, %b:ptr) {
  entry:
    ${worker}
    %v:i32 = load offset(%a:ptr, 8)
    %f:ptr = load %a:ptr
    %w:i32 = call %f:ptr(%v:i32)
    store @r, %w:i32
    ${end}
    return
  }
  function @main() -> i32 {
  entry:
    %one:ptr = call @__diptych_allocate(16:i64, 16:i64, ${flags}:i32)
    %two:ptr = call @__diptych_allocate(16:i64, 16:i64, ${flags}:i32)
    store %one:ptr, @twice
    store offset(%one:ptr, 8), 5:i32
    copy %two:ptr, %one:ptr, 16:i64
    ${first}
    %t:i32 = call @__diptych_spawn(@worker, %one:ptr, 0:ptr, 0:ptr)
    ${between}
    call @__diptych_spawn(@worker, %two:ptr, 0:ptr, 0:ptr)
    ${after}
    return 0:i32
  }`;

/** The values that the workers store to @r. */
function stored(parts: Parts): string[] {
  const module = settle(link(parseModule(text(parts)), noLibrary));
  expect(verify(module)).toEqual([]);
  const printed = printModule({ ...module, functions: new Map(), layouts: new Map() });
  return [...printed.matchAll(/^thread "(worker[^"]*)"[\s\S]*?store @r, (.*)$/gm)].map(
    ([, , value = '']) => value,
  );
}

const loaded = expect.stringContaining('%');

describe('a block of the heap that main fills', () => {
  it('is known in the thread that main starts then', () => {
    expect(stored({})).toEqual(['10:i32', '10:i32']);
    expect(stored({ first: 'store offset(%two:ptr, 8), 4:i32' })).toEqual(['10:i32', '8:i32']);
  });

  it('is zero where it is allocated so', () => {
    expect(
      stored({
        flags: 1,
        worker: '%a:ptr = %a:ptr',
        first: 'copy offset(%two:ptr, 8), offset(%one:ptr, 12), 4:i64',
      }),
    ).toEqual(['10:i32', '0:i32']);
  });

  it('is known in a thread that ended before main ends the block', () => {
    const after = 'call @__diptych_join(%t:i32)\n call @__diptych_release(%one:ptr)';
    expect(stored({ after })).toEqual(['10:i32', '10:i32']);
    expect(stored({ after: after.replace('%one', '%two') })).toEqual(['10:i32', loaded]);
  });

  it('is known in a thread that writes to it and ends it itself', () => {
    const end = 'call @__diptych_release(%a:ptr)';
    expect(stored({ end, worker: 'store offset(%a:ptr, 8), 6:i32' })).toEqual(['12:i32', '12:i32']);
  });

  it('is given to the thread as a parameter where an access is left', () => {
    const module = settle(link(parseModule(text({ end: 'store offset(%a:ptr, 8), 1:i32' })), noLibrary));
    const [, ...workers] = module.threads;
    expect(workers.map(({ body }) => body.parameters.length)).toEqual([1, 1]);
  });

  it.each<[string, Parts, unknown]>([
    ['main ends it before', { first: 'call @__diptych_release(%one:ptr)' }, [loaded, '10:i32']],
    [
      'main ends it when the thread may run',
      { after: 'call @__diptych_release(%one:ptr)' },
      [loaded, '10:i32'],
    ],
    [
      'main stores to it when the thread may run',
      { between: 'store offset(%one:ptr, 8), 4:i32' },
      [loaded, '10:i32'],
    ],
    [
      'another thread may store to it',
      { first: 'store @q, %two:ptr', worker: '%p:ptr = load @q\n store offset(%p:ptr, 8), 1:i32' },
      ['10:i32', loaded],
    ],
    [
      'main allocates it in a loop without a known end',
      {
        first: `jump test
        test:
          %one:ptr = call @__diptych_allocate(16:i64, 16:i64, 0:i32)
          store %one:ptr, @twice
          store offset(%one:ptr, 8), 5:i32
          %c:i32 = call @__diptych_choose(2:i32)
          branch eq(%c:i32, 0:i32), test, done
        done:`,
      },
      [loaded, '10:i32'],
    ],
  ])('is not known if %s', (_, parts, expected) => {
    expect(stored(parts)).toEqual(expected);
  });
});

/** Main gives a thread the address of its local in a block. A call before that is unknown at first. */
const closure = `
  global @r size 4 align 4 bytes ""
  function @nothing() {
  entry:
    return
  }
  function @neither() {
  entry:
    return
  }
  function @worker(%a:ptr, %b:ptr) {
  entry:
    %p:ptr = load offset(%a:ptr, 8)
    store %p:ptr, 7:i32
    return
  }
  function @main() -> i32 {
    local &x size 4 align 4
  entry:
    %one:ptr = call @__diptych_allocate(16:i64, 16:i64, 0:i32)
    store &x, 3:i32
    store offset(%one:ptr, 8), &x
    %c:i32 = call @__diptych_choose(2:i32)
    %f:ptr = select(eq(%c:i32, 0:i32), @nothing, @neither)
    call %f:ptr()
    %t:i32 = call @__diptych_spawn(@worker, %one:ptr, 0:ptr, 0:ptr)
    call @__diptych_join(%t:i32)
    %v:i32 = load &x
    store @r, %v:i32
    return 0:i32
  }`;

it('a local whose address is in a block is not known where a thread may have stored to it', () => {
  const { threads } = settle(link(parseModule(closure), noLibrary));
  const printed = printModule({
    layouts: new Map(),
    globals: new Map(),
    functions: new Map(),
    threads,
    constructors: [],
    destructors: [],
  });
  expect(printed).toMatch(/^ {2}store @r, %/m);
});
