// Wakeups that no thread sent. A wait for a condition may end without a signal, and asks `spurious` whether it does. In a loop that looks
// and waits again, as `while (!ready) pthread_cond_wait(&c, &m)`, such a wakeup leads to another look and nothing else: of several in a
// row the last is enough, after which the loop is left. None is needed where the loop was entered with the mutex taken just before: then
// the thread could as well have come to the mutex later. Elsewhere in a loop a wait ends so once for each round of bounds, and the answer
// says that it is cut there.

import { defaultUnroll } from '../../program/loopBounds.js';
import { bug } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { instructionsIn } from '../body.js';
import { sameValue } from '../fold.js';
import { blockOf, type Graph, graphOf } from '../graph.js';
import {
  type Instruction,
  type InstructionOf,
  mapSuccessors,
  type Placed,
  resultsOf,
} from '../instruction.js';
import { liveness } from '../liveness.js';
import { branch, intrinsic, jump, set } from '../make.js';
import type { Block, Body, Module } from '../module.js';
import {
  binary,
  compare,
  constant,
  type Register,
  register,
  textValue,
  unary,
  type Value,
} from '../value.js';
import { cutArguments } from './cuts.js';
import { settleThreads } from './settle/index.js';

type Question = InstructionOf<'intrinsic'>;
const isQuestion = (i: Instruction): i is Question => i.kind === 'intrinsic' && i.name === 'spurious';

/** `never`: it is 0. `last`: it may be 1 if the loop is left then. `counted`: in a loop, once for each of so many rounds. */
type Answer =
  | { readonly kind: 'never' | 'counted' | 'once' }
  | { readonly kind: 'last'; readonly header: string };

export function answerSpurious(module: Module, unroll: number = defaultUnroll): Module {
  const bodies = module.threads.map((thread) => thread.body);
  if (!bodies.some(asks)) return module;
  const tries = bodies.some(triesLocks);
  let folds = false;
  const threads = module.threads.map((thread) => {
    const answering = new Answering(thread.body, tries, Math.max(1, Math.floor(unroll / defaultUnroll)));
    const body = answering.body();
    folds ||= answering.folds;
    return { ...thread, body };
  });
  const answered = { ...module, threads };
  return folds ? settleThreads(answered) : answered;
}

const asks = (body: Body): boolean => instructionsIn(body).some(isQuestion);

/** Another thread may see that a mutex is held without waiting for it. */
const triesLocks = (body: Body): boolean =>
  instructionsIn(body).some((i) => i.kind === 'cmpxchg' && i.model === true);

/** Part of the wait that asks. */
const belongsTo = ({ model, at: a }: Instruction, { at: b }: Question): boolean =>
  model === true && a?.line === b?.line && a?.column === b?.column && a?.file === b?.file;

/** Intrinsics that leave nothing behind. */
const looks: ReadonlySet<string> = new Set(['require', 'assume', 'reads', 'compare']);

function leavesNothing(i: Instruction): boolean {
  if (i.kind === 'intrinsic') return looks.has(i.name);
  return i.kind === 'set' || i.kind === 'load' || i.kind === 'life';
}

/** The block behind a round that is looked at alone. */
const left = 'behind the round';

class Answering {
  readonly #body: Body;
  readonly #graph: Graph;
  readonly #tries: boolean;
  readonly #most: number;
  readonly #blocks: Map<string, Block>;
  /** Some question has the answer 0. */
  folds = false;
  #count = 0;

  constructor(body: Body, tries: boolean, most: number) {
    this.#body = body;
    this.#graph = graphOf(body);
    this.#tries = tries;
    this.#most = most;
    this.#blocks = new Map(body.blocks);
  }

