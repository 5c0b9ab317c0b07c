// A call that is being inlined: the function's body, with registers, locals and labels of its own.

import { present } from '../../../support/present.js';
import {
  type Instruction,
  type InstructionOf,
  originOf,
  type Placed,
  type Terminator,
} from '../../instruction.js';
import { set } from '../../make.js';
import type { Body, Func } from '../../module.js';
import { constant, type Register, register, symbol, typeOf, undef, type Value } from '../../value.js';
import { startFunction } from '../link.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import { preparedBody, timedLocals } from './prepared.js';
import { variadicStart } from './variadic.js';

/** The function that a call means, if it has a body. */
export function targetOf(settling: Settling, { target }: InstructionOf<'call'>): Func | undefined {
  const f = target.kind === 'symbol' ? settling.function(target.name) : undefined;
  return f?.body === undefined ? undefined : f;
}

interface Extra {
  readonly register: Register;
  readonly arg: Value;
}

/** The names of a body: those it has, in a thread's body; others in each call of a function. */
export interface Names {
  readonly body: Body;
  /** The functions around. */
  readonly within: readonly string[] | undefined;
  readonly register: (r: Register) => Register;
  /** Registers that the body does not mention: the arguments behind the named ones. */
  readonly extra: ReadonlySet<string>;
  /** The name that the register has in the body. */
  readonly inBody: (name: string) => string;
  readonly label: (key: string) => string;
  readonly local: (name: string) => Value;
  /** The instruction as one of this body: its place, and what `va_start` means. */
  readonly own: (i: Instruction) => readonly Instruction[];
  readonly placedEnd: (end: Terminator) => Terminator;
}

export const namesOfThread = (body: Body): Names => ({
  body,
  within: undefined,
  register: (r) => r,
  inBody: (name) => name,
  extra: new Set(),
  label: (key) => key,
  local: (name) => symbol(name),
  own: (i) => [i],
  placedEnd: (end) => end,
});

export class CallNames implements Names {
  readonly body: Body;
  readonly within: readonly string[];
  /** The objects that its locals have become, by the locals' names. */
  readonly objects: ReadonlyMap<string, string>;
  readonly after: string;
  readonly extra: ReadonlySet<string>;
  readonly #settling: Settling;
  readonly #thread: number;
  readonly #f: Func;
  readonly #call: InstructionOf<'call'>;
  readonly #number: number;
  readonly #registers = new Map<string, Register>();
  readonly #names = new Map<string, string>();
  readonly #variadic = new Map<Instruction, readonly Instruction[]>();
  readonly #extra: readonly Register[];
  /** Parameters that get no argument. */
  readonly #missing: ReadonlySet<string>;

  constructor(settling: Settling, thread: number, call: InstructionOf<'call'>, f: Func) {
    this.#settling = settling;
    this.#thread = thread;
    this.#f = f;
    this.#call = call;
    const { parameters = [] } = f.body ?? {};
    this.#missing = new Set(
      f.model === true ? [] : parameters.slice(call.args.length).map(({ name }) => name),
    );
    this.body = this.#missing.size > 0 && f.body !== undefined ? f.body : preparedBody(settling, f);
    this.#number = settling.fresh();
    this.after = `after~${this.#number}`;
    this.within = [...(call.within ?? []), f.name];
    this.objects = new Map(
      [...this.body.locals.values()].map((l) => [l.name, settling.addLocal(f, l, thread)]),
    );
    this.#extra = call.args
      .slice(this.body.parameters.length)
      .map((arg, k) => register(`va${k}~${this.#number}`, typeOf(arg)));
    for (const r of this.#extra) this.#registers.set(r.name, r);
    this.extra = new Set(this.#extra.map((r) => r.name));
  }

  readonly label = (key: string): string => `${key}~${this.#number}`;

  readonly register = (r: Register): Register => {
    const known = this.#registers.get(r.name);
    if (known !== undefined && known.type === r.type) return known;
    const fresh = register(known?.name ?? `${r.name.replace(/~\d+$/, '')}~${this.#settling.fresh()}`, r.type);
    this.#registers.set(r.name, fresh);
    this.#names.set(fresh.name, r.name);
    return fresh;
  };

  readonly inBody = (name: string): string => this.#names.get(name) ?? name;

  readonly local = (name: string): Value => symbol(this.objects.get(name) ?? name);

  readonly own = (i: Instruction): readonly Instruction[] => {
    // The variable of such a parameter has no value, and using it is a finding.
    if (i.kind === 'store' && i.value.kind === 'register' && this.#missing.has(i.value.name)) return [];
    if (i.kind === 'intrinsic' && i.name === 'within') return [this.#isWithin(i)];
    if (i.kind !== 'intrinsic' || i.name !== 'va_start') return [this.#placed(i)];
    const started =
      this.#variadic.get(i) ??
      variadicStart(this.#settling, this.#thread, { ...i, ...this.#there(i) }, this.#f, this.#extra);
    this.#variadic.set(i, started);
    return started;
  };

  readonly placedEnd = (end: Terminator): Terminator => ({ ...end, ...this.#there(end) });

  /** The answer to the question whether a function is among those around. */
  #isWithin(i: InstructionOf<'intrinsic'>): Instruction {
    const [f] = i.args;
    const isThere = f.kind === 'symbol' && this.within.includes(f.name);
    return set(i.result ?? register('within', 'i32'), constant(isThere ? 1 : 0, 'i32'), this.#there(i));
  }

  #placed(i: Instruction): Instruction {
    const there = { ...i, ...this.#there(i) };
    if (there.kind !== 'call' && there.kind !== 'intrinsic') return there;
    const holds = this.#f.model === true ? present({ holds: this.#call.holds }) : {};
    return there.kind === 'call' ? { ...there, ...holds, within: this.within } : { ...there, ...holds };
  }

  /** Instructions of the model stand where the program calls it, and so do those that have no place of their own. */
  #there(own: Placed): Placed {
    if (this.#f.model === true) return { ...originOf(this.#call), model: true };
    return own.at === undefined ? present({ at: this.#call.at }) : {};
  }

  /** The registers that the call's arguments become, as the body names them. */
  given(args: readonly Value[]): Extra[] {
    const { parameters } = this.body;
    return [
      ...parameters.map((p, k) => {
        const arg = args[k];
        return { register: p, arg: arg === undefined ? undef(p.type) : converted(arg, p.type) };
      }),
      ...this.#extra.map((r, k) => ({ register: r, arg: args[parameters.length + k] ?? undef(r.type) })),
    ];
  }

  /** Before the body: its locals begin. */
  begins(): Instruction[] {
    if (this.objects.size === 0) return [];
    const timed = timedLocals(this.body);
    const names = [...this.objects.keys()].filter((name) => !timed.has(name));
    return names.map((name) => this.#life(name, 'begins', this.#call));
  }

  /** At a return: its locals end. The process ends with main, which the library's start function may call. */
  ends(at: Terminator): Instruction[] {
    const isMain = (this.#call.within ?? []).every((name) => name === startFunction);
    if (this.#thread === 0 && isMain) return [];
    return [...this.objects.keys()].map((name) => this.#life(name, 'ends', at));
  }

  #life(name: string, phase: 'begins' | 'ends', from: Placed): Instruction {
    return { kind: 'life', object: this.local(name), phase, ...originOf(from) };
  }
}
