import { describe, expect, it } from 'vitest';
import {
  and,
  eq,
  finalCell,
  finalRegister,
  ne,
  not,
  or,
  type ProgramBuilder,
  program,
} from '../../src/program/builder.js';
import type { Formula } from '../../src/program/condition.js';
import { layOut } from '../../src/program/layout.js';
import { StateNames } from '../../src/report/state.js';

function locations(): ProgramBuilder {
  const p = program('test');
  p.location('x');
  p.array('t', [0, 0]);
  p.thread(() => {});
  return p;
}

describe('states', () => {
  it('name registers, cells, array cells and addresses', () => {
    const p = locations()
      .observe(finalRegister(0, 'EAX'), finalCell('x'), finalCell('t', 1), finalRegister(0, 'EBX'))
      .build();
    const address = (name: string): number => layOut(p).addressOf.get(name) ?? 0;
    expect(new StateNames(p).state([-1, address('x'), 7, address('t') + 1])).toBe(
      '0:EAX=-1; x=x; t[1]=7; 0:EBX=t[1];',
    );
  });
});

describe('formulas', () => {
  const names = new StateNames(locations().build());
  const a = eq(finalRegister(0, 'EAX'), 0);
  const b = ne(finalCell('x'), 1);
  const c = eq(finalCell('t', 1), { kind: 'address', location: 'x', index: 0 });

  it.each<[Formula, string]>([
    [and(a, b, c), '0:EAX=0 /\\ x!=1 /\\ t[1]=x'],
    [or(and(a, b), c), '0:EAX=0 /\\ x!=1 \\/ t[1]=x'],
    [and(a, or(b, c)), '0:EAX=0 /\\ (x!=1 \\/ t[1]=x)'],
    [not(or(a, b)), 'not (0:EAX=0 \\/ x!=1)'],
    [{ kind: 'implies', left: and(a, b), right: c }, '(0:EAX=0 /\\ x!=1) => t[1]=x'],
    [and(a, { kind: 'implies', left: b, right: c }), '0:EAX=0 /\\ (x!=1 => t[1]=x)'],
    [{ kind: 'true' }, 'true'],
  ])('%j', (formula, text) => {
    expect(names.formula(formula)).toBe(text);
  });

  it('stand behind their quantifier', () => {
    expect(names.condition({ quantifier: 'not exists', formula: a })).toBe('~exists (0:EAX=0)');
    expect(names.condition({ quantifier: 'forall', formula: a })).toBe('forall (0:EAX=0)');
  });
});
