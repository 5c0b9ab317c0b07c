// The registers of one thread: what they hold where that is static, and whether they hold anything (marks.ts). `known` is undefined
// after a jump: nothing is written until a label joins the paths that lead to it.

import { type Expr, widthOf } from '../../../../program/expression.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import { foldBinary, isStatic, isTrue, one, zero } from '../fold.js';
import { Names } from '../names.js';
import { flagAfter, flagOf, isFlagOrMask, Marks, maskIf, maskOf, written } from './marks.js';
import { emptyBuffer } from './storeBuffer.js';

export abstract class Registers {
  protected known: Map<string, Expr> | undefined = new Map([[emptyBuffer, one]]);
  protected readonly marks = new Marks();
  readonly #names = new Names();
  /** A register name that this thread does not use yet. */
  readonly fresh = this.#names.fresh;
  /** A register that is written in one place only. */
  readonly temporary = this.#names.temporary;
  /** The register as an expression, whatever it holds. */
  readonly register = this.#names.register;
  readonly label = this.#names.label;

  get dead(): boolean {
    return this.known === undefined;
  }

  abstract emit(statement: Statement): Statement;

  /** `sets`: whether it gives the register a value that had none. */
  assign(target: string, value: Expr, at: SourceSpan, sets: Expr = one): void {
    if (this.known === undefined) return;
    this.#set(target, value, at);
    if (!this.marks.isFlagged(target)) return;
    const flag = this.read(flagOf(target));
    if (!isTrue(flag)) this.assign(flagOf(target), foldBinary('||', flag, sets), at);
  }

  #set(target: string, value: Expr, at: SourceSpan): void {
    if (this.marks.isCarrier(target)) this.assign(maskOf(target), this.maskOf(value), at);
    if (isStatic(value)) this.known?.set(target, value);
    else this.known?.delete(target);
    this.emit({ kind: 'assign', target, value, at });
  }

  /** The register receives a copy, which is a value if `has`; `here`: whether it does. */
  copy(target: string, value: Expr, has: Expr, at: SourceSpan, here: Expr = one): void {
    if (this.known === undefined) return;
    const before = this.isSet(target);
    this.#set(target, value, at);
    if (isTrue(before) && isTrue(has)) return;
    // a register that carries words keeps the mask
    if (this.marks.isCarrier(target) && isTrue(before)) return;
    this.marks.flag(target);
    this.assign(flagOf(target), flagAfter(before, here, this.marks.isCarrier(target) ? one : has), at);
  }

  /** Which bytes of a value were ever written (marks.ts). */
  maskOf(value: Expr): Expr {
    return this.marks.of(value, (name) => this.read(name));
  }

  /** All bytes that the value of a register has were found to be written. */
  settle(name: string, at: SourceSpan): void {
    if (this.marks.isCarrier(name)) this.assign(maskOf(name), written, at);
  }

  /** The value, all bytes of which were found to be written. */
  settled(value: Expr, at: SourceSpan): Expr {
    if (this.maskOf(value) === written) return value;
    const target = this.temporary(widthOf(value));
    this.assign(target, value, at);
    return this.register(target);
  }

  /** The mask of what may change later. */
  keptMask(has: Expr, at: SourceSpan): Expr {
    return maskIf(isTrue(has) ? has : this.keep(has, at));
  }

  /** A register that keeps the value with its mask. */
  marked(value: Expr, mask: Expr, at: SourceSpan): Expr {
    if (mask === written) return value;
    const target = this.temporary(widthOf(value));
    this.assign(target, value, at);
    this.marks.mark(target, mask.kind === 'conditional' ? mask : this.keep(mask, at));
    return this.register(target);
  }

  /** Whether a register has a mask of its own. */
  isCarrier(name: string): boolean {
    return this.marks.isCarrier(name);
  }

  /** These registers receive copies in several places. */
  carry(names: readonly string[]): void {
    for (const name of names) this.marks.carry(name);
  }

  /** A register that holds the value now and keeps it. */
  keep(value: Expr, at: SourceSpan): Expr {
    if (isStatic(value) || (value.kind === 'register' && value.name.startsWith('$'))) return value;
    const target = this.temporary(widthOf(value));
    this.assign(target, value, at);
    this.marks.mark(target, this.maskOf(value));
    return this.register(target);
  }

  read(name: string): Expr {
    return this.known?.get(name) ?? this.register(name);
  }

  forget(names: Iterable<string>): void {
    for (const name of names) {
      this.known?.delete(name);
      if (this.marks.isCarrier(name)) this.known?.delete(maskOf(name));
      // a register keeps its value until its declaration is reached again or its struct is copied over
      if (this.marks.isPart(name) || !isTrue(this.read(flagOf(name)))) this.known?.delete(flagOf(name));
    }
  }

  /** Forgets which registers have no value: each may have one from here on. */
  protected forgetUnset(): void {
    for (const [name, value] of this.known ?? [])
      if (isFlagOrMask(name) && !isTrue(value)) this.known?.delete(name);
  }

  /** The registers of a variable that is declared without a value. */
  unset(names: readonly string[], at: SourceSpan): void {
    for (const name of names) {
      this.marks.flag(name);
      this.assign(flagOf(name), zero, at);
    }
  }

  /** Registers that have no value before they are written. */
  flag(names: readonly string[]): void {
    for (const name of names) this.marks.flag(name);
  }

  /** The registers of a struct. */
  parts(names: readonly string[]): void {
    for (const name of names) {
      this.marks.flag(name);
      this.marks.addPart(name);
    }
  }

  /** Whether the register has a value by now. */
  isSet(name: string): Expr {
    return this.marks.isFlagged(name) ? this.read(flagOf(name)) : one;
  }
}
