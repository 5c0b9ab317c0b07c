// The judge of passes: runs a small module in every interleaving under sequential consistency and collects what can come out of it,
// final values of globals and findings. One instruction that touches memory of several threads is one step. An access to a local that
// no other thread can reach comes before or after any step of theirs alike, so it belongs to the thread's next step.

import { arithmetic, comparison, conversion } from '../../src/module/arithmetic.js';
import type { Instruction } from '../../src/module/instruction.js';
import { allocateFlags } from '../../src/module/intrinsics.js';
import type { Body, Global, Module } from '../../src/module/module.js';
import { bytesOf, canonical, type Type, unsigned } from '../../src/module/type.js';
import { type ArithmeticOp, type Register, typeOf, type Value } from '../../src/module/value.js';
import type { Integer } from '../../src/program/integer.js';

interface Address {
  readonly object: string;
  readonly offset: number;
}
type Datum = Integer | Address;
/** A byte, the k-th byte of an address, or nothing yet. */
type Byte = number | { readonly of: Address; readonly k: number } | null;

interface Frame {
  readonly thread: number;
  readonly function: string;
  readonly results: readonly Register[];
  readonly locals: Record<string, string>;
  readonly registers: Record<string, Datum>;
  block: string;
  at: number;
}

interface ThreadState {
  readonly number: number;
  frames: Frame[];
  atomic: boolean;
  /** How many locals it has had. */
  objects: number;
  /** How many blocks it has allocated. */
  blocks: number;
}

interface State {
  threads: ThreadState[];
  memory: Record<string, Byte[]>;
}

const copyOf = ({ threads, memory }: State): State => ({
  threads: threads.map((t) => ({
    ...t,
    frames: t.frames.map((f) => ({ ...f, registers: { ...f.registers } })),
  })),
  memory: Object.fromEntries(Object.entries(memory).map(([name, bytes]) => [name, [...bytes]])),
});

class Finding {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}
/** The execution does not exist, or is not looked at. */
class Gone {}

const isAddress = (value: Datum): value is Address => typeof value === 'object';
const replacer = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

/** The module has more states than are looked at. */
export class TooManyStates extends Error {}

/** Told of the first byte of each access, which lies in its object. */
type OnAccess = (thread: number, i: Instruction, object: string, offset: number) => void;

/** Everything that the module can do. */
export function behaviours(module: Module, mostStates = 200_000, onAccess?: OnAccess): Set<string> {
  return new Judge(module, mostStates, onAccess).all();
}

class Judge {
  readonly #module: Module;
  readonly #most: number;
  readonly #onAccess: OnAccess | undefined;
  /** The instruction that runs. */
  #now: { readonly thread: number; readonly i: Instruction } | undefined;
  readonly #found = new Set<string>();
  readonly #seen = new Set<string>();
  #choices: number[] = [];
  #chosen = 0;
  /** The sizes of locals that have ended and may begin again. */
  readonly #sizes = new Map<string, number>();

  /** The first bytes of thread-local objects. */
  readonly #ofEach = new Map<string, readonly Byte[]>();

  constructor(module: Module, most: number, onAccess?: OnAccess) {
    this.#module = module;
    this.#most = most;
    this.#onAccess = onAccess;
  }

  all(): Set<string> {
    const memory: Record<string, Byte[]> = {};
    for (const g of this.#module.globals.values()) {
      const bytes: Byte[] = Array.from({ length: g.size }, (_, k) => g.bytes?.[k] ?? 0);
      if (g.storage.kind === 'local') bytes.fill(null);
      for (const r of g.relocations)
        for (let k = 0; k < 8; k++) bytes[r.offset + k] = { of: { object: r.target, offset: r.addend }, k };
      if (isOfEach(g)) this.#ofEach.set(g.name, bytes);
      else memory[g.name] = bytes;
    }
    const state: State = { threads: [], memory };
    if (this.#module.threads.length > 0) this.#begin(state, '#0', []);
    else this.#begin(state, 'main', []);
    this.#explore(state);
    return this.#found;
  }

  #body(name: string): Body {
    const body = name.startsWith('#')
      ? this.#module.threads[Number(name.slice(1))]?.body
      : this.#module.functions.get(name)?.body;
    if (body === undefined) throw new Error(`${name} has no body`);
    return body;
  }

  #begin(state: State, name: string, args: readonly Datum[], number = state.threads.length): void {
    const t = state.threads.push({ number, frames: [], atomic: false, objects: 0, blocks: 0 }) - 1;
    for (const [object, bytes] of this.#ofEach) state.memory[`${object}@${t}`] = [...bytes];
    this.#enter(state, t, name, args, []);
  }

