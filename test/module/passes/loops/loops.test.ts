import { describe, expect, it } from 'vitest';
import { withLoops } from '../../../../src/module/passes/loops/index.js';
import { binary, constant, register } from '../../../../src/program/expression.js';
import type { Statement } from '../../../../src/program/statement.js';

const i = register('i');
const set = (target: string, value: number): Statement => ({
  kind: 'assign',
  target,
  value: constant(value),
});
const leaveIf = (condition: Parameters<typeof binary>[1]): Statement => ({
  kind: 'if',
  condition,
  whenTrue: [{ kind: 'break', label: 'L' }],
  whenFalse: [],
});
const increment: Statement = { kind: 'assign', target: 'i', value: binary('+', i, constant(1)) };
const access: Statement = { kind: 'store', address: { kind: 'address', location: 'x' }, value: i };
const load: Statement = { kind: 'load', target: 'r', address: { kind: 'address', location: 'x' } };
const loop = (body: readonly Statement[]): Statement => ({
  kind: 'while',
  label: 'L',
  condition: constant(1),
  body,
});

const boundOf = (body: readonly Statement[]): number | undefined => {
  const last = withLoops(body, []).at(-1);
  return last?.kind === 'while' ? last.bound : undefined;
};

describe('loops', () => {
  it('takes a test that stands first as the condition', () => {
    const [first] = withLoops([loop([leaveIf(register('r')), load])], []);
    expect(first).toEqual({
      kind: 'while',
      label: 'L',
      condition: { kind: 'unary', op: '!', operand: register('r') },
      body: [load],
    });
  });

  it('counts the rounds of a loop from a known value to another', () => {
    expect(boundOf([set('i', 2), loop([leaveIf(binary('>=', i, constant(5))), access, increment])])).toBe(3);
  });

  it('counts a round that only looks where the test comes later', () => {
    expect(boundOf([set('i', 0), loop([access, increment, leaveIf(binary('>=', i, constant(5)))])])).toBe(5);
    expect(boundOf([set('i', 0), loop([access, leaveIf(binary('>=', i, constant(5))), increment])])).toBe(6);
  });

  it('knows no bound where something else changes the counter', () => {
    const other: Statement = { kind: 'load', target: 'i', address: { kind: 'address', location: 'x' } };
    expect(boundOf([set('i', 0), loop([leaveIf(binary('>=', i, constant(5))), other, increment])])).toBe(
      undefined,
    );
    expect(boundOf([other, loop([leaveIf(binary('>=', i, constant(5))), increment])])).toBe(undefined);
  });

  it('knows no bound where the step is under a condition or may be skipped', () => {
    const maybe: Statement = { kind: 'if', condition: register('r'), whenTrue: [increment], whenFalse: [] };
    const skip: Statement = {
      kind: 'if',
      condition: register('r'),
      whenTrue: [{ kind: 'continue', label: 'L' }],
      whenFalse: [],
    };
    const test = leaveIf(binary('>=', i, constant(5)));
    expect(boundOf([set('i', 0), loop([test, load, maybe])])).toBe(undefined);
    expect(boundOf([set('i', 0), loop([test, load, skip, increment])])).toBe(undefined);
  });
});
