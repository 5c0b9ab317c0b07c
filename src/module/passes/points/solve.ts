// Points-to: which objects and offsets each address of a settled module may have. The analysis is inclusion-based, as
// in Andersen's thesis, and ignores the order of instructions. After `p = &x; q = &p; *q = &y`, the cell of p may hold
// the addresses of x and of y. Calls are inlined and every `allocate` is a site of
// its own, so contexts come free. Memory is kept by object and offset. Addresses flow through registers, cells of 8
// bytes and copies. They also flow through arithmetic on them as numbers (marks in the low bits).

import { type Instruction, resultsOf } from '../../instruction.js';
import type { LayoutName } from '../../layout.js';
import type { Module } from '../../module.js';
import { bitsOf, bytesOf, type Type } from '../../type.js';
import { type Register, typeOf, type Value } from '../../value.js';
import { arrayBytesAt, scalarAt } from '../layoutNames.js';
import { accessesOf } from './accesses.js';
import { cyclicRegisters } from './cyclic.js';
import { Objects, reachOf } from './objects.js';
import {
  elementOf,
  meets,
  moved,
  noTargets,
  stepped,
  type Target,
  TargetSet,
  type Targets,
  targetsOf,
  walked,
} from './targets.js';

/** The stored addresses of an object, by offset. */
interface Stored {
  readonly where: Target;
  readonly values: TargetSet;
}

export class PointsTo {
  readonly objects: Objects;
  readonly #module: Module;
  readonly #registers: Map<string, TargetSet>[];
  readonly #memory = new Map<string, Map<string, Stored>>();
  readonly #cyclic: readonly ReadonlySet<string>[];
  readonly #names: (name: string) => boolean;
  #changed = true;

  /** Functions count as objects without bytes if they are asked for. */
  constructor(module: Module, what: 'objects' | 'and functions' = 'objects') {
    this.#module = module;
    this.#names = (name) =>
      module.globals.has(name) || (what === 'and functions' && module.functions.has(name));
    this.objects = new Objects(module);
    this.#registers = module.threads.map(() => new Map());
    this.#cyclic = module.threads.map(({ body }) => cyclicRegisters(body));
    for (const { name, relocations } of module.globals.values())
      for (const { offset, target, addend } of relocations)
        if (this.#names(target))
          this.#store(this.#whole(name, offset), targetsOf(this.#whole(target, addend)));
    while (this.#changed) {
      this.#changed = false;
      for (const [thread, { body }] of module.threads.entries())
        for (const { instructions } of body.blocks.values())
          for (const i of instructions) this.#instruction(thread, i);
    }
  }

  /** Where a value of a thread may point. `isStep`: it is computed from itself, round by round. */
  of(thread: number, value: Value, isStep = false): Targets {
    switch (value.kind) {
      case 'const':
      case 'local':
      case 'undef':
      case 'text':
      case 'compare':
        return noTargets;
      case 'symbol':
        return this.#names(value.name) ? targetsOf(this.#whole(value.name, 0)) : noTargets;
      case 'register':
        return this.#registers[thread].get(value.name)?.all ?? noTargets;
      case 'select':
        return union(this.of(thread, value.whenTrue, isStep), this.of(thread, value.whenFalse, isStep));
      case 'offset':
        return this.#each(thread, value.base, isStep, (t) => moved(t, value.offset, isStep, value.extent));
      case 'element': {
        const { stride, count, index } = value;
        if (index.kind === 'const')
          return this.#each(thread, value.base, isStep, (t) =>
            moved(t, Number(index.value) * stride, isStep),
          );
        if (count !== undefined)
          return this.#each(thread, value.base, isStep, (t) => elementOf(t, stride, count));
        const most = valuesFromZero(index);
        return this.#each(thread, value.base, isStep, (t) =>
          most !== undefined && stride > 0 && t.count === 1
            ? stepped(t, stride, most)
            : walked(this.#inArray(t, stride), Math.abs(stride)),
        );
      }
      case 'unary':
        return carries(typeOf(value.operand)) && carries(value.type)
          ? this.of(thread, value.operand, isStep)
          : noTargets;
      case 'binary':
        return this.#arithmetic(thread, value, isStep);
    }
  }

