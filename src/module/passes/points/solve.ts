// Points-to: which objects and offsets each address of a settled module may have. The analysis is inclusion-based, as
// in Andersen's thesis, and ignores the order of instructions. After `p = &x; q = &p; *q = &y`, the cell of p may hold
// the addresses of x and of y. Calls are inlined and every `allocate` is a site of
// its own, so contexts come free. Memory is kept by object and offset. Addresses flow through registers, cells of 8
// bytes and copies. They also flow through arithmetic on them as numbers (marks in the low bits).

import { type Instruction, type InstructionOf, resultsOf } from '../../instruction.js';
import type { LayoutName } from '../../layout.js';
import type { Module } from '../../module.js';
import { bitsOf, bytesOf, type Type } from '../../type.js';
import {
  arithmeticOps,
  forEachValue,
  type Register,
  typeOf,
  type UnaryOp,
  undef,
  type Value,
  type ValueOf,
} from '../../value.js';
import { arraysAt, scalarAt } from '../layoutNames.js';
import { accessesOf } from './accesses.js';
import { boundsIn } from './bounds.js';
import { cyclicRegisters } from './cyclic.js';
import { few, powerOfTwoIn, strideOf, valuesFromZero } from './indices.js';
import { computed, decoded, isMask, type Operand } from './marks.js';
import { StoredAddresses } from './memory.js';
import { Objects, reachOf } from './objects.js';
import {
  elementOf,
  inside,
  lastOf,
  moved,
  noTargets,
  stepped,
  type Target,
  TargetSet,
  type Targets,
  targetsOf,
  union,
  walked,
} from './targets.js';
import { type Item, Work } from './work.js';

export class PointsTo {
  readonly objects: Objects;
  readonly #module: Module;
  readonly #registers: Map<string, TargetSet>[];
  readonly #memory: StoredAddresses;
  readonly #work: Work;
  /** The targets of a register that a value is computed of, where that is not all. */
  #fresh: { readonly name: string; readonly targets: Targets } | undefined;
  readonly #cyclic: readonly ReadonlySet<string>[];
  readonly #names: (name: string) => boolean;
  /** How many values the indices of addresses have. */
  readonly #bounds = new Map<Value, number>();

  /** Functions count as objects without bytes if they are asked for. */
  constructor(module: Module, what: 'objects' | 'and functions' = 'objects') {
    this.#module = module;
    this.#names = (name) =>
      module.globals.has(name) || (what === 'and functions' && module.functions.has(name));
    this.objects = new Objects(module);
    this.#memory = new StoredAddresses(this.#reach, (object) => this.#work.objectGrew(object));
    this.#registers = module.threads.map(() => new Map());
    this.#cyclic = module.threads.map(({ body }) => cyclicRegisters(body));
    for (const { body } of module.threads) boundsIn(body, this.#bounds);
    this.#work = new Work(module.threads);
    for (const { name, relocations } of module.globals.values())
      for (const { offset, target, addend } of relocations)
        if (this.#names(target))
          this.#store(this.#whole(name, offset), targetsOf(this.#whole(target, addend)));
    this.#work.run((item) => this.#instruction(item));
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
        if (this.#fresh?.name === value.name) return this.#fresh.targets;
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
        const most = valuesFromZero(index) ?? few(this.#bounds.get(value));
        return this.#each(thread, value.base, isStep, (t) =>
          most !== undefined && stride > 0 && t.count === 1
            ? stepped(t, stride, most)
            : walked(this.#inArray(t, stride), Math.abs(stride) * powerOfTwoIn(strideOf(index))),
        );
      }
      case 'unary':
        return keepsParts(value) ? this.of(thread, partOf(value), isStep) : noTargets;
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
    for (const { where, values } of this.#memory.all()) {
      if (![...values.all.values()].some((t) => t.object === block && t.offset === 0)) continue;
      const pointer = scalarAt(layouts, globals.get(where.object)?.layout, {
        offset: where.offset,
        bytes: 8,
      });
      if (pointer?.kind === 'pointer' && pointer.to !== undefined) return pointer.to;
    }
    return undefined;
  }

  #arithmetic(thread: number, value: ValueOf<'binary'>, isStep: boolean): Targets {
    if (!carries(value.type)) return noTargets;
    return this.#within([...this.#sum(thread, value, isStep).values()].flatMap((t) => moved(t, 0, isStep)));
  }

  /** Where arithmetic leads, also outside of objects: the sum that aligns an address is masked later. */
  #sum(thread: number, value: Value, isStep: boolean): Targets {
    if (value.kind !== 'binary' || !carries(value.type)) return this.of(thread, value, isStep);
    const { op, left, right } = value;
    const isExact = right.kind === 'const' && (op === 'add' || op === 'sub' || isMask(op));
    const operand = (side: Value): Operand => ({
      value: side,
      targets: isExact ? this.#sum(thread, side, isStep) : this.of(thread, side, isStep),
    });
    return computed(op, operand(left), operand(right), this.#reach);
  }

  #each(
    thread: number,
    base: Value,
    isStep: boolean,
    change: (target: Target) => readonly Target[],
  ): Targets {
    return this.#within([...this.of(thread, base, isStep).values()].flatMap(change));
  }

  #within(targets: readonly Target[]): Targets {
    return targetsOf(...targets.flatMap((target) => this.#normal(target) ?? []));
  }

  /** The same address with the extent of the array that begins there, if the object's layout says so. */
  #inArray(target: Target, stride: number): Target {
    const object = this.objects.byName.get(target.object);
    if (object?.kind !== 'global' || target.count > 1) return target;
    const arrays = [...arraysAt(this.#module.layouts, object.global.layout, target.offset)];
    const bytes = arrays.find((array) => array.stride === Math.abs(stride))?.bytes;
    return bytes === undefined ? target : { ...target, low: target.offset, high: target.offset + bytes };
  }

  readonly #reach = (object: string): number => {
    const known = this.objects.byName.get(decoded(object));
    return known === undefined ? 0 : reachOf(known);
  };

  #whole(object: string, offset: number): Target {
    return { object, offset, stride: 0, count: 1, low: 0, high: this.#reach(object), walks: false };
  }

  /** Undefined for an address outside of its object. */
  #normal(target: Target): Target | undefined {
    const size = this.#reach(target.object);
    if (target.low >= 0 && target.high <= size && target.offset >= 0 && lastOf(target) <= size) return target;
    const { low, high, ...place } = target;
    const [within] = inside({ ...place, low: 0, high: size });
    if (within === undefined) return undefined;
    return { ...within, low: Math.max(0, low), high: Math.min(size, high) };
  }

  #set(thread: number, register: Register | undefined, targets: Targets): void {
    if (register === undefined || targets.size === 0) return;
    const known = this.#registers[thread].get(register.name) ?? new TargetSet(this.#reach);
    this.#registers[thread].set(register.name, known);
    if (known.add(targets)) this.#work.registerGrew(thread, register.name);
  }