  body(): Body {
    const answers = this.#graph.order.flatMap((label) =>
      blockOf(this.#body, label)
        .instructions.filter(isQuestion)
        .map((question) => ({ label, question, answer: this.#answer(label, question) })),
    );
    for (const { label, question, answer } of answers) this.#give(label, question, answer);
    return { ...this.#body, blocks: this.#blocks };
  }

  #answer(label: string, question: Question): Answer {
    const loops = [...this.#graph.loops].filter(([, blocks]) => blocks.has(label));
    const [innermost] = loops.sort(([, a], [, b]) => a.size - b.size);
    if (innermost === undefined) return { kind: 'once' };
    const [mutex] = question.args;
    // of a futex, which Linux ends only for a thread that was woken
    if (mutex?.kind === 'const') return { kind: 'never' };
    const [header, blocks] = innermost;
    if (!this.#looksAgain(header, blocks, question)) return { kind: 'counted' };
    const isLater = !this.#tries && this.#looksFirst(label, header, blocks, question);
    if (isLater && mutex !== undefined && this.#takenBefore(header, blocks, mutex)) return { kind: 'never' };
    return { kind: 'last', header };
  }

  /** A round that goes on leaves nothing behind, neither in memory nor in registers. */
  #looksAgain(header: string, loop: ReadonlySet<string>, question: Question): boolean {
    const instructions = [...loop].flatMap((label) => blockOf(this.#body, label).instructions);
    if (!instructions.every((i) => leavesNothing(i) || belongsTo(i, question))) return false;
    const set = new Set(instructions.flatMap(resultsOf).map((r) => r.name));
    return ![...this.#readFirst(header, loop)].some((name) => set.has(name));
  }

  /** Registers that a round may read before it sets them. */
  #readFirst(header: string, loop: ReadonlySet<string>): ReadonlySet<string> {
    const leave = (label: string): string => (loop.has(label) && label !== header ? label : left);
    const round = [header, ...loop].map((label): [string, Block] => {
      const block = blockOf(this.#body, label);
      return [label, { ...block, end: mapSuccessors(block.end, leave) }];
    });
    const behind: Block = { instructions: [], end: { kind: 'return', values: [] } };
    return liveness({ ...this.#body, blocks: new Map([...round, [left, behind]]) })(header);
  }

  /** Behind the wait comes the next look: nothing of the program's stands between. */
  #looksFirst(label: string, header: string, loop: ReadonlySet<string>, question: Question): boolean {
    const { instructions } = blockOf(this.#body, label);
    const isQuiet = (i: Instruction): boolean => i.model === true || i.kind === 'set' || i.kind === 'life';
    if (!instructions.slice(instructions.indexOf(question) + 1).every(isQuiet)) return false;
    const seen = new Set([label]);
    const work = [...this.#graph.successors(label)];
    for (let at = work.pop(); at !== undefined; at = work.pop()) {
      if (at === header || seen.has(at) || !loop.has(at)) continue;
      seen.add(at);
      if (!blockOf(this.#body, at).instructions.every(isQuiet)) return false;
      work.push(...this.#graph.successors(at));
    }
    return true;
  }

  /** Each way into the loop takes the mutex last. */
  #takenBefore(header: string, loop: ReadonlySet<string>, mutex: Value): boolean {
    const isTaken = (label: string, seen: ReadonlySet<string>): boolean => {
      if (seen.has(label)) return false;
      const { instructions } = blockOf(this.#body, label);
      const last = instructions.findLast((i) => i.kind !== 'set' && i.kind !== 'life');
      if (last !== undefined)
        return last.kind === 'intrinsic' && last.name === 'take' && sameAddress(last.args[0], mutex);
      const before = this.#graph.predecessors(label);
      return before.length > 0 && before.every((from) => isTaken(from, new Set([...seen, label])));
    };
    const ways = this.#graph.predecessors(header).filter((label) => !loop.has(label));
    return ways.length > 0 && ways.every((label) => isTaken(label, new Set()));
  }

  #give(label: string, question: Question, answer: Answer): void {
    const { result } = question;
    if (result === undefined) return;
    const from = ofModel(question);
    switch (answer.kind) {
      case 'never':
        this.folds = true;
        this.#replace(question, [set(result, constant(0, result.type), from)]);
        return;
      case 'once':
        this.#replace(question, [choice(result, question)]);
        return;
      case 'last': {
        const leaves = register(`$leaves${this.#count++}`, 'i32');
        const isNotYet = unary('zext', 'i32', compare('eq', leaves, constant(0, 'i32')));
        this.#replace(question, [
          intrinsic('assume', [isNotYet], from),
          choice(result, question),
          set(leaves, result, from),
        ]);
        const loop = this.#graph.loops.get(answer.header);
        for (const way of this.#graph.predecessors(answer.header))
          if (loop?.has(way) !== true) this.#append(way, set(leaves, constant(0, 'i32'), from));
        return;
      }
      case 'counted':
        this.#cutAfter(label, question, result);
        return;
    }
  }

  #append(label: string, i: Instruction): void {
    const block = this.#blocks.get(label) ?? blockOf(this.#body, label);
    this.#blocks.set(label, { ...block, instructions: [...block.instructions, i] });
  }

  /** The block that asks now, with what stands before the question and behind it. */
  #around(question: Question) {
    for (const [label, { instructions, end }] of this.#blocks) {
      const k = instructions.indexOf(question);
      if (k >= 0) return { label, end, before: instructions.slice(0, k), behind: instructions.slice(k + 1) };
    }
    return bug('a question stands in no block');
  }

  #replace(question: Question, by: readonly Instruction[]): void {
    const { label, end, before, behind } = this.#around(question);
    this.#blocks.set(label, { instructions: [...before, ...by, ...behind], end });
  }

  /** Splits the block: a wakeup beyond the bound ends the search there. */
  #cutAfter(name: string, question: Question, result: Register): void {
    const n = this.#count++;
    const woken = register(`$woken${n}`, 'i32');
    const [rest, wakes, cut, counts] = [
      `${name}$rest${n}`,
      `${name}$wakes${n}`,
      `${name}$cut${n}`,
      `${name}$counts${n}`,
    ];
    const { label, end, before, behind } = this.#around(question);
    const from = ofModel(question);
    this.#blocks.set(label, {
      instructions: [...before, choice(result, question)],
      end: branch(compare('ne', result, constant(0, result.type)), wakes, rest, from),
    });
    this.#blocks.set(wakes, {
      instructions: [],
      end: branch(compare('sge', woken, constant(this.#most, 'i32')), cut, counts, from),
    });
    this.#blocks.set(cut, {
      instructions: [intrinsic('cut', cutArguments(), from)],
      end: { kind: 'unreachable', model: true },
    });
    this.#blocks.set(counts, {
      instructions: [set(woken, binary('add', woken, constant(1, 'i32')), from)],
      end: jump(rest, { model: true }),
    });
    this.#blocks.set(rest, { instructions: behind, end });
  }
}

const sameAddress = (a: Value | undefined, b: Value): boolean => a !== undefined && sameValue(a, b);

/** Without a wait of the library a weak compare-exchange asks. */
const meaningOf = ({ model }: Question): readonly Value[] =>
  model === true ? [] : [textValue('does not fail by chance'), textValue('fails by chance')];

const choice = (result: Register, question: Question): Instruction =>
  intrinsic('choose', [constant(2, 'i32'), ...meaningOf(question)], ofModel(question), result);

const ofModel = ({ at }: Question): Placed => ({ model: true, ...present({ at }) });
