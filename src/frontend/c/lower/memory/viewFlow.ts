// How pointers flow through a program, for the classes of views.ts.

import type { Builtin } from '../../builtin.js';
import type {
  FunctionSymbol,
  Initialisation,
  Place,
  TypedStatement,
  Unit,
  Value,
  ValueOf,
  Variable,
} from '../../typed.js';
import { type CType, charType, scalarsOf, sizeOf } from '../../types.js';
import { pointedTo } from '../../unconverted.js';
import { DeadCases } from '../analysis/deadCases.js';
import { candidates, toldIn, visitStatement } from '../scan.js';
import { type Allocators, allocates, findAllocators, heldType } from './allocators.js';
import { BytesBehindVoid } from './bytesBehindVoid.js';
import { unevenSizes } from './unevenViews.js';
import { beginsLike, entry, isSeenAsBytes, ObjectClass, sizesAt } from './views.js';
import { cellList, goesOnWith, holdsPointers, neverChanges, typeBehindVoid } from './viewTypes.js';

interface Flow {
  classOf(variable: Variable): ObjectClass;
  /** The objects a value may point to. */
  pointedTo(value: Value): ObjectClass | undefined;
  isAllocator(symbol: FunctionSymbol): boolean;
  /** Whether a call returns a block of its own. */
  allocates(call: ValueOf<'call'>): boolean;
  isZeroed(blockOrMemset: Value): boolean;
  /** The type of the objects in that block. */
  heldBy(call: ValueOf<'call'>): CType | undefined;
}

class PointerFlow implements Flow {
  readonly #variables = new Map<Variable, ObjectClass>();
  readonly #blocks = new Map<Value, ObjectClass>();
  readonly #allocators: Allocators;
  readonly #deadCases: DeadCases;
  /** The blocks that calls of allocators return. */
  readonly #allocated = new Map<Value, ObjectClass>();
  readonly #convertedTo = new Map<Value, CType>();
  readonly #returned = new Map<FunctionSymbol, ObjectClass>();
  readonly #unknown = new Map<Value, ObjectClass>();
  readonly #literals = new Set<Variable>();
  /** The objects that the arguments of `...` point to. */
  readonly #variadic = new ObjectClass();
  /** The objects that the results of threads point to. */
  readonly #results = new ObjectClass();
  /** Casts that only count bytes for another cast. */
  readonly #onTheWay = new Set<Value>();
  /** Copies of bytes, judged when all is known. */
  readonly #moves: (() => void)[] = [];
  readonly #bytes = new BytesBehindVoid();