  #objectGrew(object: string): void {
    this.#memory.grew(object);
    this.#work.objectGrew(object);
  }

  #store(where: Target, values: Targets): void {
    if (values.size > 0 && this.#memory.at(where).values.add(values)) this.#objectGrew(where.object);
  }

  /** Stores at the places what the item has not stored there before. */
  #stores({ thread, stored }: Item, places: readonly Target[], value: Value): void {
    const version = this.#version(thread, value);
    const since = new Map<number, Targets>();
    for (const place of places) {
      const there = this.#memory.at(place).values;
      const before = stored.get(there);
      if (before === version) continue;
      stored.set(there, version);
      const values = since.get(before ?? 0) ?? this.#since(thread, value, before ?? 0);
      since.set(before ?? 0, values);
      if (there.add(values)) this.#objectGrew(place.object);
    }
  }

  #loads(item: Item, places: readonly Target[], results: readonly Register[]): void {
    for (const place of places) {
      this.#work.reads(item, place.object);
      const contents = this.#memory.contents(place);
      const before = item.read.get(contents) ?? 0;
      if (before === contents.version) continue;
      item.read.set(contents, contents.version);
      for (const result of results) this.#set(item.thread, result, contents.since(before));
    }
  }

  /** Rises when the value may be more addresses. */
  #version(thread: number, value: Value): number {
    let version = 0;
    forEachValue(value, (v) => {
      if (v.kind === 'register') version += this.#registers[thread].get(v.name)?.version ?? 0;
    });
    return version;
  }

  /** At least the addresses that a value may be and that it might not be at a version. */
  #since(thread: number, value: Value, version: number, isStep = false): Targets {
    const name = version === 0 ? undefined : onlyRegister(value);
    const known = name === undefined ? undefined : this.#registers[thread].get(name);
    if (name === undefined || known === undefined) return this.of(thread, value, isStep);
    this.#fresh = { name, targets: known.since(version) };
    const found = this.of(thread, value, isStep);
    this.#fresh = undefined;
    return found;
  }

  #instruction(item: Item): void {
    const { thread, instruction: i } = item;
    switch (i.kind) {
      case 'set': {
        const version = this.#version(thread, i.value);
        const isStep = this.#cyclic[thread].has(i.result.name);
        const news = this.#since(thread, i.value, item.version, isStep);
        item.version = version;
        this.#set(thread, i.result, news);
        return;
      }
      case 'copy':
        this.#copy(item, i);
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
      if (bytes === undefined) continue;
      const places = [...this.of(thread, address).values()];
      if (bytes < 8) {
        const around = places.map((place) => aroundPart(place, bytes));
        if (reads) this.#loads(item, around, resultsOf(i));
        for (const value of writes ? storedBy(i) : [])
          if (this.of(thread, value).size > 0) this.#stores(item, around, value);
        continue;
      }
      if (reads) this.#loads(item, places, resultsOf(i));
      if (writes) for (const value of storedBy(i)) this.#stores(item, places, value);
      if (i.kind === 'rmw') this.#change(thread, i, places);
    }
  }

  /** Stores at the places what the operation makes of the addresses there, or of its operand. */
  #change(thread: number, { op, value }: InstructionOf<'rmw'>, places: readonly Target[]): void {
    const operation = arithmeticOps.find((each) => each === op);
    if (operation === undefined) return;
    const isStep = !isMask(operation);
    const right = { value, targets: this.of(thread, value) };
    for (const place of places) {
      const olds = [noTargets, ...[...this.#memory.meeting(place)].map(({ values }) => values.all)];
      for (const targets of olds) {
        const old = { value: undef(typeOf(value)), targets };
        const changed = [...computed(operation, old, right, this.#reach).values()];
        this.#store(place, this.#within(changed.flatMap((t) => moved(t, 0, isStep))));
      }
    }
  }

  /** Every address that is stored in the range is stored as far from the start of the other. */
  #copy(item: Item, i: Extract<Instruction, { kind: 'copy' }>): void {
    const { thread } = item;
    const size = i.size.kind === 'const' ? Number(i.size.value) : Number.POSITIVE_INFINITY;
    // Where it copies between the same places as before, only what they hold anew.
    const places = this.#version(thread, i.to) + this.#version(thread, i.from);
    const isSame = places === item.version;
    item.version = places;
    const to = [...this.of(thread, i.to).values()];
    const seen = new Map<TargetSet, number>();
    for (const from of this.of(thread, i.from).values()) {
      this.#work.reads(item, from.object);
      for (const { where, values } of this.#memory.in(from.object)) {
        const { version } = values;
        const before = isSame ? (item.read.get(values) ?? 0) : 0;
        if (before === version) continue;
        if (!seen.has(values)) seen.set(values, version);
        const news = values.since(before);
        for (const target of to) {
          const further = where.offset - from.offset;
          const last = further + (where.count - 1) * where.stride;
          if (from.count > 1 || target.count > 1 || last < 0 || further >= size) {
            if (from.count > 1 || target.count > 1) this.#store(this.#anywhere(target), news);
            continue;
          }
          const moves = this.#normal({ ...where, object: target.object, offset: target.offset + further });
          if (moves !== undefined) this.#store(moves, news);
        }
      }
    }
    // A place that it copies to may be one that it copies from: what came there meanwhile is still to be copied.
    for (const [values, version] of seen) item.read.set(values, version);
  }

  #anywhere(target: Target): Target {
    return walked(target, 8)[0] ?? target;
  }
}

