import { describe, expect, it } from 'vitest';
import { readLlvm } from '../../../src/frontend/llvm/index.js';
import { printModule } from '../../../src/module/print.js';
import { body, refused } from './emitted.js';

describe('an array whose length is computed', () => {
  it('is allocated under the name by which it is used', () => {
    const text =
      'define void @f(i32 %a) {\n  %v = alloca i32, i32 %a\n  store i32 1, ptr %v\n  ret void\n}\n';
    const lines = printModule(readLlvm([{ file: 'test.ll', text }]));
    const [, name] = /(%\S+):ptr = intrinsic allocate/.exec(lines) ?? [];
    expect(name).toBeDefined();
    expect(lines).toContain(`store ${name}:ptr, 1:i32`);
  });
});

describe('a block that stands before the one that always comes before it', () => {
  it('uses an address that is computed there', () => {
    const text = `define ptr @f() {
  %v = alloca [24 x i8]
  br label %later
earlier:
  %x = load ptr, ptr %at
  ret ptr %x
later:
  %at = getelementptr i8, ptr %v, i64 8
  store ptr null, ptr %at
  br label %earlier
}
`;
    const lines = printModule(readLlvm([{ file: 'test.ll', text }]));
    expect(lines).toContain('load %$at:ptr');
    expect(lines).toContain('%$at:ptr = offset(&v, 8)');
  });
});

describe('a return', () => {
  it('gives the address of a function with a typed pointer', () => {
    expect(body('  ret void (i32)** %p', 'void (i32)** @f(void (i32)** %p)')).toEqual([
      '0:',
      'return %p:ptr',
    ]);
  });
});

describe('arithmetic', () => {
  it('is one operation for each instruction', () => {
    expect(
      body(
        '  %x = add nsw i32 %a, 3\n  %c = icmp slt i32 %x, %b\n  %y = select i1 %c, i32 %x, i32 -1\n  ret i32 %y',
      ),
    ).toEqual([
      '0:',
      '%x:i32 = add(%a:i32, 3:i32)',
      '%c:i1 = slt(%x:i32, %b:i32)',
      '%y:i32 = select(%c:i1, %x:i32, -1:i32)',
      'return %y:i32',
    ]);
  });

  it('requires of a divisor that it is not 0, unless it is known', () => {
    expect(body('  %x = udiv i32 %a, %b\n  ret i32 %x')).toEqual([
      '0:',
      'intrinsic require(zext:i32(ne(%b:i32, 0:i32)), "division-by-zero", "division by zero")',
      '%x:i32 = udiv(%a:i32, %b:i32)',
      'return %x:i32',
    ]);
    expect(body('  %x = sdiv i32 %a, 7\n  ret i32 %x')).toEqual([
      '0:',
      '%x:i32 = sdiv(%a:i32, 7:i32)',
      'return %x:i32',
    ]);
  });

  it('of an odd width clears the bits above', () => {
    expect(
      body('  %t = trunc i32 %a to i24\n  %n = add i24 %t, -1\n  %x = sext i24 %n to i32\n  ret i32 %x'),
    ).toEqual([
      '0:',
      '%t:i32 = and(%a:i32, 16777215:i32)',
      '%n:i32 = and(add(%t:i32, 16777215:i32), 16777215:i32)',
      '%x:i32 = ashr(shl(%n:i32, 8:i32), 8:i32)',
      'return %x:i32',
    ]);
  });

  it('of 128 bits carries', () => {
    const lines = body('  %x = add i128 %a, %b\n  ret i128 %x', 'i128 @f(i128 %a, i128 %b)');
    expect(lines).toContain('return %x.0:i64, %x.1:i64');
    expect(lines.join('\n')).toContain('zext:i64(ult(');
  });
});

