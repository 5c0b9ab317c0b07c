// Final states in herd's notation: `0:EAX=1; t[1]=2;`.

import type { Access } from '../execution/event.js';
import type { Execution, Outcome } from '../execution/execution.js';
import { AddressNames, observedName } from '../program/addressNames.js';
import { bytesOf } from '../program/cells.js';
import { type Condition, numbersIn } from '../program/condition.js';
import { floatText } from '../program/floatNames.js';
import { type Integer, toInteger, toJson, unsignedOf, type Width, widths, wrap } from '../program/integer.js';
import { cellAddress, type Layout, layOut } from '../program/layout.js';
import { printCondition } from '../program/printCondition.js';
import { atProcessEnd } from '../program/processEnd.js';
import type { Program } from '../program/program.js';
import { withoutMark } from '../program/unionMarks.js';

/** A value as people read it: a number, or a pointer to what it is the address of. */
export type ShownValue = number | string;

/** Names of a program's observables, and of their values. */
export class StateNames {
  readonly #program: Program;
  /** With the cells that executions are shown to end with. */
  readonly #explored: Program;
  readonly #layout: Layout;
  readonly #addresses: AddressNames;
  /** Names of the numbers in `program.observed`, in its order. */
  readonly observed: readonly string[];
  /** The places in `program.observed` that are one number, lowest bits first. */
  readonly #parts: readonly (readonly number[])[];

  /** `execution`: the one that is shown, which says what blocks of the heap hold. */
  constructor(program: Program, execution?: Pick<Execution, 'allocs'>) {
    this.#program = program;
    this.#explored = atProcessEnd(program);
    this.#layout = layOut(this.#explored);
    this.#addresses = new AddressNames(this.#explored, this.#layout, execution?.allocs);
    this.#parts = numbersIn(program.observed);
    this.observed = this.#parts.map(([i]) => {
      const observable = program.observed[i];
      return observedName(
        program,
        observable,
        observable.kind === 'cell' ? this.#layout.locations.get(observable.location) : undefined,
      );
    });
  }

  /** With what is known of the heap in an execution. */
  of(execution: Pick<Execution, 'allocs'>): StateNames {
    return execution.allocs === undefined ? this : new StateNames(this.#program, execution);
  }

  /** The cell at an address. */
  cell(address: Integer): ShownValue {
    return this.#addresses.cell(address) ?? toJson(address);
  }

  /** `address`: of the cell that holds it, which may be one of floating-point numbers, or a union. */
  value(value: Integer, address?: Integer): ShownValue {
    const floating = address === undefined ? undefined : this.#addresses.floatBytes(address);
    if (floating !== undefined) return floatText(value, floating);
    const union = address === undefined ? undefined : this.#addresses.unionBytes(address);
    const shown = union === undefined ? value : withoutMark(value, union);
    return this.#addresses.pointer(shown) ?? toJson(shown);
  }

  /** `x=1` */
  access({ address, value }: Access): string {
    return `${this.cell(address)}=${this.value(value, address)}`;
  }

  /** The value of the observable at place `i`, unsigned if it is to be shown so. */
  shown(outcome: Outcome, i: number): ShownValue {
    const parts = this.#parts[i];
    const observable = this.#program.observed[parts[0]];
    const whole = parts.length === 1 ? outcome[parts[0]] : this.#joined(outcome, parts);
    if (observable.float === true) return floatText(whole, bytesOf(this.#widthOf(parts)));
    const value = observable.unsigned === undefined ? whole : unsignedOf(whole, observable.unsigned);
    return this.value(value, parts.length === 1 ? this.#addressAt(parts[0]) : undefined);
  }

  /** Where it is, if it is a cell. */
  #addressAt(i: number): number | undefined {
    const observable = this.#program.observed[i];
    return observable.kind === 'cell'
      ? cellAddress(this.#layout, observable.location, observable.index)
      : undefined;
  }

  #joined(outcome: Outcome, parts: readonly number[]): Integer {
    let bits = 0n;
    let above = 0n;
    for (const i of parts) {
      const width = this.#widthOf([i]);
      bits |= BigInt(unsignedOf(outcome[i], width)) << above;
      above += BigInt(width);
    }
    return wrap(toInteger(bits), this.#widthOf(parts));
  }

  #widthOf(parts: readonly number[]): Width {
    const bits = parts.reduce((sum, i) => sum + (this.#layout.widths.get(this.#addressAt(i) ?? 0) ?? 64), 0);
    return widths.find((width) => width >= bits) ?? 64;
  }

  /** `0:EAX=1; x=2;` */
  state(outcome: Outcome): string {
    return this.observed.map((name, i) => `${name}=${this.shown(outcome, i)};`).join(' ');
  }

  condition(condition: Condition): string {
    return printCondition(this.#program, condition);
  }
}