  /** The functions that an address may be. */
  functionsAt(thread: number, address: Value): ReadonlySet<string> {
    const found = [...this.of(thread, address).values()].map(({ object }) => object);
    return new Set(found.filter((name) => this.#module.functions.has(name)));
  }

  /** The layout of a block, from a pointer in memory that points to its start. */
  layoutOf(block: string): LayoutName | undefined {
    const { layouts, globals } = this.#module;
    for (const [object, cells] of this.#memory) {
      const layout = globals.get(object)?.layout;
      for (const { where, values } of cells.values()) {
        if (![...values.all.values()].some((t) => t.object === block && t.offset === 0)) continue;
        const pointer = scalarAt(layouts, layout, { offset: where.offset, bytes: 8 });
        if (pointer?.kind === 'pointer' && pointer.to !== undefined) return pointer.to;
      }
    }
    return undefined;
  }

  #arithmetic(
    thread: number,
    { op, left, right, type }: Extract<Value, { kind: 'binary' }>,
    isStep: boolean,
  ): Targets {
    if (!carries(type)) return noTargets;
    const fromLeft = this.of(thread, left, isStep);
    const other = fromLeft.size > 0 ? right : left;
    const base = fromLeft.size > 0 ? left : right;
    const change = (constant: bigint, address: bigint): bigint | undefined => {
      switch (op) {
        case 'add':
          return address + constant;
        case 'sub':
          return fromLeft.size > 0 ? address - constant : undefined;
        case 'and':
          return address & constant;
        case 'or':
          return address | constant;
        case 'xor':
          return address ^ constant;
        default:
          return undefined;
      }
    };
    if (other.kind !== 'const')
      return op === 'add' || op === 'sub'
        ? this.#each(thread, base, isStep, (t) => walked(t, strideOf(other)))
        : noTargets;
    // Objects are aligned, so that marks in the low bits of an address are marks in the low bits of the offset. An address has 48 bits;
    // marks above them are taken away before it is used.
    const bits = BigInt.asIntN(addressBits, BigInt(other.value));
    return this.#each(thread, base, isStep, (t) => {
      const to = change(bits, BigInt(t.offset));
      return to === undefined ? [] : moved(t, Number(to) - t.offset, isStep);
    });
  }

  #each(
    thread: number,
    base: Value,
    isStep: boolean,
    change: (target: Target) => readonly Target[],
  ): Targets {
    const found: Target[] = [];
    for (const target of this.of(thread, base, isStep).values())
      for (const next of change(target)) {
        const normal = this.#normal(next);
        if (normal !== undefined) found.push(normal);
      }
    return targetsOf(...found);
  }

  /** The same address with the extent of the array that begins there, if the object's layout says so. */
  #inArray(target: Target, stride: number): Target {
    const object = this.objects.byName.get(target.object);
    if (object?.kind !== 'global' || target.count > 1) return target;
    const { layout } = object.global;
    const bytes = arrayBytesAt(this.#module.layouts, layout, target.offset, Math.abs(stride));
    return bytes === undefined ? target : { ...target, low: target.offset, high: target.offset + bytes };
  }

  #whole(object: string, offset: number): Target {
    const known = this.objects.byName.get(object);
    const high = known === undefined ? 0 : reachOf(known);
    return { object, offset, stride: 0, count: 1, low: 0, high, walks: false };
  }

  /** Undefined for an address outside of its object. */
  #normal(target: Target): Target | undefined {
    const object = this.objects.byName.get(target.object);
    const size = object === undefined ? 0 : reachOf(object);
    if (target.offset < 0 || target.offset > size) return undefined;
    if (target.low >= 0 && target.high <= size) return target;
    return { ...target, low: Math.max(0, target.low), high: Math.min(size, target.high) };
  }

  #set(thread: number, register: Register | undefined, targets: Targets): void {
    if (register === undefined || targets.size === 0) return;
    const known = this.#registers[thread].get(register.name) ?? new TargetSet();
    this.#registers[thread].set(register.name, known);
    if (known.add(targets)) this.#changed = true;
  }

  #store(where: Target, values: Targets): void {
    if (values.size === 0) return;
    const cells = this.#memory.get(where.object) ?? new Map<string, Stored>();
    this.#memory.set(where.object, cells);
    const key = `${where.offset} ${where.stride} ${where.count}`;
    const stored = cells.get(key) ?? { where, values: new TargetSet() };
    cells.set(key, stored);
    if (stored.values.add(values)) this.#changed = true;
  }

  #loaded(where: Target): Targets {
    const found = new Map<string, Target>();
    for (const stored of this.#memory.get(where.object)?.values() ?? [])
      if (meets(stored.where, where)) for (const [key, target] of stored.values.all) found.set(key, target);
    return found;
  }

  #instruction(thread: number, i: Instruction): void {
    switch (i.kind) {
      case 'set':
        this.#set(thread, i.result, this.of(thread, i.value, this.#cyclic[thread].has(i.result.name)));
        return;
      case 'copy':
        this.#copy(thread, i);
        return;
      case 'start': {
        const parameters = this.#module.threads[i.thread]?.body.parameters ?? [];
        for (const [k, arg] of i.args.entries()) this.#set(i.thread, parameters[k], this.of(thread, arg));
        return;
      }
      case 'intrinsic': {
        const block = this.objects.ofSite(i);
        if (block !== undefined) this.#set(thread, i.result, targetsOf(this.#whole(block.name, 0)));
        return;
      }
      default:
        break;
    }
    for (const { address, bytes, reads, writes } of accessesOf(i)) {
      if (bytes !== 8) continue;
      const places = this.of(thread, address);
      for (const place of places.values()) {
        if (writes) for (const value of storedBy(i)) this.#store(place, this.of(thread, value));
        if (reads) for (const result of resultsOf(i)) this.#set(thread, result, this.#loaded(place));
      }
    }
  }

  /** Every address that is stored in the range is stored as far from the start of the other. */
  #copy(thread: number, i: Extract<Instruction, { kind: 'copy' }>): void {
    const size = i.size.kind === 'const' ? Number(i.size.value) : Number.POSITIVE_INFINITY;
    for (const from of this.of(thread, i.from).values())
      for (const { where, values } of [...(this.#memory.get(from.object)?.values() ?? [])])
        for (const to of this.of(thread, i.to).values()) {
          const further = where.offset - from.offset;
          const last = further + (where.count - 1) * where.stride;
          if (from.count > 1 || to.count > 1 || last < 0 || further >= size) {
            if (from.count > 1 || to.count > 1) this.#store(this.#anywhere(to), values.all);
            continue;
          }
          const moves = this.#normal({ ...where, object: to.object, offset: to.offset + further });
          if (moves !== undefined) this.#store(moves, values.all);
        }
  }

  #anywhere(target: Target): Target {
    return walked(target, 8)[0] ?? target;
  }
}