/** The register that a value is computed of, if it is one and stands in it once. */
function onlyRegister(value: Value): string | undefined {
  const names: string[] = [];
  forEachValue(value, (v) => {
    if (v.kind === 'register') names.push(v.name);
  });
  return names.length === 1 ? names[0] : undefined;
}

const conversions: ReadonlySet<UnaryOp> = new Set([
  'trunc',
  'zext',
  'sext',
  'ptrtoint',
  'inttoptr',
  'bitcast',
]);

/** Whether a conversion leaves an address, or bytes of one. */
const keepsParts = ({ op, type, operand }: ValueOf<'unary'>): boolean =>
  conversions.has(op) && bitsOf(type) >= 8 && bitsOf(typeOf(operand)) >= 8;

/** The address whose bytes a conversion cuts out, or its operand. */
const partOf = ({ op, operand }: ValueOf<'unary'>): Value =>
  op === 'trunc' && operand.kind === 'binary' && operand.op === 'lshr' ? operand.left : operand;

/** The starts of the addresses of which an access that is smaller may read or write a part. */
function aroundPart(place: Target, bytes: number): Target {
  const offset = Math.max(0, place.offset - 7);
  return { ...place, offset, stride: 1, count: lastOf(place) + bytes - offset };
}

/** Whether a register of the type can hold an address: the low 32 bits of one are an address, too. */
const carries = (type: Type): boolean => bitsOf(type) >= 32 && bytesOf(type) >= 4;

function storedBy(i: Instruction): readonly Value[] {
  switch (i.kind) {
    case 'store':
      return [i.value];
    case 'rmw':
      return i.op === 'xchg' || i.op.endsWith('max') || i.op.endsWith('min') ? [i.value] : [];
    case 'cmpxchg':
      return [i.desired];
    default:
      return [];
  }
}
