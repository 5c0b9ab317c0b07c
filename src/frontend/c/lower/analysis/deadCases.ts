// Cases of switches that no call leads to. An example is `switch (size) { case 1: ...; case 8: ...; }` in a function that is
// only called with `sizeof`. Such cases say nothing about the sizes in which the program uses objects.

import type { Integer } from '../../../../program/integer.js';
import { constantValue } from '../../check/constants.js';
import type { FunctionSymbol, TypedStatement, Unit, Value, Variable } from '../../typed.js';
import { unconverted } from '../../unconverted.js';
import { visitStatement } from '../scan.js';

type Switch = Extract<TypedStatement, { kind: 'switch' }>;

const leaves: ReadonlySet<TypedStatement['kind']> = new Set(['break', 'return', 'goto', 'continue']);

/** Whether what follows the statement is not reached from it. */
function isLeft(statement: TypedStatement): boolean {
  const last = statement.kind === 'block' ? statement.items.at(-1) : undefined;
  return leaves.has(statement.kind) || (last !== undefined && isLeft(last));
}

/** Whether control may come into the statement other than at its beginning. */
function isEntered(statement: TypedStatement): boolean {
  let entered = false;
  visitStatement(statement, {
    statement: ({ kind }) => {
      if (kind === 'case' || kind === 'default' || kind === 'label') entered = true;
    },
  });
  return entered;
}

export class DeadCases {
  readonly #arguments = new Map<FunctionSymbol, (readonly Value[])[]>();
  readonly #usedAsValues = new Set<FunctionSymbol>();
  readonly #parameters = new Map<Variable, { readonly of: FunctionSymbol; readonly index: number }>();
  readonly #asked = new Set<Variable>();

  constructor(unit: Unit) {
    const callees = new Set<Value>();
    for (const { initial } of unit.globals)
      for (const { value } of initial ?? [])
        if (typeof value === 'object' && value.kind === 'function') this.#usedAsValues.add(value.function);
    for (const symbol of unit.functions.values()) {
      symbol.definition?.parameters.forEach((variable, index) => {
        this.#parameters.set(variable, { of: symbol, index });
      });
      for (const statement of symbol.definition?.body ?? [])
        visitStatement(statement, {
          value: (value) => {
            if (value.kind === 'function' && !callees.has(value)) this.#usedAsValues.add(value.function);
            const callee = value.kind === 'call' ? unconverted(value.callee) : undefined;
            if (value.kind !== 'call' || callee?.kind !== 'function') return;
            callees.add(callee);
            this.#arguments.set(callee.function, [
              ...(this.#arguments.get(callee.function) ?? []),
              value.args,
            ]);
          },
        });
    }
  }

  /** The statements of a switch that are not run. */
  of({ value, items }: Switch): ReadonlySet<TypedStatement> {
    const dead = new Set<TypedStatement>();
    const values = this.#valuesOf(unconverted(value));
    if (values === undefined) return dead;
    let live = false;
    for (const item of items) {
      if (item.kind === 'case') live ||= values.some((one) => item.low <= one && one <= item.high);
      else if (isEntered(item)) live = true;
      if (!live) dead.add(item);
      if (isLeft(item)) live = false;
    }
    return dead;
  }

  /** All that a parameter may hold, if the calls say so. */
  #valuesOf(value: Value): readonly Integer[] | undefined {
    const known = constantValue(value);
    if (known !== undefined) return [known];
    const variable =
      value.kind === 'load' && value.place.kind === 'variable' ? value.place.variable : undefined;
    const parameter = variable === undefined ? undefined : this.#parameters.get(variable);
    if (variable === undefined || parameter === undefined) return undefined;
    if (variable.assigned || variable.addressed || this.#usedAsValues.has(parameter.of)) return undefined;
    const calls = this.#arguments.get(parameter.of) ?? [];
    if (calls.length === 0 || this.#asked.has(variable)) return undefined;
    this.#asked.add(variable);
    const given = calls.map((args) => {
      const arg = args[parameter.index];
      return arg === undefined ? undefined : this.#valuesOf(unconverted(arg));
    });
    this.#asked.delete(variable);
    return given.includes(undefined) ? undefined : given.flatMap((some) => some ?? []);
  }
}
