// A thread of a settled module as a thread of the engines' program: its graph becomes structured code, its instructions statements.

import { binary, constant, type Expr, register } from '../../../program/expression.js';
import { negated } from '../../../program/negated.js';
import type { Thread } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { type Instruction, successorsOf, type Terminator } from '../../instruction.js';
import type { Block, Body } from '../../module.js';
import { withLoops } from '../loops/index.js';
import { type Added, type Arm, type Piece, structured } from '../structure/index.js';
import { separateWaits } from '../structure/waits.js';
import { emitCompareExchange, emitFence, emitLoad, emitRmw, emitStore } from './access.js';
import { emitIntrinsic } from './intrinsic.js';
import { emitLife } from './lifetimes.js';
import type { ProgramParts } from './parts.js';
import { emitCopy, emitFill } from './ranges.js';
import { divideSections, type Section } from './sections.js';
import { ThreadCode } from './threadCode.js';

const endLabel = 'end';

export function threadOf(parts: ProgramParts, index: number): Thread {
  const { name, body: settled } = parts.module.threads[index] ?? bug(`there is no thread ${index}`);
  const body = separateWaits(settled);
  const code = new ThreadCode(parts, index, body);
  const parameters = body.parameters.map((r) => code.registerName(r));
  const statements = code.collect(() => new ThreadEmitter(code, body).emit());
  const leaves = leavesBlock(statements, endLabel);
  return {
    name,
    start: index === 0 ? 'initial' : 'spawned',
    parameters,
    registers: new Map(),
    body: withLoops(leaves ? [{ kind: 'block', label: endLabel, body: statements }] : statements, parameters),
  };
}

/** Blocks by number, as `structured` wants them. */
class ThreadEmitter {
  readonly #code: ThreadCode;
  readonly #blocks: readonly Block[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #sections: ReadonlyMap<string, Section>;
  readonly #entry: string;
  readonly #labels = new Map<string, string>();
  #added: ReadonlyMap<number, Added> = new Map();

  constructor(code: ThreadCode, body: Body, sections = divideSections(body)) {
    this.#code = code;
    const labels = [...sections.blocks.keys()];
    this.#entry = sections.entry;
    this.#numbers = new Map(labels.map((label, i) => [label, i]));
    this.#blocks = [...sections.blocks.values()];
    this.#sections = sections.sections;
  }

  emit(): void {
    const number = (label: string): number => this.#numbers.get(label) ?? bug(`no block is called ${label}`);
    const graph = {
      entry: number(this.#entry),
      successors: this.#blocks.map(({ end }) => successorsOf(end).map(number)),
    };
    const { pieces, added } = structured(graph);
    this.#added = added;
    this.#pieces(pieces);
  }

  #labelOf(label: string): string {
    const known = this.#labels.get(label) ?? this.#code.label(label.startsWith('L') ? 'loop' : 'block');
    this.#labels.set(label, known);
    return known;
  }