describe('memory', () => {
  it('keeps orders, and says what is volatile', () => {
    expect(
      body(
        '  %x = load volatile i32, ptr %p\n  %y = load atomic i32, ptr %p acquire, align 4\n' +
          '  store atomic i32 %x, ptr %p monotonic, align 4\n  store i32 %y, ptr %p\n  fence seq_cst\n' +
          '  fence syncscope("singlethread") seq_cst\n  ret i32 0',
      ),
    ).toEqual([
      '0:',
      '%x:i32 = load %p:ptr volatile',
      '%y:i32 = load %p:ptr acquire',
      'store %p:ptr, %x:i32 relaxed',
      'store %p:ptr, %y:i32',
      'fence seq_cst',
      'return 0:i32',
    ]);
  });

  it('compares and exchanges: what was read, and whether it was what was expected', () => {
    expect(
      body(
        '  %x = cmpxchg ptr %p, i32 %a, i32 %b acq_rel monotonic\n  %v = extractvalue { i32, i1 } %x, 0\n' +
          '  %s = extractvalue { i32, i1 } %x, 1\n  %old = atomicrmw add ptr %p, i32 1 seq_cst\n  ret i32 %v',
      ),
    ).toEqual([
      '0:',
      '%x.0:i32 = cmpxchg %p:ptr, %a:i32, %b:i32 acq_rel relaxed',
      '%x.1:i1 = eq(%x.0:i32, %a:i32)',
      '%v:i32 = %x.0:i32',
      '%s:i1 = %x.1:i1',
      '%old:i32 = rmw add %p:ptr, 1:i32 seq_cst',
      'return %v:i32',
    ]);
  });

  it('has weak exchanges fail by chance: they write back what they found', () => {
    const text = '  %x = cmpxchg weak ptr %p, i32 %a, i32 %b acq_rel monotonic\n  ret i32 0';
    expect(body(text)).toEqual([
      '0:',
      '%t$1:i32 = intrinsic spurious(0:ptr)',
      '%t$2:i1 = ne(%t$1:i32, 0:i32)',
      '%x.0:i32 = cmpxchg %p:ptr, %a:i32, select(%t$2:i1, %a:i32, %b:i32) acq_rel relaxed',
      '%x.1:i1 = select(%t$2:i1, 0:i1, eq(%x.0:i32, %a:i32))',
      'return 0:i32',
    ]);
  });

  it('steps through members and arrays, and knows their extents', () => {
    expect(
      body(
        '  %i = sext i32 %a to i64\n' +
          '  %m = getelementptr inbounds %s, ptr %p, i32 0, i32 1\n  %e = getelementptr [3 x i16], ptr %m, i64 0, i64 %i\n' +
          '  %q = getelementptr i32, ptr %p, i64 %i\n  %r = getelementptr i32, ptr %p, i32 -2\n' +
          '  %row = getelementptr [2 x [3 x i16]], ptr %p, i64 0, i64 1\n  %f = getelementptr %s, ptr %p, i32 1, i32 2\n  ret i32 0',
        'i32 @f(i32 %a, ptr %p)',
        '%s = type { i32, [3 x i16], [0 x i8] }',
      ),
    ).toEqual([
      '0:',
      '%i:i64 = sext:i64(%a:i32)',
      '%m:ptr = offset(%p:ptr, 4, 6)',
      '%e:ptr = element(%m:ptr, %i:i64, 2, 3)',
      '%q:ptr = element(%p:ptr, %i:i64, 4)',
      '%r:ptr = offset(%p:ptr, -8)',
      '%row:ptr = offset(%p:ptr, 6, 6)',
      '%f:ptr = offset(offset(%p:ptr, 12), 10)',
      'return 0:i32',
    ]);
  });

  it('reads three bytes in two parts', () => {
    expect(body('  %x = load i24, ptr %p\n  store i24 %x, ptr %p\n  ret i32 0')).toEqual([
      '0:',
      '%t$1:i16 = load %p:ptr',
      '%t$2:i8 = load offset(%p:ptr, 2)',
      '%x:i32 = or(zext:i32(%t$1:i16), shl(zext:i32(%t$2:i8), 16:i32))',
      'store %p:ptr, trunc:i16(%x:i32)',
      'store offset(%p:ptr, 2), trunc:i8(lshr(%x:i32, 16:i32))',
      'return 0:i32',
    ]);
  });
});

