import { describe, expect, it } from 'vitest';
import { parseLitmusTest } from '../../src/frontend/litmus/index.js';
import { nativeTest } from '../../src/native/litmusTest.js';

const native = (text: string): string => nativeTest(parseLitmusTest(text, 'test.litmus')).text;

describe('an X86 thread in assembly', () => {
  it('is its instructions, source first, with locations in the row', () => {
    const text = native(
      'X86 SB\n{ 0:EBX=x; }\n P0 | P1 ;\n MOV [x],$1 | LOCK XADD [y],ECX ;\n MOV EAX,[y] | L: CMP EAX,$2 ;\n MOV [EBX],EAX | JNE L ;\nexists (0:EAX=0 /\\ x=1)',
    );
    for (const line of [
      'leaq 0(%r15), %rbx',
      'movl $1, 0(%r15)',
      'movl 128(%r15), %eax',
      'movl %eax, (%rbx)',
      'lock xaddl %ecx, 128(%r15)',
      'cmpl $2, %eax',
      'jne .Ltest_P1_L',
      'movq %rax, 0(%r14)',
    ])
      expect(text).toContain(`"${line}\\n"`);
    expect(text).toContain('observed[] = { 0, ~0 }');
  });

  it('keeps the width that an X86_64 instruction has, and the operand order that it means', () => {
    const text = native(
      'X86_64 T\n{ }\n P0 ;\n movq $1,(x) ;\n lock cmpxchgl (x),%ebx ;\n movl (y),%eax ;\nexists (0:rax=0)',
    );
    expect(text).toContain('"movq $1, 0(%r15)\\n"');
    expect(text).toContain('"lock cmpxchgl %ebx, 0(%r15)\\n"');
    expect(text).toContain('"movl 128(%r15), %eax\\n"');
  });

  it('refuses what a processor does not have', () => {
    expect(() => native('X86 T\n{ }\n P0 ;\n UXCH [x],EAX ;\nexists (0:EAX=0)')).toThrow(/UXCH/);
    expect(() => native('X86 T\n{ }\n P0 ;\n MOV ESP,$1 ;\nexists (0:ESP=1)')).toThrow(/rsp/);
    expect(() => native('X86_64 T\n{ }\n P0 ;\n movb $1,(x) ;\nexists (x=1)')).toThrow(/part of a cell/);
  });
});

describe('a C thread', () => {
  it('keeps its calls for the header of the harness', () => {
    const text = native(
      'C T\n{ x=0; y=0; p=&x; }\nP0(int* x, int* y, int* p) { int r0 = atomic_load_explicit(x, memory_order_acquire); *y = r0 + 1; int r1 = atomic_fetch_add(2, y); int r2 = READ_ONCE(*p); }\nexists (0:r0=0 /\\ 0:r2=x)',
    );
    expect(text).toContain('v_r0 = atomic_load_explicit((int)(uintptr_t)(row + 0), memory_order_acquire);');
    expect(text).toContain('AT((int)(uintptr_t)(row + 128)) = (v_r0 + (1));');
    expect(text).toContain('atomic_fetch_add((int)(uintptr_t)(row + 128), (2))');
    expect(text).toContain('{ 256, 0, 0 }');
  });

  it('refuses what C does not have', () => {
    expect(() => native('C T\n{ }\nP0(int* x) { atomic { *x = 1; } }\nexists (x=1)')).toThrow(/atomic block/);
    expect(() => native('C T\n{ }\nP0(int* x) { while (*x) bound (2) *x = 1; }\nexists (x=1)')).toThrow(
      /bound/,
    );
  });
});