  #enter(state: State, t: number, name: string, args: readonly Datum[], results: readonly Register[]): void {
    const thread = state.threads[t];
    if (thread === undefined) return;
    const body = this.#body(name);
    const locals: Record<string, string> = {};
    for (const l of body.locals.values()) {
      const object = `local ${l.name} ${t} ${thread.objects++}`;
      locals[l.name] = object;
      state.memory[object] = Array.from({ length: l.size }, () => null);
    }
    const registers: Record<string, Datum> = {};
    body.parameters.forEach((p, k) => {
      registers[p.name] = args[k] ?? 0;
    });
    const [block = ''] = body.blocks.keys();
    thread.frames.push({ thread: t, function: name, results, locals, registers, block, at: 0 });
  }

  #explore(state: State): void {
    const key = JSON.stringify(state, replacer);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (this.#seen.size > this.#most) throw new TooManyStates();
    const atomic = state.threads.findIndex((t) => t.atomic);
    let moved = false;
    state.threads.forEach((thread, t) => {
      if (thread.frames.length === 0 || (atomic >= 0 && atomic !== t)) return;
      if (this.#moves(state, t)) moved = true;
    });
    if (moved) return;
    const waits = state.threads.some((t) => t.frames.length > 0);
    this.#found.add(`${waits ? 'waits ' : ''}${this.#final(state)}`);
  }

  /** Each step of a thread, one per choice; whether there was one. */
  #moves(state: State, t: number): boolean {
    this.#choices = [];
    let moved = false;
    for (;;) {
      this.#chosen = 0;
      const next = copyOf(state);
      try {
        if (this.#step(next, t)) {
          const choices = this.#choices;
          this.#explore(next);
          this.#choices = choices;
          moved = true;
        }
      } catch (error) {
        if (error instanceof Finding) this.#found.add(error.what);
        else if (!(error instanceof Gone)) throw error;
        moved = true;
      }
      // The next combination of choices: each entry is the number that is left to try.
      while (this.#choices.length > 0 && this.#choices.at(-1) === 0) this.#choices.pop();
      if (this.#choices.length === 0) return moved;
      this.#choices.push((this.#choices.pop() ?? 1) - 1);
    }
  }

  #choose(n: number): number {
    const k = this.#chosen++;
    if (k === this.#choices.length) this.#choices.push(n - 1);
    return this.#choices[k] ?? 0;
  }

  /** Runs a thread up to and with its next access; false if it waits. */
  #step(state: State, t: number): boolean {
    const thread = state.threads[t];
    for (let steps = 0; ; steps++) {
      if (steps > 10_000) throw new Error('a loop without a step');
      const frame = thread?.frames.at(-1);
      if (thread === undefined || frame === undefined) return true;
      const block = this.#body(frame.function).blocks.get(frame.block);
      if (block === undefined) throw new Error(`no block ${frame.block}`);
      const i = block.instructions[frame.at];
      if (i === undefined) {
        if (this.#end(state, t, thread, frame)) return true;
        continue;
      }
      const isSilent = this.#isPrivate(
        state,
        t,
        touchedBy(i).map((v) => this.#value(state, frame, v)),
      );
      const did = this.#instruction(state, t, frame, i);
      if (did === 'waits') return false;
      frame.at++;
      if (did === 'step' && !isSilent) return true;
    }
  }

  /** Whether these are addresses of locals of the thread that nothing leads to from elsewhere. */
  #isPrivate(state: State, t: number, addresses: readonly Datum[]): boolean {
    if (addresses.length === 0) return false;
    const own = new Set(state.threads[t]?.frames.flatMap((f) => Object.values(f.locals)));
    if (own.size === 0) return false;
    const reached = new Set<string>();
    const see = (value: Datum | Byte): void => {
      if (value === null || typeof value !== 'object') return;
      const { object } = 'of' in value ? value.of : value;
      if (reached.has(object)) return;
      reached.add(object);
      if (own.has(object)) state.memory[object]?.forEach(see);
    };
    for (const [object, bytes] of Object.entries(state.memory)) if (!own.has(object)) bytes.forEach(see);
    state.threads.forEach(({ frames }, other) => {
      if (other !== t) for (const f of frames) Object.values(f.registers).forEach(see);
    });
    return addresses.every((a) => isAddress(a) && own.has(a.object) && !reached.has(a.object));
  }

  /** Whether the thread has ended, or locals that another thread can reach. */
  #end(state: State, t: number, thread: ThreadState, frame: Frame): boolean {
    const end = this.#body(frame.function).blocks.get(frame.block)?.end;
    const go = (to: string): boolean => {
      frame.block = to;
      frame.at = 0;
      return false;
    };
    switch (end?.kind) {
      case 'jump':
        return go(end.to);
      case 'branch':
        return go(this.#number(state, frame, end.condition) !== 0 ? end.whenTrue : end.whenFalse);
      case 'switch': {
        const value = this.#number(state, frame, end.value);
        return go(end.cases.find((c) => this.#number(state, frame, c.value) === value)?.to ?? end.otherwise);
      }
      case 'return': {
        const values = end.values.map((v) => this.#value(state, frame, v));
        const locals = Object.values(frame.locals).map((object) => ({ object, offset: 0 }));
        const isSilent = locals.length === 0 || this.#isPrivate(state, t, locals);
        thread.frames.pop();
        const caller = thread.frames.at(-1);
        // The locals of main stay: the process would end with them.
        if (caller !== undefined || thread !== state.threads[0])
          for (const object of Object.values(frame.locals)) delete state.memory[object];
        frame.results.forEach((r, k) => {
          if (caller !== undefined) caller.registers[r.name] = values[k] ?? 0;
        });
        return caller === undefined || !isSilent;
      }
      default:
        throw new Error('reached what is unreachable');
    }
  }

  #instruction(state: State, t: number, frame: Frame, i: Instruction): 'step' | 'silent' | 'waits' {
    const value = (v: Value): Datum => this.#value(state, frame, v);
    const set = (r: Register | undefined, v: Datum): void => {
      if (r !== undefined) frame.registers[r.name] = v;
    };
    this.#now = { thread: state.threads[t]?.number ?? t, i };
    switch (i.kind) {
      case 'set':
        set(i.result, this.#inObject(state, value(i.value)));
        return 'silent';
      case 'load': {
        const has = i.has === undefined || this.#has(state, value(i.address), i.result.type);
        set(i.result, has ? this.#load(state, value(i.address), i.result.type) : 0);
        set(i.has, has ? 1 : 0);
        return 'step';
      }
      case 'store':
        this.#store(state, value(i.address), value(i.value), typeOf(i.value));
        return 'step';
      case 'rmw': {
        const type = typeOf(i.value);
        const old = this.#load(state, value(i.address), type);
        const operand = value(i.value);
        set(i.result, old);
        if (i.op === 'xchg') this.#store(state, value(i.address), operand, type);
        else if (
          i.op === 'add' ||
          i.op === 'sub' ||
          i.op === 'mul' ||
          i.op === 'and' ||
          i.op === 'or' ||
          i.op === 'xor'
        )
          this.#store(
            state,
            value(i.address),
            this.#inObject(state, computed(i.op, type, old, operand)),
            type,
          );
        else throw new Error(`rmw ${i.op}`);
        return 'step';
      }
      case 'cmpxchg': {
        const type = typeOf(i.desired);
        const old = this.#load(state, value(i.address), type);
        set(i.result, old);
        if (JSON.stringify(old, replacer) === JSON.stringify(value(i.expected), replacer))
          this.#store(state, value(i.address), value(i.desired), type);
        return 'step';
      }
      case 'fence':
        return 'silent';
      case 'copy': {
        const [to, from, size] = [value(i.to), value(i.from), Number(asNumber(value(i.size)))];
        if (size === 0) return 'step';
        const [source, start] = this.#bytes(state, from, size);
        const [target, at] = this.#bytes(state, to, size);
        target.splice(at, size, ...source.slice(start, start + size));
        return 'step';
      }
      case 'fill': {
        const [to, size] = [value(i.to), Number(asNumber(value(i.size)))];
        if (size === 0) return 'step';
        const [bytes, at] = this.#bytes(state, to, size);
        bytes.fill(Number(unsigned(asNumber(value(i.value)), 'i8')), at, at + size);
        return 'step';
      }
      case 'life': {
        const object = value(i.object);
        if (!isAddress(object)) return 'silent';
        const size = this.#sizes.get(object.object) ?? state.memory[object.object]?.length ?? 0;
        this.#sizes.set(object.object, size);
        if (i.phase === 'ends') delete state.memory[object.object];
        else state.memory[object.object] = Array.from({ length: size }, () => null);
        return 'silent';
      }
      case 'start':
        this.#begin(state, `#${i.thread}`, i.args.map(value), i.thread);
        return 'step';
      case 'call': {
        const target = value(i.target);
        if (!isAddress(target) || !this.#module.functions.has(target.object))
          throw new Finding('invalid-address');
        // The frame goes on behind the call when the new frame returns.
        frame.at++;
        this.#enter(state, t, target.object, i.args.map(value), i.results);
        frame.at--;
        return 'silent';
      }
      case 'intrinsic':
        return this.#intrinsic(state, t, i, value, set);
    }
  }

  #intrinsic(
    state: State,
    t: number,
    i: Extract<Instruction, { kind: 'intrinsic' }>,
    value: (v: Value) => Datum,
    set: (r: Register | undefined, v: Datum) => void,
  ): 'step' | 'silent' | 'waits' {
    const number = (k: number): Integer => asNumber(value(i.args[k]));
    const thread = state.threads[t];
    switch (i.name) {
      case 'spawn': {
        const [f, a, b] = i.args.map(value);
        if (!isAddress(f)) throw new Finding('invalid-address');
        set(i.result, state.threads.length);
        this.#begin(state, f.object, [a, b]);
        return 'step';
      }
      case 'join': {
        const other = state.threads.find((each) => each.number === Number(number(0)));
        if (other === undefined) throw new Finding('invalid-join');
        return other.frames.length === 0 ? 'step' : 'waits';
      }
      case 'allocate': {
        const object = `heap ${t} ${thread === undefined ? 0 : thread.blocks++}`;
        const first = (Number(number(2)) & allocateFlags.zeroed) === 0 ? null : 0;
        state.memory[object] = Array.from({ length: Number(number(0)) }, () => first);
        set(i.result, { object, offset: 0 });
        return 'silent';
      }
      case 'release': {
        const block = value(i.args[0]);
        if (!isAddress(block) || !block.object.startsWith('heap')) throw new Finding('invalid-free');
        if (block.offset !== 0 || state.memory[block.object] === undefined) throw new Finding('invalid-free');
        delete state.memory[block.object];
        return 'step';
      }
      case 'self':
        set(i.result, t);
        return 'silent';
      case 'choose':
        set(i.result, this.#choose(Number(number(0))));
        return 'silent';
      case 'assume':
        if (number(0) === 0) throw new Gone();
        return 'silent';
      case 'require':
        if (number(0) === 0) throw new Finding(i.args[1]?.kind === 'text' ? i.args[1].text : 'finding');
        return 'silent';
      case 'atomic_begin':
      case 'atomic_end':
        if (thread !== undefined) thread.atomic = i.name === 'atomic_begin';
        return i.name === 'atomic_end' ? 'step' : 'silent';
      case 'cut':
        throw new Gone();
      case 'compare': {
        const [a, b, size] = [value(i.args[0]), value(i.args[1]), Number(number(2))];
        set(i.result, size === 0 ? 0 : this.#compared(state, a, b, size));
        return 'step';
      }
      default:
        throw new Error(`the interpreter has no ${i.name}`);
    }
  }

  #number(state: State, frame: Frame, v: Value): Integer {
    return asNumber(this.#value(state, frame, v));
  }

  #value(state: State, frame: Frame, v: Value): Datum {
    const of = (x: Value): Datum => this.#value(state, frame, x);
    switch (v.kind) {
      case 'const':
        return v.value;
      case 'register':
        return frame.registers[v.name] ?? 0;
      case 'symbol':
        return {
          object: isOfEach(this.#module.globals.get(v.name)) ? `${v.name}@${frame.thread}` : v.name,
          offset: 0,
        };
      case 'local':
        return { object: frame.locals[v.name] ?? v.name, offset: 0 };
      case 'undef':
      case 'text':
        return 0;
      case 'unary': {
        const x = of(v.operand);
        if (isAddress(x)) return x;
        return conversion(v.op, typeOf(v.operand), v.type, x);
      }
      case 'binary': {
        return computed(v.op, v.type, of(v.left), of(v.right));
      }
      case 'compare': {
        const [a, b] = [of(v.left), of(v.right)];
        if (!isAddress(a) && !isAddress(b)) return comparison(v.op, typeOf(v.left), a, b) ? 1 : 0;
        const same = JSON.stringify(a, replacer) === JSON.stringify(b, replacer);
        return same === (v.op === 'eq') ? 1 : 0;
      }
      case 'select':
        return asNumber(of(v.condition)) !== 0 ? of(v.whenTrue) : of(v.whenFalse);
      case 'offset':
      case 'element': {
        const base = of(v.base);
        const by = v.kind === 'offset' ? v.offset : Number(asNumber(of(v.index))) * v.stride;
        return isAddress(base)
          ? { object: base.object, offset: base.offset + by }
          : arithmetic('add', 'ptr', base, by);
      }
    }
  }

  /** A walk stays in its object, or is one past its end. Executions in which it does not are not looked at. */
  #inObject(state: State, value: Datum): Datum {
    const bytes = isAddress(value) ? state.memory[value.object] : undefined;
    if (isAddress(value) && bytes !== undefined && (value.offset < 0 || value.offset > bytes.length))
      throw new Gone();
    return value;
  }

  #bytes(state: State, address: Datum, size: number): readonly [Byte[], number] {
    const bytes = isAddress(address) ? state.memory[address.object] : undefined;
    if (!isAddress(address) || bytes === undefined) throw new Finding('invalid-address');
    if (address.offset < 0 || address.offset + size > bytes.length) throw new Finding('out-of-bounds');
    if (this.#now !== undefined)
      this.#onAccess?.(this.#now.thread, this.#now.i, address.object, address.offset);
    return [bytes, address.offset];
  }

  /** As the first byte that differs is; a byte without a value is a finding. */
  #compared(state: State, a: Datum, b: Datum, size: number): number {
    const [left, right] = [a, b].map((address) => {
      const [bytes, at] = this.#bytes(state, address, size);
      return bytes.slice(at, at + size);
    });
    if ([...left, ...right].includes(null)) throw new Finding('uninitialised-read');
    const k = left.findIndex((byte, at) => byte !== right[at]);
    return k < 0 ? 0 : Number(left[k]) < Number(right[k]) ? -1 : 1;
  }

  /** Whether some of the bytes have a value. */
  #has(state: State, address: Datum, type: Type): boolean {
    const [bytes, at] = this.#bytes(state, address, bytesOf(type));
    return bytes.slice(at, at + bytesOf(type)).some((b) => b !== null);
  }

  #load(state: State, address: Datum, type: Type): Datum {
    const [bytes, at] = this.#bytes(state, address, bytesOf(type));
    const parts = bytes.slice(at, at + bytesOf(type));
    if (parts.every((b) => b === null)) throw new Finding('uninitialised-read');
    const [first] = parts;
    if (first !== null && typeof first === 'object') return first.of;
    let value = 0n;
    for (const b of parts.reverse()) value = (value << 8n) | BigInt(typeof b === 'number' ? b : 0);
    return canonical(value, type);
  }

  #store(state: State, address: Datum, value: Datum, type: Type): void {
    const [bytes, at] = this.#bytes(state, address, bytesOf(type));
    for (let k = 0; k < bytesOf(type); k++)
      bytes[at + k] = isAddress(value)
        ? { of: value, k }
        : Number((BigInt(unsigned(value, type)) >> BigInt(8 * k)) & 0xffn);
  }

  #final({ memory }: State): string {
    const shown = [...this.#module.globals.values()]
      .filter((g) => g.storage.kind === 'static' && !g.name.includes('@'))
      .map(
        (g) =>
          `${g.name}=${JSON.stringify(memory[g.name], (k, v) => (k === 'object' && /^local/.test(v) ? '' : v))}`,
      );
    return shown.sort().join(' ');
  }
}

