// Constant propagation through a thread, and through the functions that it calls. A block is run once per context, with the known
// values of its registers, and takes the decided branches. A call with a known target is run where it stands: the values that are
// known there decide which parts of the function there are. Its blocks become blocks of the thread.
//
// A context counts the rounds of the loops that are being written out. So a loop with a known end becomes as many copies of its body,
// and objects created in it differ from round to round. Writing out is sound for every loop; only termination and size need care. It
// stops when a round decides none of the loop's exits, or when the thread has become too large.

import { withBlocks, withParts } from '../../body.js';
import { substitute } from '../../fold.js';
import { blockOf, entryOf } from '../../graph.js';
import {
  type Instruction,
  type InstructionOf,
  mapResults,
  mapSuccessors,
  mapValues,
  resultsOf,
  successorsOf,
  type Terminator,
  valuesOfEnd,
} from '../../instruction.js';
import { jump, set } from '../../make.js';
import type { Block, Body } from '../../module.js';
import { constant, isKnown, type Register, type Value } from '../../value.js';
import { foldedIn } from '../addressOrder.js';
import { noteChange } from './changed.js';
import { refuse, type Settling } from './context.js';
import { cutBlock, decided, dependsOn, depthCut, type Returns, refined, stops, withReturn } from './ends.js';
import {
  CallFrame,
  type Context,
  copyOf,
  Frame,
  type Inlined,
  isSame,
  join,
  keyOf,
  knownResults,
  type Loops,
  longestLoop,
  type Node,
  nextContext,
  noContext,
  noStarts,
  type Ran,
  type Returned,
  recursionIn,
  type State,
  sizeOf,
  startsIn,
  TooLarge,
} from './frames.js';
import { settledIntrinsic, withValue } from './intrinsic.js';
import { Memory } from './memory.js';
import { CallNames, namesOfThread, targetOf } from './names.js';
import { startsTooMany } from './spawns.js';

import type { Writer } from './writers.js';

export function propagate(settling: Settling, thread: number, body: Body, loops: Loops): Body {
  return new Propagation(settling, thread, loops, body).run();
}

/** With calls, a thread may have so many times the instructions that it may have with loops, and without recursion so many times. */
const [timesOfCalls, timesInAll] = [2, 5];

class Propagation {
  readonly #settling: Settling;
  readonly #thread: number;
  readonly #writer: Writer;
  readonly #forced: ReadonlySet<string>;
  readonly #last: Loops['last'];
  readonly #root: Frame;
  #size = 0;
  /** The size from which on the thread is looked through for a loop that makes it too large. */
  #mostNow: number;

  constructor(settling: Settling, thread: number, loops: Loops, body: Body) {
    this.#settling = settling;
    this.#thread = thread;
    this.#writer = { settling, thread, isApart: settling.isApart };
    this.#forced = loops.forced;
    this.#last = loops.last;
    this.#root = new Frame(namesOfThread(body), loops);
    this.#mostNow = settling.options.mostInstructions;
  }