const addressBits = 48;

/** Whether a register of the type can hold an address: the low 32 bits of one are an address, too. */
const carries = (type: Type): boolean => bitsOf(type) >= 32 && bytesOf(type) >= 4;

function storedBy(i: Instruction): readonly Value[] {
  switch (i.kind) {
    case 'store':
    case 'rmw':
      return [i.value];
    case 'cmpxchg':
      return [i.desired];
    default:
      return [];
  }
}

function union(a: Targets, b: Targets): Targets {
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Map([...a, ...b]);
}

/** Fewer indices than this are told apart. */
const mostIndices = 64;

/** How many values an index may have, which are those from 0 on. */
function valuesFromZero(index: Value): number | undefined {
  const few = (count: number): number | undefined => (count > 0 && count <= mostIndices ? count : undefined);
  if (index.kind === 'unary' && index.op === 'zext')
    return typeOf(index.operand) === 'i1' ? 2 : valuesFromZero(index.operand);
  if (index.kind !== 'binary' || index.right.kind !== 'const') return undefined;
  const right = Number(index.right.value);
  if (index.op === 'and') return few(right + 1);
  return index.op === 'urem' ? few(right) : undefined;
}

/** A divisor of an unknown number. */
function strideOf(value: Value): number {
  if (value.kind === 'unary' && (value.op === 'sext' || value.op === 'zext')) return strideOf(value.operand);
  if (value.kind === 'binary' && value.right.kind === 'const') {
    const by = Math.abs(Number(value.right.value));
    if (value.op === 'mul' && by > 0) return by;
    if (value.op === 'shl' && by < 31) return 2 ** by;
  }
  return 1;
}