  constructor(
    readonly unit: Unit,
    readonly wide: boolean,
  ) {
    this.#allocators = findAllocators(unit);
    this.#deadCases = new DeadCases(unit);
    for (const variable of unit.globals)
      for (const { value } of variable.initial ?? [])
        if (typeof value === 'object' && value.kind === 'address')
          this.classOf(variable).content.unify(this.classOf(value.variable));
    for (const symbol of unit.functions.values())
      for (const statement of symbol.definition?.body ?? []) this.#statement(symbol, statement);
    for (const move of this.#moves) move();
    for (const [variable, type] of this.#bytes.found()) this.classOf(variable).content.castTo(type);
  }

  classOf(variable: Variable): ObjectClass {
    let found = this.#variables.get(variable);
    if (found === undefined) {
      found = new ObjectClass();
      found.addObject([variable.longer ?? variable.type]);
      if (!neverChanges(variable)) found.change(variable.storage === 'local');
      this.#variables.set(variable, found);
    }
    return found.root;
  }

  #place(place: Place): ObjectClass {
    switch (place.kind) {
      case 'variable':
        return this.classOf(place.variable);
      case 'literal':
        if (!this.#literals.has(place.variable)) {
          this.#literals.add(place.variable);
          this.#initialise(place.variable, place.initialiser);
        }
        return this.classOf(place.variable);
      case 'deref': {
        const known = this.pointedTo(place.pointer);
        if (known !== undefined) return known;
        return entry(this.#unknown, place.pointer);
      }
      case 'member':
      case 'element':
        return this.#place(place.base);
    }
  }

  pointedTo(value: Value): ObjectClass | undefined {
    switch (value.kind) {
      case 'load':
        return holdsPointers(value.type) ? this.#place(value.place).content : undefined;
      case 'address':
        return this.#place(value.place);
      case 'unary':
        return value.op === '!' ? undefined : this.pointedTo(value.operand);
      case 'binary':
        return holdsPointers(value.type) ? this.#both(value.left, value.right) : undefined;
      case 'offset':
        return this.pointedTo(value.pointer);
      case 'convert':
        return holdsPointers(value.type) ? this.pointedTo(value.operand) : undefined;
      case 'conditional':
        return this.#both(value.whenTrue, value.whenFalse);
      case 'comma':
        return this.pointedTo(value.right);
      case 'statements':
        return value.result === undefined || !holdsPointers(value.type)
          ? undefined
          : this.classOf(value.result).content;
      case 'va-arg':
        return holdsPointers(value.type) ? this.#variadic.root : undefined;
      case 'assign':
      case 'update':
        return holdsPointers(value.type) ? this.#place(value.place).content : undefined;
      case 'call': {
        if (this.allocates(value)) return entry(this.#allocated, value);
        const [first, ...rest] = this.#callees(value.callee).map((symbol) => entry(this.#returned, symbol));
        for (const other of rest) first.unify(other);
        return first?.root;
      }
      case 'builtin':
        return this.#builtinResult(value.builtin);
      default:
        return undefined;
    }
  }

  isAllocator(symbol: FunctionSymbol): boolean {
    return this.#allocators.functions.has(symbol);
  }

  isZeroed(blockOrMemset: Value): boolean {
    return this.#allocators.zeroed.has(blockOrMemset);
  }

  heldBy(call: ValueOf<'call'>): CType | undefined {
    return heldType(call, this.#convertedTo.get(call));
  }

  allocates(call: ValueOf<'call'>): boolean {
    return holdsPointers(call.type) && allocates(this.unit, call, this.#allocators.functions);
  }

  #both(left: Value, right: Value): ObjectClass | undefined {
    const [a, b] = [this.pointedTo(left), this.pointedTo(right)];
    if (a !== undefined && b !== undefined) a.unify(b);
    return a?.root ?? b;
  }

  #builtinResult(b: Builtin): ObjectClass | undefined {
    switch (b.op) {
      case 'atomic-load':
      case 'atomic-rmw':
        return this.#place(b.place).content;
      case 'atomic-cas':
        return b.result === 'old' ? this.#place(b.place).content : undefined;
      case 'alloc':
        return entry(this.#blocks, b.bytes);
      case 'fill':
      case 'zeroing':
      case 'copy':
        return this.pointedTo(b.target);
      default:
        return undefined;
    }
  }

  #callees(callee: Value): readonly FunctionSymbol[] {
    return callee.kind === 'function' ? [callee.function] : candidates(this.unit, callee);
  }

  /** Pointers in these objects may point to the objects that the value points to. */
  #into(objects: ObjectClass, value: Value): void {
    const target = this.pointedTo(value);
    if (target !== undefined) objects.content.unify(target);
  }

  #argument(parameter: Variable, value: Value): void {
    const objects = this.classOf(parameter);
    // a struct is given scalar by scalar
    objects.touch(scalarsOf(parameter.type).map(({ type }) => sizeOf(type) ?? 1));
    this.#into(objects, value);
    this.#bytes.give(parameter, value);
  }

  #touch(place: Place): void {
    const objects = this.#place(place);
    objects.touch(sizesAt(place));
    for (let base = place; ; ) {
      if (base.kind === 'deref') objects.seenAs(base.type);
      if (base.kind !== 'member' && base.kind !== 'element') return;
      base = base.base;
    }
  }

