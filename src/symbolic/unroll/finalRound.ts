// One more round of a loop that only waits, on final memory: does it leave the loop? If it does not, no round ever will
// (docs/spin-loops.md). The round is no part of the execution: it reads the final values of cells and has no events.

import type { Statement, StatementOf } from '../../program/statement.js';
import { branch, type Frame, merge, mergeAll, type Path } from './path.js';
import type { Term } from './term.js';
import type { ThreadUnroller } from './thread.js';

/** When a thread that waits in `loop` with the registers of `path` would leave it. */
export function leavesLoop(unroller: ThreadUnroller, loop: StatementOf<'while'>, path: Path): Term {
  return new FinalRound(unroller, loop).leaves(path);
}

class FinalRound {
  readonly #frames: Frame[] = [];
  /** Paths that lead out of the loop, or to a stop that is not waiting. */
  readonly #left: Term[] = [];
  /** Paths that come to the end of the round. */
  readonly #ends: Path[] = [];

  constructor(
    readonly unroller: ThreadUnroller,
    readonly loop: StatementOf<'while'>,
  ) {}

  leaves(path: Path): Term {
    const { terms } = this.unroller.building;
    const end = this.#body(this.loop.body, branch(path, terms.yes));
    for (const p of end === undefined ? this.#ends : [...this.#ends, end])
      this.#left.push(terms.and(p.guard, terms.not(this.unroller.value(p, this.loop.condition))));
    return terms.or(...this.#left);
  }

  #body(statements: readonly Statement[], path: Path): Path | undefined {
    let current: Path | undefined = path;
    for (const s of statements) {
      if (current === undefined || current.guard === this.unroller.building.terms.no) return undefined;
      current = this.#statement(s, current);
    }
    return current;
  }

  #statement(s: Statement, path: Path): Path | undefined {
    const { unroller } = this;
    const { terms } = unroller.building;
    switch (s.kind) {
      case 'assign':
        path.registers.set(s.target, unroller.value(path, s.value));
        return path;
      case 'load': {
        const address = unroller.value(path, s.address);
        this.#goOnIf(path, s.until === undefined ? this.#readable(address) : terms.no);
        path.registers.set(s.target, terms.cut(unroller.building.finalValue(address), s.width ?? 32));
        if (s.has !== undefined) path.registers.set(s.has, terms.yes);
        return path;
      }
      case 'rmw': {
        const address = unroller.value(path, s.address);
        this.#goOnIf(path, this.#readable(address));
        const cell = unroller.building.finalValue(address);
        this.#goOnIf(path, terms.equal(unroller.updated(path, s, cell), cell));
        if (s.target !== undefined) path.registers.set(s.target, terms.cut(cell, s.width ?? 32));
        return path;
      }
      case 'store': {
        const address = unroller.value(path, s.address);
        this.#goOnIf(path, s.lifetime === undefined ? this.#readable(address) : terms.no);
        const stored = terms.cut(unroller.value(path, s.value), s.width ?? 32);
        this.#goOnIf(path, terms.equal(stored, unroller.building.finalValue(address)));
        return path;
      }
      case 'fence':
        return path;
      case 'atomic':
        return this.#body(s.body, path);
      case 'while':
        return this.#while(s, path);
      case 'if': {
        const condition = terms.truth(unroller.value(path, s.condition));
        const whenTrue = this.#body(s.whenTrue, branch(path, terms.and(path.guard, condition)));
        const whenFalse = this.#body(s.whenFalse, branch(path, terms.and(path.guard, terms.not(condition))));
        return merge(terms, condition, whenTrue, whenFalse);
      }
      case 'block': {
        const frame: Frame = { label: s.label, exits: [], continues: undefined };
        this.#frames.push(frame);
        const end = this.#body(s.body, path);
        this.#frames.pop();
        return mergeAll(terms, end === undefined ? frame.exits : [...frame.exits, end]);
      }
      case 'break': {
        const frame = this.#frames.findLast((f) => f.label === s.label);
        if (frame === undefined) this.#left.push(path.guard);
        else frame.exits.push(path);
        return undefined;
      }
      case 'continue': {
        const frame = this.#frames.findLast((f) => f.label === s.label && f.continues !== undefined);
        if (frame !== undefined) frame.continues?.push(path);
        else if (s.label === this.loop.label) this.#ends.push(path);
        else this.#left.push(path.guard);
        return undefined;
      }
      case 'assume': {
        const holds = terms.truth(unroller.value(path, s.condition));
        // A loop within the loop that would wait on keeps the thread waiting.
        if (s.awaits === undefined) this.#goOnIf(path, holds);
        else path.guard = terms.and(path.guard, holds);
        return path;
      }
      case 'assert':
        this.#goOnIf(path, terms.truth(unroller.value(path, s.condition)));
        return path;
      default:
        // This path does more than wait.
        this.#left.push(path.guard);
        return undefined;
    }
  }

  /** A loop within the loop. */
  #while(s: StatementOf<'while'>, path: Path): Path | undefined {
    const { building } = this.unroller;
    const { terms } = building;
    const bound = s.bound ?? building.unroll;
    const exits: Path[] = [];
    let current: Path | undefined = path;
    for (let round = 0; current !== undefined; round++) {
      const condition = terms.truth(this.unroller.value(current, s.condition));
      exits.push(branch(current, terms.and(current.guard, terms.not(condition))));
      current.guard = terms.and(current.guard, condition);
      if (current.guard === terms.no) break;
      if (round === bound) {
        this.#left.push(current.guard);
        break;
      }
      const frame: Frame = { label: s.label, exits, continues: [] };
      this.#frames.push(frame);
      const end = this.#body(s.body, current);
      this.#frames.pop();
      current = mergeAll(terms, [...(frame.continues ?? []), ...(end === undefined ? [] : [end])]);
    }
    return mergeAll(terms, exits);
  }

  /** Otherwise the thread would stop for another reason than waiting. */
  #goOnIf(path: Path, condition: Term): void {
    const { terms } = this.unroller.building;
    this.#left.push(terms.and(path.guard, terms.not(condition)));
    path.guard = terms.and(path.guard, condition);
  }

  #readable(address: Term): Term {
    const { building, thread } = this.unroller;
    if (building.isImmortal(address)) return building.terms.yes;
    return building.fact({ kind: 'readable', address, thread, allocs: building.allocs.length });
  }
}
