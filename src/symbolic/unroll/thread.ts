// Unrolls one thread: structured control flow becomes guards, registers become terms, statements become events.
// A loop's body is repeated up to its bound; a path that would run it once more is cut.

import type { EventKind } from '../../execution/event.js';
import { accessWidth } from '../../program/cells.js';
import type { Expr } from '../../program/expression.js';
import { toInteger, type Width } from '../../program/integer.js';
import { initialValue, threadHeap } from '../../program/layout.js';
import { type AccessOrder, acquires, loadPart } from '../../program/memoryOrder.js';
import type { RmwOp, SourceSpan, Statement, StatementOf } from '../../program/statement.js';
import { bug } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { lookAtClock } from '../../support/timeOver.js';
import { AtomicBlock } from './atomic.js';
import { leavesLoop } from './finalRound.js';
import { heapPointer, unrollAlloc, unrollFree } from './heap.js';
import { branch, type Frame, merge, mergeAll, type Path } from './path.js';
import { Registers } from './registers.js';
import { StoppingThread } from './stopping.js';
import type { Term } from './term.js';
import { unrollAwait, unrollJoin, unrollLock, unrollSpawn, unrollUnlock } from './threads.js';

export class ThreadUnroller extends StoppingThread {
  readonly #frames: Frame[] = [];
  #atomic: AtomicBlock | undefined;

  run(): void {
    const { building, thread } = this;
    const { terms } = building;
    const source = building.program.threads[thread];
    const registers = Registers.none();
    for (const [name, value] of source.registers)
      registers.set(name, terms.constant(initialValue(value, building.layout.addressOf)));
    // A thread that is not started keeps them.
    const initial = registers.copy();
    const spawns = building.spawns.get(thread) ?? [];
    const start = source.start === 'initial' ? terms.yes : terms.or(...spawns.map((s) => s.guard));
    source.parameters.forEach((name, i) => {
      const value = spawns.reduceRight<Term>((rest, s) => terms.ite(s.guard, s.args[i], rest), terms.no);
      registers.set(name, spawns.length === 1 ? spawns[0].args[i] : value);
    });
    registers.set(heapPointer, terms.constant(threadHeap(building.layout, thread)));
    const first = building.events.length;
    const end = this.#body(source.body, { guard: start, registers });
    const events = building.events.slice(first).map((event) => event.id);
    const final = merge(
      terms,
      start,
      end,
      start === terms.yes ? undefined : { guard: terms.no, registers: initial },
    );
    building.threads[thread] = {
      start,
      end: terms.and(start, this.alive, end?.guard ?? terms.no, ...this.badStores.map((b) => terms.not(b))),
      events,
      registers: final?.registers ?? Registers.none(),
    };
  }

  value(path: Path, expr: Expr): Term {
    const { terms, layout } = this.building;
    switch (expr.kind) {
      case 'const':
        return terms.constant(expr.value);
      case 'register':
        return path.registers.get(expr.name) ?? terms.no;
      case 'address':
        return terms.constant(layout.addressOf.get(expr.location) ?? bug(`no location ${expr.location}`));
      case 'unary':
        return terms.unary(expr.op, this.value(path, expr.operand), expr.width);
      case 'binary':
        return terms.binary(expr.op, this.value(path, expr.left), this.value(path, expr.right), expr.width);
      case 'conditional':
        return terms.ite(
          terms.truth(this.value(path, expr.condition)),
          this.value(path, expr.whenTrue),
          this.value(path, expr.whenFalse),
        );
    }
  }