  #initialise(variable: Variable, init: Initialisation): void {
    const objects = this.classOf(variable);
    for (const { type } of scalarsOf(init.type)) objects.touch([sizeOf(type) ?? 1]);
    for (const { value, bitField } of init.parts) {
      this.#bytes.give(variable, value);
      // of a union, another member may be given a value than its first
      if (bitField === undefined)
        for (const { type } of scalarsOf(value.type)) objects.touch([sizeOf(type) ?? 1]);
      this.#into(objects, value);
    }
  }

  #statement(symbol: FunctionSymbol, statement: TypedStatement): void {
    visitStatement(statement, {
      dead: (of) => this.#deadCases.of(of),
      value: (value) => this.#value(value),
      statement: (s) => {
        if (s.kind === 'declare' && s.initialiser !== undefined) this.#initialise(s.variable, s.initialiser);
        if (s.kind !== 'return' || s.value === undefined) return;
        const target = this.pointedTo(s.value);
        if (target !== undefined) entry(this.#returned, symbol).unify(target);
      },
    });
  }

  #value(value: Value): void {
    switch (value.kind) {
      case 'load':
        this.#touch(value.place);
        return;
      case 'assign':
        this.#touch(value.place);
        this.#into(this.#place(value.place), value.value);
        if (value.place.kind === 'variable') this.#bytes.give(value.place.variable, value.value);
        return;
      case 'update':
        this.#touch(value.place);
        this.#into(this.#place(value.place), value.operand);
        return;
      case 'call':
        if (this.allocates(value)) this.#block(entry(this.#allocated, value), this.heldBy(value));
        for (const { definition } of this.#callees(value.callee))
          value.args.forEach((argument, i) => {
            const parameter = definition?.parameters[i];
            if (parameter !== undefined) this.#argument(parameter, argument);
            else {
              const target = this.pointedTo(argument);
              if (target !== undefined) this.#variadic.unify(target);
            }
          });
        return;
      case 'convert':
        if (value.operand.kind === 'call') this.#convertedTo.set(value.operand, value.type);
        if (!this.#onTheWay.has(value)) this.#cast(value.operand, value.type);
        return;
      case 'builtin':
        this.#builtin(value.builtin);
        return;
      default:
        return;
    }
  }

  #cast(operand: Value, type: CType): void {
    if (type.kind !== 'pointer' || operand.type.kind !== 'pointer') return;
    // `(T *)((char *)p - n)` follows no pointer to char
    let inner = operand;
    while (inner.kind === 'offset') inner = inner.pointer;
    if (inner !== operand && inner.kind === 'convert') this.#onTheWay.add(inner);
    const [from, to] = [typeBehindVoid(operand), type.to];
    this.#bytes.cast(operand, to);
    if (from === undefined || sizeOf(from) === undefined || sizeOf(to) === undefined) return;
    if (isSeenAsBytes(to, from) || (!beginsLike(to, from, this.wide) && !beginsLike(from, to, this.wide)))
      this.pointedTo(operand)?.castTo(to, unevenSizes(operand, to));
  }

  #builtin(b: Builtin): void {
    switch (b.op) {
      case 'atomic-load':
        this.#touch(b.place);
        return;
      case 'atomic-store':
      case 'atomic-rmw':
        this.#touch(b.place);
        this.#into(this.#place(b.place), b.value);
        return;
      case 'atomic-cas':
        this.#touch(b.place);
        this.#into(this.#place(b.place), b.desired);
        if (b.expected.kind === 'value') return;
        this.#touch(b.expected.place);
        this.#place(b.place).content.unify(this.#place(b.expected.place).content);
        return;
      case 'thread-create':
        for (const symbol of this.#callees(b.start)) {
          entry(this.#returned, symbol).unify(this.#results);
          const [parameter] = symbol.definition?.parameters ?? [];
          if (parameter !== undefined) this.#argument(parameter, b.argument);
        }
        if (b.handle !== undefined) this.#touch(b.handle);
        return;
      case 'signal':
        for (const told of b.args.length > 4 ? toldIn(this.unit) : [])
          this.#into(this.classOf(told), b.args[4]);
        return;
      case 'thread-join':
        if (b.result === undefined) return;
        this.#touch(b.result);
        this.#place(b.result).content.unify(this.#results);
        return;
      case 'thread-exit':
        this.pointedTo(b.value)?.unify(this.#results);
        return;
      case 'take':
      case 'try':
      case 'await':
      case 'give-back':
      case 'futex-wait':
        this.#touch(b.cell);
        return;
      case 'cleanup-push':
        for (const symbol of this.#callees(b.handler)) {
          const [parameter] = symbol.definition?.parameters ?? [];
          if (parameter !== undefined) this.#into(this.classOf(parameter), b.argument);
        }
        return;
      case 'alloc':
        this.#block(entry(this.#blocks, b.bytes), b.of);
        return;
      case 'copy':
        this.#move([b.target, b.source], b.bytes);
        return;
      case 'compare':
        this.#move([b.left, b.right], b.bytes);
        return;
      case 'fill':
        this.#move([b.target], b.bytes);
        return;
      case 'reads': {
        const type = b.what === 'text' ? charType : pointedTo(b.pointer);
        if (type === undefined) return;
        const objects = this.pointedTo(b.pointer);
        objects?.seenAs(type);
        objects?.touch(scalarsOf(type).map((cell) => sizeOf(cell.type) ?? 1));
        return;
      }
      default:
        return;
    }
  }

  #block(objects: ObjectClass, of: CType | undefined): void {
    objects.change(true);
    if (of === undefined || of.kind === 'void') objects.cut(8);
    else objects.addObject(goesOnWith(of));
  }

  /** Bytes that are moved or compared as a whole: cells for cells if the sides have the same ones, else in common units. */
  #move(pointers: readonly Value[], bytes: number): void {
    const sides = pointers.map((pointer) => ({
      pointer,
      objects: this.pointedTo(pointer),
      type: pointedTo(pointer),
    }));
    const [first, second] = sides;
    if (second !== undefined && first.objects !== undefined && second.objects !== undefined)
      first.objects.content.unify(second.objects.content);
    const lists = sides.map(({ type }) => (type === undefined ? undefined : cellList(type, bytes)));
    if (lists[0] !== undefined && lists.every((cells) => cells === lists[0])) {
      for (const { objects, type } of sides) {
        if (type === undefined) continue;
        objects?.seenAs(type);
        objects?.touch(scalarsOf(type).map((cell) => sizeOf(cell.type) ?? 1));
      }
      return;
    }
    const scalars = sides.flatMap(({ type }) =>
      type === undefined ? [1] : scalarsOf(type).map((c) => sizeOf(c.type) ?? 1),
    );
    const unit = [8, 4, 2, 1].find((u) => bytes % u === 0 && scalars.every((s) => s >= u)) ?? 1;
    this.#moves.push(() => {
      for (const { objects } of sides) objects?.cut(unit);
    });
  }
}

export const gatherViews = (unit: Unit, wide: boolean): Flow => new PointerFlow(unit, wide);
