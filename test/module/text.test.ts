import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/module/parse.js';
import { printModule } from '../../src/module/print.js';

const whole = `layout "int" scalar 4 signed
layout "node" record 16 {"value" 0 "int", "next" 8 "node *", "low" 4 "int" bits 0 3}
layout "node *" pointer "node"
layout "void *" pointer
layout "row" array 4 4 "int"
layout "either" record 8 union {"a" 0 "int"}
global @x size 4 align 4
global @p size 16 align 8 bytes "010000000000000000" at 8 = @x 4 constant label "p of q" layout "node" !"a.c":3:5
global @errno size 4 align 4 bytes "" each model
global @main.i size 4 align 4 of 2
global @"odd name" size 1 align 1 at 0 = @"an other" -8
constructors @first, @"second one"
destructors @last
function @printf(ptr, ...) -> i32 weak
function @f(%a:i32, %b:ptr, ...) -> i32, i64 model label "f" !1:2-1:9 {
  local &i size 4 align 4 label "i" layout "int" !2:3-_:5
entry:
  %1:i32 = add(%a:i32, -5:i32) !4:1
  %c:i1 = eq(%1:i32, zext:i32(trunc:i8(%a:i32)))
  %2:i32 = load @x acquire model !5:1
  store &i, select(%c:i1, %2:i32, undef:i32)
  store offset(%b:ptr, 8), element(offset(@p, 8, 8), sext:i64(%a:i32), 4, 2) seq_cst
  %3:i32 = rmw add element(%b:ptr, 3:i64, 4), 1:i32 relaxed
  rmw xchg @x, 1:i32 seq_cst
  %4:i32 = cmpxchg @x, 0:i32, 1:i32 acq_rel acquire
  %8:i32, %9:i32 = load @x
  fence seq_cst
  fence release store-store model
  copy &i, @x, 4:i64
  fill &i, 0:i8, 4:i64
  begins &i
  ends &i
  %5:i32, %6:i64 = call @f(%1:i32, %b:ptr, 7:i64)
  call %b:ptr()
  call @g() within @main, @f model !1:1
  call %1:ptr() within @main tried @f, @g
  %7:i32 = intrinsic take(@x, 0:i32, 0:i32, 0:i32, 1:i32, @x, "%p")
  intrinsic end()
  start 3(%1:i32)
  branch %c:i1, 1, "other block"
1:
  switch %1:i32 [0:i32 1, -1:i32 last] "other block" !9:9
"other block":
  jump last
last:
  return 0:i32, 9223372036854775807:i64
1.2:
  unreachable !3:3
}
thread "worker/2" (%arg:ptr) {
entry:
  return
2:
  return !1:1
3:
  return undef:i32
}
`;

describe('the text of a module', () => {
  it('is read back as what was printed', () => {
    expect(printModule(parseModule(whole))).toBe(whole);
  });

  it('names the line of a mistake', () => {
    expect(() => parseModule('global @x size 4 align 4\nglobal @y\nalign 4')).toThrow(
      "line 3: expected 'size', found align",
    );
  });
});