  /** The value of an operand as an access of so many bits has it. */
  #operand(path: Path, expr: Expr, width: Width): Term {
    const value = this.value(path, expr);
    return width < 32 ? this.building.terms.cut(value, width) : value;
  }

  /** The value a store leaves in its cell. */
  stored(path: Path, { value, width = 32 }: StatementOf<'store'>): Term {
    return this.#operand(path, value, width);
  }

  /** The value a read-modify-write leaves in a cell that holds `cell`. */
  updated(path: Path, s: StatementOf<'rmw'>, cell: Term): Term {
    const { terms } = this.building;
    const { op, width = 32 } = s;
    switch (op.kind) {
      case 'xchg':
        return this.#operand(path, op.value, width);
      case 'fetch': {
        const bits = width === 64 ? 64 : 32;
        const [old, operand] = [terms.cut(cell, width), this.value(path, op.value)];
        const result =
          op.op === 'nand'
            ? terms.unary('~', terms.binary('&', old, operand, bits), bits)
            : terms.binary(op.op, old, operand, bits);
        return width < 32 ? terms.cut(result, width) : result;
      }
      case 'cas':
        return terms.ite(this.succeeds(path, op, width, cell), this.#operand(path, op.desired, width), cell);
    }
  }

  /** Whether a compare-exchange finds what it expects. */
  succeeds(path: Path, op: Extract<RmwOp, { kind: 'cas' }>, width: Width, cell: Term): Term {
    const { terms } = this.building;
    return terms.equal(terms.cut(cell, width), this.#operand(path, op.expected, width));
  }

  #body(statements: readonly Statement[], path: Path): Path | undefined {
    let current: Path | undefined = path;
    for (const s of statements) {
      if (current === undefined || this.executed(current) === this.building.terms.no) return undefined;
      lookAtClock();
      current = this.#statement(s, current);
    }
    return current;
  }

  /** Executes one statement on `path`, which it may change; undefined when control does not get past it. */
  #statement(s: Statement, path: Path): Path | undefined {
    const { terms } = this.building;
    if (isEvent(s)) this.beforeEvent(path);
    switch (s.kind) {
      case 'assign':
        path.registers.set(s.target, this.value(path, s.value));
        return path;
      case 'load':
      case 'store':
      case 'rmw':
        if (s.kind === 'load' && s.until !== undefined) unrollAwait(this, s, path, s.until);
        else if (this.#atomic !== undefined) this.#atomic.access(s, path);
        else this.#access(s, path);
        return path;
      case 'fence':
        this.#fence(s, path);
        return path;
      case 'atomic':
        return this.#atomicBlock(s, path);
      case 'if': {
        const condition = terms.truth(this.value(path, s.condition));
        const whenTrue = this.#body(s.whenTrue, branch(path, terms.and(path.guard, condition)));
        const whenFalse = this.#body(s.whenFalse, branch(path, terms.and(path.guard, terms.not(condition))));
        return merge(terms, condition, whenTrue, whenFalse);
      }
      case 'block': {
        const frame: Frame = { label: s.label, exits: [], continues: undefined };
        const end = this.#inside(frame, s.body, path);
        return mergeAll(terms, end === undefined ? frame.exits : [...frame.exits, end]);
      }
      case 'while':
        return this.#while(s, path);
      case 'break':
        this.#frame(s.label, false).exits.push(path);
        return undefined;
      case 'continue':
        this.#frame(s.label, true).continues?.push(path);
        return undefined;
      case 'assume':
        this.#assume(s, path);
        return path;
      case 'assert':
        this.find(
          path,
          s.finding ?? 'assertion',
          terms.not(this.value(path, s.condition)),
          s.at,
          s.message || 'assertion fails',
          true,
        );
        return path;
      case 'nondet': {
        const half = 2n ** BigInt((s.width ?? 32) - 1);
        const { from = toInteger(-half), to = toInteger(half - 1n) } = s;
        const choice = terms.input({ kind: 'choice', from, to });
        this.building.addEvent(this.thread, 'choice', this.executed(path), s.at, { choice });
        path.registers.set(s.target, choice);
        return path;
      }
      case 'spawn':
        unrollSpawn(this, s, path);
        return path;
      case 'join':
        unrollJoin(this, s, path);
        return path;
      case 'lock':
        unrollLock(this, s, path);
        return path;
      case 'unlock':
        unrollUnlock(this, s, path);
        return path;
      case 'alloc':
        unrollAlloc(this, s, path);
        return path;
      case 'free':
        unrollFree(this, s, path);
        return path;
    }
  }

  #fence(s: StatementOf<'fence'>, path: Path): void {
    const { building, thread } = this;
    const { order, at } = s;
    const guard = this.executed(path);
    if (s.fence !== 'load-load')
      building.addEvent(thread, s.fence === 'full' ? 'F' : 'S', guard, at, present({ order }));
    else if (order === undefined || (order !== 'volatile' && acquires(order)))
      building.acquireFences.push({ thread, event: building.events.length, guard });
  }

  #assume(s: StatementOf<'assume'>, path: Path): void {
    const { terms, reading } = this.building;
    const fails = terms.not(this.value(path, s.condition));
    // Only executions that stop here are asked about a further round.
    const leaves =
      s.awaits === undefined || reading === 'complete' || fails === terms.no
        ? {}
        : { leaves: leavesLoop(this, s.awaits, path) };
    this.stop(path, 'assume', fails, s.awaits?.at ?? s.at, leaves);
  }

  #inside(frame: Frame, body: readonly Statement[], path: Path): Path | undefined {
    this.#frames.push(frame);
    const end = this.#body(body, path);
    this.#frames.pop();
    return end;
  }

  #frame(label: string, loop: boolean): Frame {
    const frame = this.#frames.findLast((f) => f.label === label && (!loop || f.continues !== undefined));
    return frame ?? bug(`no label ${label}`);
  }

  #while(s: StatementOf<'while'>, path: Path): Path | undefined {
    const { terms } = this.building;
    const bound = s.bound ?? this.building.unroll;
    const exits: Path[] = [];
    let current: Path | undefined = path;
    for (let round = 0; current !== undefined; round++) {
      const condition = terms.truth(this.value(current, s.condition));
      if (condition !== terms.yes)
        exits.push(branch(current, terms.and(current.guard, terms.not(condition))));
      current.guard = terms.and(current.guard, condition);
      if (this.executed(current) === terms.no) break;
      if (round === bound) {
        this.stop(current, 'bound', terms.yes, s.at, { loop: s });
        // Nothing comes of this path, but with it the guards of the exits fold.
        exits.push(current);
        break;
      }
      const frame: Frame = { label: s.label, exits, continues: [] };
      const end = this.#inside(frame, s.body, current);
      const next: Path[] = [...(frame.continues ?? []), ...(end === undefined ? [] : [end])];
      current = mergeAll(terms, next);
    }
    return mergeAll(terms, exits);
  }

  /** An event without accesses, so far. */
  event(path: Path, kind: EventKind, at: SourceSpan | undefined, other?: Term, order?: AccessOrder): number {
    const extra = present({ other, order });
    return this.building.addEvent(this.thread, kind, this.executed(path), at, extra);
  }

  #access(s: StatementOf<'load' | 'store' | 'rmw'>, path: Path): void {
    const { building } = this;
    const address = this.value(path, s.address);
    this.checkAddress(path, address, whatOf[s.kind], s.at, accessWidth(s));
    const guard = this.executed(path);
    if (guard === building.terms.no) return;
    const { order } = s;
    const event = building.addEvent(this.thread, kindOf[s.kind], guard, s.at, present({ order }));
    if (s.kind === 'store') {
      const { lifetime } = s;
      const value = this.stored(path, s);
      const write = building.addWrite(event, { guard, address }, value, present({ lifetime }));
      if (lifetime !== 'begins' && lifetime !== 'ends') this.checkStore(write, s.at);
      return;
    }
    const read = building.addRead(event, { guard, address });
    if (s.kind === 'rmw') {
      building.addWrite(event, { guard, address }, this.updated(path, s, read.value));
      building.setComparison(event, this.#success(s, path, read.value));
    }
    if (s.target !== undefined) path.registers.set(s.target, building.terms.cut(read.value, s.width ?? 32));
    if (s.kind === 'load' && s.has !== undefined) path.registers.set(s.has, this.holdsValue(read));
    this.checkRead(path, read, s.at, s.kind === 'load' && s.has !== undefined);
  }

  /** When a compare-exchange that finds `old` succeeds, and what it is when it does not. */
  #success({ op, order, failure, width = 32 }: StatementOf<'rmw'>, path: Path, old: Term) {
    if (op.kind !== 'cas') return {};
    const asLoad = order === undefined || order === 'volatile' ? order : loadPart(order);
    const succeeds = this.succeeds(path, op, width, old);
    return { succeeds, ...present({ failure: failure ?? asLoad }) };
  }

  #atomicBlock(s: StatementOf<'atomic'>, path: Path): Path | undefined {
    const { order } = s;
    const kind = s.loads === true ? 'R' : 'A';
    const event = this.building.addEvent(this.thread, kind, this.executed(path), s.at, present({ order }));
    const block = new AtomicBlock(this, event);
    this.#atomic = block;
    this.inAtomic = true;
    const end = this.#body(s.body, path);
    block.finish(this.alive);
    this.#atomic = undefined;
    this.inAtomic = false;
    return end;
  }
}

const kindOf = { load: 'R', store: 'W', rmw: 'U' } as const;
const whatOf = { load: 'load', store: 'store', rmw: 'atomic access' } as const;

const local: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'assign',
  'if',
  'block',
  'while',
  'break',
  'continue',
  'assume',
  'assert',
  'alloc',
]);
const isEvent = (s: Statement): boolean => !local.has(s.kind);