/** The low bits of an address are those of its offset: objects lie at multiples of large powers of two. */
function computed(op: ArithmeticOp, type: Type, left: Datum, right: Datum): Datum {
  if (!isAddress(left) && isAddress(right) && op !== 'sub') return computed(op, type, right, left);
  if (!isAddress(left)) return arithmetic(op, type, left, asNumber(right));
  const bits = BigInt.asIntN(48, BigInt(asNumber(right)));
  if (op === 'and' && bits >= 0 && bits < 2n ** 31n) return Number(BigInt(left.offset) & bits);
  if (op !== 'add' && op !== 'sub' && op !== 'and' && op !== 'or' && op !== 'xor')
    throw new Error(`${op} of an address`);
  return { object: left.object, offset: Number(arithmetic(op, 'i64', left.offset, bits)) };
}

/** Each thread has a copy of it. */
const isOfEach = (global: Global | undefined): boolean => global?.storage.kind === 'thread';

/** The addresses of the memory that an instruction touches. */
function touchedBy(i: Instruction): readonly Value[] {
  switch (i.kind) {
    case 'load':
    case 'store':
    case 'rmw':
    case 'cmpxchg':
      return [i.address];
    case 'copy':
      return [i.to, i.from];
    case 'fill':
      return [i.to];
    default:
      return [];
  }
}

function asNumber(value: Datum): Integer {
  if (isAddress(value)) throw new Error('an address is not a number here');
  return value;
}
