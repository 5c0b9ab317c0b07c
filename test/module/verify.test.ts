import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/module/parse.js';
import { verify } from '../../src/module/verify.js';

const broken = (block: string): string[] =>
  verify(parseModule(`global @x size 4 align 4\nfunction @f(%a:i32) -> i32 {\nentry:\n${block}\n}`));

describe('verify', () => {
  it('finds nothing in what is well formed', () => {
    expect(broken('%1:i32 = load @x\nbranch eq(%1:i32, %a:i32), yes, yes\nyes:\nreturn %1:i32')).toEqual([]);
  });

  it.each([
    ['jump nowhere', '@f: entry leads to nowhere, which there is not'],
    ['jump entry', '@f: entry leads to the entry'],
    ['return 1:i64', '@f: entry returns something else'],
    ['store @y, 1:i32\nreturn 0:i32', '@f: there is no @y'],
    ['store &y, 1:i32\nreturn 0:i32', '@f: there is no local &y'],
    ['%b:i64 = zext:i64(%a:i64)\nreturn 0:i32', '@f: %a is i32 and i64'],
    ['return add(%a:i32, 1:i64)', '@f: the operands of add(%a:i32, 1:i64) do not fit'],
    ['return trunc:i32(%a:i32)', '@f: the operands of trunc:i32(%a:i32) do not fit'],
    ['%b:i64 = %a:i32\nreturn 0:i32', '@f: %b:i64 = %a:i32 is not well formed'],
    ['intrinsic join()\nreturn 0:i32', '@f: intrinsic join() is not well formed'],
    ['branch %a:i32, yes, yes\nyes:\nreturn 0:i32', '@f: entry branches by no truth value'],
  ])('finds what is wrong in %s', (block, message) => {
    expect(broken(block)).toContain(message);
  });
});