  run(): Body {
    const frame = this.#root;
    for (;;)
      try {
        const memory = new Memory(this.#settling, this.#thread);
        this.#enter(frame, { registers: new Map(), memory });
        const blocks = new Map<string, Block>();
        this.#write(frame, blocks);
        if (this.#thread === 0 && !this.#settling.isApart) this.#settling.atStart = startsIn(frame);
        return withBlocks(frame.names.body, blocks);
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        frame.clear();
        this.#size = 0;
        this.#mostNow = this.#settling.options.mostInstructions;
      }
  }

  /** Runs a body from a state that is known where it begins. */
  #enter(frame: Frame, state: State): void {
    const entry = entryOf(frame.names.body);
    if (frame.nodes.size === 0) frame.counting = this.#countingLoops(frame);
    const key = this.#flow(frame, entry, noContext, state);
    if (key === undefined) return;
    frame.work.add(entry, key);
    for (;;) {
      this.#settle(frame);
      if (frame.refused.size === 0) return;
      // All loops that are refused are found in one pass: from the round on that shows it they are loops again.
      for (const header of frame.refused) frame.undecided.add(header);
      const first = frame.nodes.get(entry)?.state ?? state;
      this.#size -= sizeOf(frame);
      frame.clear();
      frame.counting = this.#countingLoops(frame);
      this.#flow(frame, entry, noContext, first);
      frame.work.add(entry, entry);
    }
  }

  /** The loops that are written out as long as each round decides an exit, by header. */
  #countingLoops(frame: Frame): Frame['counting'] {
    const { graph, kept, undecided } = frame;
    if (graph.loops.size === 0) return graph.loops;
    const isKept = (header: string): boolean => kept.has(header) || undecided.has(header);
    return new Map([...graph.loops].filter(([header]) => this.#isForced(frame, header) || !isKept(header)));
  }

  #settle(frame: Frame): void {
    for (let key = frame.work.next(); key !== undefined; key = frame.work.next()) {
      const node = frame.nodes.get(key);
      if (node === undefined) continue;
      const { rest, state } = this.#ran(frame, node);
      for (const to of new Set(successorsOf(rest.end))) {
        const context = nextContext(frame, node, to);
        if (this.#isCut(frame, node, to, context)) continue;
        if (!this.#isForced(frame, to) && startsTooMany(frame, to, context)) {
          frame.kept.add(to);
          throw new TooLarge();
        }
        const flowing = refined(frame.names, state, rest.end, to);
        if (this.#isEndless(frame, node, to, context, flowing)) frame.refused.add(to);
        const next = this.#flow(frame, to, nextContext(frame, node, to), flowing);
        if (next !== undefined) frame.work.add(to, next);
      }
      if (this.#size > this.#mostNow) this.#refuseLargest();
    }
  }

  #isForced({ names }: Frame, header: string): boolean {
    return names.within === undefined && this.#forced.has(header);
  }

  /** Whether a loop that starts threads has gone round as often as it may: its test is made once more. */
  #isCut(frame: Frame, { label }: Node, to: string, context: Context): boolean {
    const { depth } = this.#settling.options;
    if (this.#isForced(frame, to)) return (context.get(to) ?? 0) > depth;
    if (this.#last.has(to)) return false;
    const loop = this.#isForced(frame, label) ? frame.counting.get(label) : undefined;
    if (loop === undefined || (context.get(label) ?? 0) < depth) return false;
    return loop.has(to) && frame.graph.successors(label).some((other) => !loop.has(other));
  }

  /** Joins what is known where an edge leads; the node's key if that must run again. */
  #flow(frame: Frame, label: string, context: Context, state: State): string | undefined {
    const key = keyOf(label, context);
    const live = frame.live(label);
    const node = frame.nodes.get(key);
    if (node === undefined) {
      const registers = new Map<string, Value>();
      for (const [name, value] of state.registers) if (live.has(name)) registers.set(name, value);
      frame.nodes.set(key, { label, context, state: { registers, memory: state.memory.copy() } });
      this.#size += blockOf(frame.names.body, label).instructions.length + 1;
      return key;
    }
    if (!join(node.state, state, live)) return undefined;
    delete node.ran;
    return key;
  }

  /** Whether a loop goes round with nothing changed, or although the round has decided none of the exits that depend on the loop. */
  #isEndless(frame: Frame, node: Node, to: string, context: Context, state: State): boolean {
    const round = context.get(to);
    const loop = frame.counting.get(to);
    if (loop === undefined || round === undefined || round < 1 || !loop.has(node.label)) return false;
    if (this.#isForced(frame, to)) return false;
    const last = frame.nodes.get(keyOf(to, new Map(context).set(to, round - 1)));
    if (last !== undefined && isSame(frame, last, state)) return true;
    if (round < 2) return false;
    const { body } = frame.names;
    const sets = new Set<string>();
    for (const label of loop)
      for (const i of blockOf(body, label).instructions) for (const { name } of resultsOf(i)) sets.add(name);
    for (const label of loop) {
      const { end } = blockOf(body, label);
      if (successorsOf(end).every((next) => loop.has(next)) || !valuesOfEnd(end).some(dependsOn(sets)))
        continue;
      const here = [...node.context].filter(([header]) => frame.counting.get(header)?.has(label) === true);
      const there = frame.nodes.get(keyOf(label, new Map(here)));
      if (there !== undefined && this.#ran(frame, there).rest.end.kind === 'jump') return false;
    }
    return true;
  }

  /** The loop with most rounds is not written out. */
  #refuseLargest(): void {
    const largest = longestLoop(this.#root);
    if (largest === undefined) {
      this.#nestLess();
      this.#mostNow = this.#size * 1.25;
      return;
    }
    largest.frame.kept.add(largest.header);
    throw new TooLarge();
  }

  /** Without a loop to keep, recursion goes less deep; a thread that is too large without recursion is refused. */
  #nestLess(): void {
    const { changed, options } = this.#settling;
    if (this.#size <= timesOfCalls * options.mostInstructions) return;
    const deepest = recursionIn(this.#root);
    if (deepest > 0) {
      changed.depth = Math.floor(Math.min(deepest, changed.depth ?? deepest) / 2);
      throw new TooLarge();
    }
    if (this.#size > timesInAll * options.mostInstructions)
      refuse('a program this large (after functions are inlined) is not supported');
  }

  #ran(frame: Frame, node: Node): Ran {
    node.ran ??= this.#runOf(frame, node);
    return node.ran;
  }

  #runOf(frame: Frame, node: Node): Ran {
    const { names } = frame;
    const isThread = names.within === undefined;
    const state = copyOf(node.state);
    const { registers } = state;
    const last = isThread ? this.#last.get(node.label) : undefined;
    if (last !== undefined) {
      const isLast = (node.context.get(last.header) ?? 0) >= this.#settling.options.depth;
      registers.set(last.isLast.name, constant(isLast ? 1 : 0, 'i1'));
    }
    const copies = new Map<string, Register>();
    const forget = (r: Register): void => {
      registers.delete(r.name);
      if (copies.size === 0) return;
      copies.delete(r.name);
      const { name } = names.register(r);
      for (const [to, from] of copies) if (from.name === name) copies.delete(to);
    };
    const leafOf = (leaf: Value): Value => {
      switch (leaf.kind) {
        case 'register':
          return registers.get(leaf.name) ?? copies.get(leaf.name) ?? names.register(leaf);
        case 'local':
          return names.local(leaf.name);
        case 'symbol':
          return this.#settling.isThreadLocal(leaf.name)
            ? { kind: 'symbol', name: this.#settling.ofThread(leaf.name, this.#thread) }
            : leaf;
        default:
          return leaf;
      }
    };
    const value = (v: Value): Value => substitute(v, leafOf, foldedIn(this.#settling));
    const calls: Inlined[] = [];
    let starts = noStarts;
    let pending: Instruction[] = [];
    const source = blockOf(names.body, node.label);
    const ended = (end: Terminator): Ran => ({
      calls,
      rest: calls.length === 0 ? withParts(source, pending, end) : { instructions: pending, end },
      state,
      starts,
    });
    const stopped: Terminator = source.end.kind === 'unreachable' ? source.end : { kind: 'unreachable' };
    const push = (i: Instruction): void => {
      for (const r of resultsOf(i)) forget(r);
      if (i.kind === 'set') {
        if (isKnown(i.value)) registers.set(i.result.name, i.value);
        else if (i.value.kind === 'register' && i.value.name !== names.register(i.result).name)
          copies.set(i.result.name, i.value);
      }
      pending.push(isThread ? i : mapResults(i, names.register));
    };
    for (const [k, original] of source.instructions.entries())
      for (const own of names.own(original))
        for (const i of settledIntrinsic(this.#settling, this.#thread, mapValues(own, value))) {
          const f = i.kind === 'call' ? targetOf(this.#settling, i) : undefined;
          if (i.kind !== 'call' || f === undefined) {
            noteChange(this.#writer, i, state.memory.started);
            const held = state.memory.after(i);
            if (i.kind === 'start') starts = new Map(starts).set(i.thread, state.memory.copy());
            if (held === undefined) push(i);
            else withValue(i, held).forEach(push);
            if (stops(i)) return ended(stopped);
            continue;
          }
          const cut = depthCut(this.#settling, i, f);
          if (cut !== undefined) {
            pending.push(cut);
            return ended(stopped);
          }
          const key = `${keyOf(node.label, node.context)}/${k}/${calls.length}/${f.name}`;
          const inlined = frame.callAt(
            key,
            () => new CallFrame(new CallNames(this.#settling, this.#thread, i, f)),
          );
          calls.push({ before: pending, call: i, frame: inlined });
          pending = [];
          const left = this.#call(inlined, i, state.memory);
          if (left === undefined) return ended(stopped);
          state.memory = left.memory;
          i.results.forEach((r, n) => {
            forget(r);
            const result = left.results[n];
            if (result !== undefined) registers.set(r.name, result);
          });
        }
    const end = decided(source.end, value);
    return ended(isThread ? end : names.placedEnd(end));
  }

  /** Runs the function of a call; undefined if it never returns. */
  #call(frame: CallFrame, { args, results }: InstructionOf<'call'>, before: Memory): Returned | undefined {
    const { names } = frame;
    const registers = new Map<string, Value>();
    const memory = before.copy();
    for (const { register, arg } of names.given(args))
      if (isKnown(arg)) registers.set(register.name, arg);
      else memory.lose(arg);
    for (const i of names.begins()) memory.after(i);
    this.#enter(frame, { registers, memory });
    let left: Memory | undefined;
    const returned: (readonly Value[])[] = [];
    for (const node of frame.nodes.values()) {
      const { rest, state } = this.#ran(frame, node);
      if (rest.end.kind !== 'return') continue;
      returned.push(rest.end.values);
      if (left === undefined) left = state.memory.copy();
      else left.join(state.memory);
    }
    if (left === undefined) return undefined;
    const known = knownResults(results, returned, left);
    for (const i of names.ends({ kind: 'unreachable' })) left.after(i);
    return { results: known, memory: left };
  }

  /** The blocks of a frame, with those of the calls in it. */
  #write(frame: Frame, blocks: Map<string, Block>, returns?: Returns): void {
    const { names, nodes } = frame;
    for (const [key, node] of nodes) {
      const { calls, rest } = this.#ran(frame, node);
      let label = names.label(key);
      for (const { before, call, frame: inlined } of calls) {
        const given = inlined.names.given(call.args);
        const sets = given.map(({ register, arg }) => set(inlined.names.register(register), arg, call));
        blocks.set(label, {
          instructions: [...before, ...sets, ...inlined.names.begins()],
          end: jump(inlined.names.label(entryOf(inlined.names.body)), call),
        });
        const results = call.results.map(names.register);
        this.#write(inlined, blocks, { names: inlined.names, results });
        // The loops of the call are loops of the thread from now on.
        for (const [there, { label: header }] of inlined.nodes)
          for (const which of ['kept', 'undecided'] as const)
            if (inlined[which].has(header)) this.#root[which].add(inlined.names.label(there));
        label = inlined.names.after;
      }
      if (rest.end.kind === 'return' && returns !== undefined) {
        blocks.set(label, withReturn(rest.instructions, rest.end, returns));
        continue;
      }
      const end = mapSuccessors(rest.end, (to) => {
        const context = nextContext(frame, node, to);
        const there = names.label(keyOf(to, context));
        if (this.#isCut(frame, node, to, context)) blocks.set(there, cutBlock);
        return there;
      });
      blocks.set(label, end === rest.end ? rest : { instructions: rest.instructions, end });
    }
  }
}
