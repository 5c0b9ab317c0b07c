// Final states in herd's notation: `0:EAX=1; t[1]=2;`.

import type { Access } from '../execution/event.js';
import type { Execution, Outcome } from '../execution/execution.js';
import { AddressNames, observedName } from '../program/addressNames.js';
import type { Condition } from '../program/condition.js';
import { floatText } from '../program/floatNames.js';
import { type Integer, toJson, unsignedOf } from '../program/integer.js';
import { cellAddress, type Layout, layOut } from '../program/layout.js';
import { printCondition } from '../program/printCondition.js';
import { atProcessEnd } from '../program/processEnd.js';
import type { Program } from '../program/program.js';
import { withoutMark } from '../program/unionMarks.js';

/** A value as people read it: a number, or a pointer to what it is the address of. */
export type ShownValue = number | string;

/** Names of what one program observes, and of its values. */
export class StateNames {
  readonly #program: Program;
  /** With the cells that executions are shown to end with. */
  readonly #explored: Program;
  readonly #layout: Layout;
  readonly #addresses: AddressNames;
  /** Names of `program.observed`, in its order. */
  readonly observed: readonly string[];
  /** Where those are that are cells. */
  readonly #observedAddresses: readonly (number | undefined)[];

  /** `execution`: the one that is shown, which says what blocks of the heap hold. */
  constructor(program: Program, execution?: Pick<Execution, 'allocs'>) {
    this.#program = program;
    this.#explored = atProcessEnd(program);
    this.#layout = layOut(this.#explored);
    this.#addresses = new AddressNames(this.#explored, this.#layout, execution?.allocs);
    this.observed = program.observed.map((observable) =>
      observedName(
        program,
        observable,
        observable.kind === 'cell' ? this.#layout.locations.get(observable.location) : undefined,
      ),
    );
    this.#observedAddresses = program.observed.map((observable) =>
      observable.kind === 'cell'
        ? cellAddress(this.#layout, observable.location, observable.index)
        : undefined,
    );
  }

  /** With what is known of the heap in an execution. */
  of(execution: Pick<Execution, 'allocs'>): StateNames {
    return execution.allocs === undefined ? this : new StateNames(this.#program, execution);
  }

  /** What is at an address. */
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

  /** The value of the observable at place `i`, unsigned if that is how it is to be shown. */
  shown(outcome: Outcome, i: number): ShownValue {
    const { unsigned } = this.#program.observed[i];
    const value = unsigned === undefined ? outcome[i] : unsignedOf(outcome[i], unsigned);
    return this.value(value, this.#observedAddresses[i]);
  }

  /** `0:EAX=1; x=2;` */
  state(outcome: Outcome): string {
    return this.observed.map((name, i) => `${name}=${this.shown(outcome, i)};`).join(' ');
  }

  condition(condition: Condition): string {
    return printCondition(this.#program, condition);
  }
}
