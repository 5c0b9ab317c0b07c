import { describe, expect, it } from 'vitest';
import { and, eq, finalCell, finalRegister, ne, not, or, program } from '../../src/program/builder.js';
import type { Formula } from '../../src/program/condition.js';
import { printCondition, printFormula } from '../../src/program/printCondition.js';

const builder = program('test');
builder.location('x');
builder.array('t', [0, 0]);
builder.thread(() => {});
const p = builder.build();

describe('formulas', () => {
  const a = eq(finalRegister(0, 'EAX'), 0);
  const b = ne(finalCell('x'), 1);
  const c = eq(finalCell('t', 1), { kind: 'address', location: 'x', index: 0 });
  const d = eq(finalCell('x'), finalCell('t', 0));

  it.each<[Formula, string]>([
    [and(a, b, c), '0:EAX=0 /\\ x!=1 /\\ t[1]=x'],
    [or(and(a, b), d), '0:EAX=0 /\\ x!=1 \\/ x=[t[0]]'],
    [and(a, or(b, c)), '0:EAX=0 /\\ (x!=1 \\/ t[1]=x)'],
    [not(or(a, b)), '~(0:EAX=0 \\/ x!=1)'],
    [not(a), '~(0:EAX=0)'],
    [{ kind: 'implies', left: and(a, b), right: c }, '(0:EAX=0 /\\ x!=1) => t[1]=x'],
    [{ kind: 'true' }, 'true'],
  ])('%j', (formula, text) => {
    expect(printFormula(p, formula)).toBe(text);
  });

  it('stand behind their quantifier', () => {
    expect(printCondition(p, { quantifier: 'not exists', formula: a })).toBe('~exists (0:EAX=0)');
    expect(printCondition(p, { quantifier: 'forall', formula: a })).toBe('forall (0:EAX=0)');
  });
});