describe('control', () => {
  it('has a register for a phi, which the predecessors set', () => {
    expect(
      body(
        'entry:\n  br label %loop\nloop:\n  %x = phi i32 [ %a, %entry ], [ %y, %loop ]\n  %y = phi i32 [ %b, %entry ], [ %x, %loop ]\n' +
          '  %c = icmp eq i32 %x, 0\n  br i1 %c, label %loop, label %out\nout:\n  ret i32 %x\ndead:\n  br label %dead',
      ),
    ).toEqual([
      'entry:',
      '%x$phi:i32 = %a:i32',
      '%y$phi:i32 = %b:i32',
      'jump loop',
      'loop:',
      '%x:i32 = %x$phi:i32',
      '%y:i32 = %y$phi:i32',
      '%c:i1 = eq(%x:i32, 0:i32)',
      '%x$phi:i32 = %y:i32',
      '%y$phi:i32 = %x:i32',
      'branch %c:i1, loop, out',
      'out:',
      'return %x:i32',
    ]);
  });

  it('goes where a switch or the address of a block says', () => {
    expect(
      body(
        '  switch i32 %a, label %x [\n    i32 1, label %x\n    i32 -2, label %y\n  ]\nx:\n  ret i32 0\ny:\n  ret i32 1',
      ),
    ).toContain('switch %a:i32 [1:i32 x, -2:i32 y] x');
    const lines = body(
      '  %t = select i1 true, ptr blockaddress(@f, %x), ptr blockaddress(@f, %y)\n  indirectbr ptr %t, [label %x, label %y]\nx:\n  ret i32 0\ny:\n  ret i32 1',
    );
    expect(lines).toContain('switch ptrtoint:i64(%t:ptr) [1073741824:i64 x] y');
  });

  it('goes on behind an invoke', () => {
    expect(
      body(
        '  invoke void @g(i32 1)\n          to label %ok unwind label %bad\nok:\n  ret i32 0\nbad:\n' +
          '  %l = landingpad { ptr, i32 }\n          cleanup\n  resume { ptr, i32 } %l',
        'i32 @f() personality ptr @g',
        'declare void @g(i32)',
      ),
    ).toEqual(['0:', 'call @g(1:i32)', 'jump ok', 'ok:', 'return 0:i32']);
  });
});

describe('calls', () => {
  it('pass structs as their parts, and copies of those by value', () => {
    expect(
      body(
        '  %r = call { i64, ptr } @g(i32 1, ptr byval(%s) align 8 %p)\n  %q = extractvalue { i64, ptr } %r, 1\n  ret ptr %q',
        'ptr @f(ptr %p)',
        '%s = type { i64, i64, i64 }\ndeclare { i64, ptr } @g(i32, ptr byval(%s))',
      ),
    ).toEqual([
      'local &byval$1 size 24 align 8',
      '0:',
      'copy &byval$1, %p:ptr, 24:i64',
      '%r.0:i64, %r.1:ptr = call @g(1:i32, &byval$1)',
      '%q:ptr = %r.1:ptr',
      'return %q:ptr',
    ]);
  });

  it('of llvm.* are what they mean', () => {
    expect(
      body(
        '  %x = call i32 @llvm.umax.i32(i32 %a, i32 %b)\n  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 8, i1 false)\n' +
          '  call void @llvm.memset.p0.i32(ptr %p, i8 1, i32 %a, i1 false)\n  call void @llvm.assume(i1 true)\n' +
          '  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)\n  ret i32 %x',
        'i32 @f(i32 %a, i32 %b, ptr %p)',
        '@g = global i64 1\ndeclare i32 @llvm.umax.i32(i32, i32)',
      ),
    ).toEqual([
      '0:',
      '%x:i32 = select(ugt(%a:i32, %b:i32), %a:i32, %b:i32)',
      'copy %p:ptr, @g, 8:i64',
      'fill %p:ptr, 1:i8, zext:i64(%a:i32)',
      '%t$1:i64 = add(sext:i64(%a:i32), sext:i64(%b:i32))',
      '%t$2:i32 = trunc:i32(%t$1:i64)',
      '%o.0:i32 = %t$2:i32',
      '%o.1:i1 = ne(sext:i64(%t$2:i32), %t$1:i64)',
      'return %x:i32',
    ]);
  });
});

describe('instructions without a meaning here', () => {
  it('is refused by name and line', () => {
    expect(
      refused('define void @f(ptr %p) {\n  %x = atomicrmw uinc_wrap ptr %p, i32 1 seq_cst\n  ret void\n}'),
    ).toBe('llvm-unsupported 2: atomicrmw uinc_wrap is not supported');
    expect(refused('define void @f() {\n  call void @llvm.coro.end()\n  ret void\n}')).toBe(
      'llvm-unsupported 2: the function llvm.coro.end is not supported',
    );
    expect(refused('define void @f(x86_fp80 %x) {\n  ret void\n}')).toBe(
      'llvm-unsupported 1: numbers of type x86_fp80 are not supported',
    );
    expect(refused('define void @f() {\n  frobnicate i32 1\n}')).toBe(
      'llvm-unsupported 2: the instruction "frobnicate" is not supported',
    );
    expect(refused('define void @f() {\n  ret i32 ]\n}')).toBe(
      'llvm-syntax 2: expected a value, but found "]"',
    );
    expect(refused('target triple = "aarch64-linux-gnu"')).toBe(
      'llvm-target undefined: the file was compiled for aarch64-linux-gnu, not for x86-64',
    );
  });
});
