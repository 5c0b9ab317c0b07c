// CBMC's quantifiers over a range that the expression itself states: a loop over it.

import type { Expression } from '../../ast.js';
import { typeError, unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { expanded } from './macros.js';
import { argument, type BuiltinCall, entry, type Library } from './table.js';

const conjuncts = (e: Expression): Expression[] =>
  e.kind === 'binary' && e.op === '&&' ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e];

/** The conditions that restrict the quantified variable: the premises of `forall`, the conjuncts of `exists`. */
function conditions(e: Expression, all: boolean): Expression[] {
  if (!all) return conjuncts(e);
  if (e.kind !== 'binary' || e.op !== '||' || e.left.kind !== 'unary' || e.left.op !== '!') return [];
  return [...conjuncts(e.left.operand), ...conditions(e.right, all)];
}

const mirrored: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

interface Bound {
  readonly op: string;
  readonly value: Expression;
  /** The whole condition. */
  readonly said: Expression;
}

const isVariable = (e: Expression, name: string): boolean => e.kind === 'name' && e.name === name;

const names = (e: Expression, name: string): boolean => JSON.stringify(e).includes(`"name":"${name}"`);

function boundOf(e: Expression, name: string): Bound | undefined {
  if (e.kind !== 'binary') return undefined;
  const turned = mirrored.get(e.op);
  if (turned === undefined) return undefined;
  const bound = isVariable(e.left, name)
    ? { op: e.op, value: e.right, said: e }
    : isVariable(e.right, name)
      ? { op: turned, value: e.left, said: e }
      : undefined;
  return bound === undefined || names(bound.value, name) ? undefined : bound;
}

const quantifier = (all: boolean) => (call: BuiltinCall) => {
  const [type, variable, said] = call.args;
  if (variable.kind !== 'name') return typeError(`${call.name} needs a variable`, call.at);
  const { name } = variable;
  const bounds = conditions(said, all).flatMap((e) => boundOf(e, name) ?? []);
  const low = bounds.find(({ op }) => op.startsWith('>')) ?? leastOf(argument(call, 0), type);
  const high = bounds.find(({ op }) => op.startsWith('<'));
  if (low === undefined || high === undefined)
    return unsupported(`${call.name} over a range that it does not state`, call.at);
  const { at } = low.value;
  const one: Expression = { kind: 'number', text: '1', at };
  const first: Expression =
    low.op === '>' ? { kind: 'binary', op: '+', left: low.value, right: one, at } : low.value;
  return expanded(
    { ...call, args: [type, first, high.said, said] },
    all ? '__diptych_for_all' : '__diptych_exists',
    ['A0', name, 'A1', 'A2', 'A3'],
  );
};

function leastOf({ type }: Value, given: Expression): Bound | undefined {
  if (type.kind !== 'integer' || type.signed) return undefined;
  const value: Expression = { kind: 'number', text: '0', at: given.at };
  return { op: '>=', value, said: given };
}

export const quantifiers: Library = new Map([
  entry('__CPROVER_forall', 3, quantifier(true)),
  entry('__CPROVER_exists', 3, quantifier(false)),
]);