  #pieces(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#piece(piece);
  }

  #collected(pieces: readonly Piece[]): Statement[] {
    return this.#code.collect(() => this.#pieces(pieces));
  }

  #piece(piece: Piece): void {
    const code = this.#code;
    switch (piece.kind) {
      case 'code':
        this.#block(piece.node);
        return;
      case 'choice':
        this.#choice(piece.node, piece.arms);
        return;
      case 'block':
        code.add({ kind: 'block', label: this.#labelOf(piece.label), body: this.#collected(piece.body) });
        return;
      case 'loop': {
        const body = this.#collected(piece.body);
        const at = placeOf(this.#blocks[piece.node], body);
        code.add({
          kind: 'while',
          label: this.#labelOf(piece.label),
          condition: constant(1),
          body,
          ...present({ at }),
        });
        return;
      }
      case 'leave':
        code.add({ kind: 'break', label: this.#labelOf(piece.label) });
        return;
      case 'again':
        code.add({ kind: 'continue', label: this.#labelOf(piece.label) });
        return;
      case 'end':
        code.add({ kind: 'break', label: endLabel });
        return;
    }
  }

  #block(node: number): void {
    const code = this.#code;
    const added = this.#added.get(node);
    if (added?.kind === 'note') code.assign(`$next${added.region}`, constant(added.entry), undefined);
    if (node >= this.#blocks.length) return;
    const { instructions, end } = this.#blocks[node];
    for (const i of instructions) this.#instruction(i);
    if (end.kind === 'unreachable' && !stops(instructions.at(-1)))
      code.add({ kind: 'assume', condition: constant(0), ...present({ at: end.at }) });
  }

  #choice(node: number, arms: readonly Arm[]): void {
    const code = this.#code;
    const end = node < this.#blocks.length ? this.#blocks[node].end : undefined;
    const place = present({ at: end?.at });
    const branch = (rest: readonly Arm[]): Statement[] => {
      const [arm, ...others] = rest;
      if (arm === undefined) return [];
      const body = this.#collected(arm.body);
      if (others.length === 0) return body;
      const whenFalse = branch(others);
      if (body.length === 0 && whenFalse.length === 0) return [];
      const condition = this.#taken(node, end, arm.edges);
      return body.length === 0
        ? [{ kind: 'if', condition: negated(condition), whenTrue: whenFalse, whenFalse: [], ...place }]
        : [{ kind: 'if', condition, whenTrue: body, whenFalse, ...place }];
    };
    // The arm of the switch's `otherwise` needs no condition.
    const last = end === undefined ? -1 : successorsOf(end).length - 1;
    const ordered = [...arms].sort((a, b) => Number(a.edges.includes(last)) - Number(b.edges.includes(last)));
    for (const s of branch(ordered)) code.add(s);
  }

  /** Whether one of these edges is taken. */
  #taken(node: number, end: Terminator | undefined, edges: readonly number[]): Expr {
    const { expressions } = this.#code;
    const any = (conditions: readonly Expr[]): Expr => conditions.reduce((a, b) => binary('||', a, b));
    if (end?.kind === 'branch') {
      const holds = expressions.condition(end.condition);
      return edges.includes(0) ? holds : negated(holds);
    }
    if (end?.kind === 'switch') {
      const value = expressions.of(end.value);
      return any(
        edges.map((k) => binary('==', value, expressions.of(end.cases[k]?.value ?? bug('no such case')))),
      );
    }
    const added = this.#added.get(node);
    if (added?.kind !== 'dispatch') return bug('a choice without a condition');
    return any(edges.map((k) => binary('==', register(`$next${added.region}`), constant(k))));
  }

  #instruction(i: Instruction): void {
    const code = this.#code;
    const section = this.#sections.get(sectionLabel(i) ?? '');
    if (section !== undefined) {
      this.#section(section, i.at);
      return;
    }
    switch (i.kind) {
      case 'set':
        code.assign(code.registerName(i.result), code.expressions.of(i.value), i.at);
        return;
      case 'load':
        emitLoad(code, i);
        return;
      case 'store':
        emitStore(code, i);
        return;
      case 'rmw':
        emitRmw(code, i);
        return;
      case 'cmpxchg':
        emitCompareExchange(code, i);
        return;
      case 'fence':
        emitFence(code, i);
        return;
      case 'copy':
        emitCopy(code, i);
        return;
      case 'fill':
        emitFill(code, i);
        return;
      case 'life':
        emitLife(code, i);
        return;
      case 'start': {
        const args = i.args.map((value) => code.expressions.of(value));
        code.start(i.thread, args, i.at);
        return;
      }
      case 'intrinsic':
        emitIntrinsic(code, i);
        return;
      case 'call':
        bug('a settled thread has a call');
    }
  }

  #section({ body, entry }: Section, at: SourceSpan | undefined): void {
    const code = this.#code;
    code.enterSection();
    const statements = code.collect(() =>
      new ThreadEmitter(code, body, { blocks: body.blocks, entry, sections: new Map() }).emit(),
    );
    const wrapped: Statement[] = leavesBlock(statements, endLabel)
      ? [{ kind: 'block', label: endLabel, body: statements }]
      : statements;
    code.leaveSection(wrapped, at);
  }
}

/** The instruction that stands for a section names its label. */
const sectionLabel = (i: Instruction): string | undefined =>
  i.kind === 'intrinsic' && i.name === 'atomic_begin' && i.args[0]?.kind === 'text'
    ? i.args[0].text
    : undefined;

/** Whether control never comes behind the instruction. */
const stops = (i: Instruction | undefined): boolean =>
  i?.kind === 'intrinsic' && (i.name === 'exit_now' || i.name === 'cut' || i.name === 'end');

/** The place of a loop: that of the first thing in it. */
function placeOf(block: Block | undefined, body: readonly Statement[]): SourceSpan | undefined {
  return (
    block?.end.at ??
    block?.instructions.find((i) => i.at !== undefined)?.at ??
    body.find((s) => s.at !== undefined)?.at
  );
}

const leavesBlock = (body: readonly Statement[], label: string): boolean =>
  body.some((s) => {
    switch (s.kind) {
      case 'break':
        return s.label === label;
      case 'if':
        return leavesBlock(s.whenTrue, label) || leavesBlock(s.whenFalse, label);
      case 'block':
      case 'while':
        return leavesBlock(s.body, label);
      default:
        return false;
    }
  });
