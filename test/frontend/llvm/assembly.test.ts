import { describe, expect, it } from 'vitest';
import { body, refused } from './emitted.js';

/** The lines of a function that consists of one piece of assembly. */
const asm = (type: string, template: string, constraints: string, args = '', result = ''): string[] =>
  body(
    `  ${type === 'void' ? '' : '%r = '}call ${type} asm sideeffect "${template}", "${constraints}"(${args})\n${result}  ret i32 0`,
    'i32 @f(i32 %a, i32 %b, ptr %p)',
    '@x = global i32 0',
  ).slice(1, -1);

const memory = 'ptr elementtype(i32) @x';

describe('inline assembly', () => {
  it('knows fences and hints', () => {
    expect(asm('void', 'mfence', '~{memory}')).toEqual(['fence seq_cst full']);
    expect(asm('void', 'sfence', '~{memory}')).toEqual(['fence release store-store']);
    expect(asm('void', 'lock; addl $$0,0(%rsp)', '~{memory},~{cc}')).toEqual(['fence seq_cst full']);
    expect(asm('void', 'lock; orq $$0x0,-0x8(%rsp)', '~{memory},~{cc}')).toEqual(['fence seq_cst full']);
    expect(asm('void', '', '~{memory}')).toEqual([]);
    expect(asm('void', 'pause', '~{memory}')).toEqual([]);
  });

  it('reads numbers and displacements as assemblers do', () => {
    expect(asm('void', 'lock; addl $$-0x10, -4($0)', 'r,~{memory}', 'ptr %p').slice(0, 1)).toEqual([
      '%t$1:i32 = rmw add offset(%p:ptr, -4), -16:i32 seq_cst',
    ]);
    expect(asm('void', 'movl $$010, 0x8($0)', 'r,~{memory}', 'ptr %p')).toEqual([
      'store offset(%p:ptr, 8), 8:i32',
    ]);
  });

  it('exchanges, adds and counts', () => {
    expect(asm('i32', 'lock; xaddl $0, $1', '=r,=*m,0,*m', `${memory}, i32 %a, ${memory}`)).toEqual([
      '%t$1:i32 = rmw add @x, %a:i32 seq_cst',
      '%r:i32 = %t$1:i32',
    ]);
    expect(asm('i32', 'xchgl $0, ($1)', '=r,r,0', 'ptr %p, i32 %a')).toEqual([
      '%t$1:i32 = rmw xchg %p:ptr, %a:i32 seq_cst',
      '%r:i32 = %t$1:i32',
    ]);
    expect(asm('void', 'incl $0', '=*m,*m', `${memory}, ${memory}`).slice(0, 2)).toEqual([
      '%t$1:i32 = load @x',
      'store @x, add(%t$1:i32, 1:i32)',
    ]);
    expect(
      asm('void', 'lock; decl $0; sete $1', '=*m,=*qm,*m', `${memory}, ptr elementtype(i8) %p, ${memory}`),
    ).toEqual([
      '%t$1:i32 = rmw sub @x, 1:i32 seq_cst',
      '%t$2:i32 = sub(%t$1:i32, 1:i32)',
      'store %p:ptr, zext:i8(eq(%t$2:i32, 0:i32))',
    ]);
  });

  it('compares and exchanges, and tells whether it did', () => {
    expect(
      asm(
        '{ i8, i32 }',
        'lock\\0A cmpxchgl $3, $0\\0A sete $1',
        '=*m,=q,={ax},r,*m,2',
        `${memory}, i32 %b, ${memory}, i32 %a`,
      ),
    ).toEqual([
      '%t$1:i32 = cmpxchg @x, %a:i32, %b:i32 seq_cst seq_cst',
      '%t$2:i1 = eq(%t$1:i32, %a:i32)',
      '%r.0:i8 = zext:i8(%t$2:i1)',
      '%r.1:i32 = %t$1:i32',
    ]);
    expect(asm('i32', 'lock btsl $2,$1', '={@ccc},=*m,Ir,*m', `${memory}, i32 3, ${memory}`)).toEqual([
      '%t$1:i32 = shl(1:i32, trunc:i32(urem(3:i64, 32:i64)))',
      '%t$2:i32 = rmw or @x, %t$1:i32 seq_cst',
      '%t$3:i1 = ne(and(%t$2:i32, %t$1:i32), 0:i32)',
      '%r:i32 = zext:i32(%t$3:i1)',
    ]);
  });

  it('that is something else is refused', () => {
    expect(refused('define void @f() {\n  call void asm sideeffect "hlt", ""()\n  ret void\n}')).toBe(
      'llvm-unsupported 2: the assembly "hlt" is not supported',
    );
  });
});
