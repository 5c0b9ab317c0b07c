// The parts of a litmus file around its code, with the corners of syntax that real files use.

import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import { printCondition, printObservable } from '../../../src/program/printCondition.js';
import type { InitialValue, Program } from '../../../src/program/program.js';

const code = ' P0 | P1 ;\n MOV [x],$1 | MOV %a0,[y] ;\n';
const withInit = (init: string): Program => parseLitmus(`X86 t\n{ ${init} }\n${code}`, 't.litmus');
const withFinal = (final: string): Program =>
  parseLitmus(`X86 t\n{ int t[2]; p=x; }\n${code}${final}\n`, 't.litmus');
const cells = (program: Program): Record<string, readonly InitialValue[]> =>
  Object.fromEntries(program.locations.map(({ name, initial }) => [name, initial]));
const observed = (program: Program): string =>
  program.observed.map((o) => printObservable(program, o)).join(' ');
const condition = (final: string): string => {
  const program = withFinal(final);
  return program.condition === undefined ? 'none' : printCondition(program, program.condition);
};

describe('the header', () => {
  it.each([
    ['X86 n6\n{}', 'n6'],
    ['X86 2+2W+po-po/[a]_b.c \n{}', '2+2W+po-po/[a]_b.c'],
    ['X86 t{}', 't'],
    ['(* first *) X86 t (* last *)\n{}', 't'],
    ['X86 "a name"\n{}', 'a name'],
    ['X86 t\n"doc { } (* *)"\nCycle=Rfe PodRR { Fre\nOrig=x\n"more"\nPrefetch=0:x=F,1:y=T\n{}', 't'],
  ])('%j names %s', (header, name) => {
    expect(parseLitmus(`${header}\n${code}`, 't.litmus').name).toBe(name);
  });
});

describe('the init section', () => {
  it('gives cells their values', () => {
    expect(
      cells(
        withInit(
          'x=1; [y]=-2; int z=0x10; uint64_t u; int* p=x; q=&y; r=t[1]; int64_t t[2]={1,-1}; int v[2];',
        ),
      ),
    ).toEqual({
      x: [1],
      y: [-2],
      z: [16],
      u: [0],
      p: [{ location: 'x', index: 0 }],
      q: [{ location: 'y', index: 0 }],
      r: [{ location: 't', index: 1 }],
      t: [1, -1],
      v: [0, 0],
    });
    expect(cells(withInit('x = 4294967295 ; ; p=new_one'))).toEqual({
      x: [-1],
      p: [{ location: 'new_one', index: 0 }],
      y: [0],
      new_one: [0],
    });
  });

  it('gives registers their values', () => {
    const { threads } = withInit(
      '0:EAX=1; P1:EBX=x; uint64_t 1:ECX; 1:edx=-3; %a0=y; int *0:ESI=t[1]; int t[2];',
    );
    expect(threads[0].registers).toEqual(
      new Map<string, InitialValue>([
        ['EAX', 1],
        ['ESI', { location: 't', index: 1 }],
      ]),
    );
    expect(threads[1].registers).toEqual(
      new Map<string, InitialValue>([
        ['EBX', { location: 'x', index: 0 }],
        ['ECX', 0],
        ['EDX', -3],
        ['%a0', { location: 'y', index: 0 }],
      ]),
    );
  });
});

describe('observed values', () => {
  it('is what locations, condition and filter name, each once', () => {
    expect(
      observed(withFinal('locations [x; 0:EAX; P1:EBX int; y int*; t;]\nexists (0:EAX=1 /\\ 0:ECX=0)')),
    ).toBe('x 0:EAX 1:EBX y t[0] t[1] 0:ECX');
    expect(observed(withFinal('filter (x=1)\nforall (y=0)'))).toBe('y x');
    expect(observed(withFinal('locations []'))).toBe('');
  });

  it('names registers as the dialect does', () => {
    const text = 'X86_64 t\n{ 0:eax=1; }\n P0 ;\n movb $1,%bl ;\nlocations [0:eax; 0:RBX; 0:r8d;]';
    const program = parseLitmus(text, 't.litmus');
    expect(observed(program)).toBe('0:rax 0:rbx 0:r8');
    expect([...program.threads[0].registers.keys()]).toEqual(['rax']);
  });
});

describe('the condition', () => {
  it.each([
    ['exists (0:EAX=1 /\\ x=2)', 'exists (0:EAX=1 /\\ x=2)'],
    ['~exists (P0:EAX = 1)', '~exists (0:EAX=1)'],
    ['not exists 0:EAX==1', '~exists (0:EAX=1)'],
    ['forall ([x]=1 \\/ [x]<>0x2);', 'forall (x=1 \\/ x!=2)'],
    ['(x=1)', 'exists (x=1)'],
    ['final (x=1) with tso: ~exists; sc: forall;', 'exists (x=1)'],
    ['observed x=1; y=2; and x=2; y=1;', 'exists (x=1 /\\ y=2 \\/ x=2 /\\ y=1)'],
    ['', 'forall (true)'],
    ['no condition', 'none'],
    ['exists (true => ~false)', 'exists (true => ~false)'],
    [
      'exists (1:EAX=1:EBX /\\ 1:%a0=x /\\ x=&y /\\ p=t[1])',
      'exists (1:EAX=1:EBX /\\ 1:`%a0`=x /\\ x=y /\\ p=t[1])',
    ],
    ['exists (%a0=1)', 'exists (1:`%a0`=1)'],
    ['exists ([x]=[y] /\\ x=*y /\\ t[0]=[t[1]])', 'exists (x=[y] /\\ x=[y] /\\ t[0]=[t[1]])'],
    ['exists (t={1,2})', 'exists (t[0]=1 /\\ t[1]=2)'],
    ['exists (t!={1,2})', 'exists (~(t[0]=1 /\\ t[1]=2))'],
    ['exists (x=1) << this ( is ignored', 'exists (x=1)'],
    ['exists (* why *) (x=1)', 'exists (x=1)'],
  ])('%j is %s', (text, expected) => {
    expect(condition(text)).toBe(expected);
  });

  it('binds not before =>, => before /\\, /\\ before \\/', () => {
    const same = (a: string, b: string): void =>
      expect(condition(`exists (${a})`)).toBe(condition(`exists (${b})`));
    same('x=1 \\/ x=2 /\\ x=3 => x=4', 'x=1 \\/ (x=2 /\\ (x=3 => x=4))');
    same('x=1 => x=2 => x=3', 'x=1 => (x=2 => x=3)');
    same('~ x=1 => x=2', '(~(x=1)) => x=2');
    same('not x=1 /\\ x=2', '(~(x=1)) /\\ x=2');
    same('x=1 /\\ x=2 /\\ x=3', '(x=1 /\\ x=2) /\\ x=3');
  });
});
