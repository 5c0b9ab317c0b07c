// A thread of a settled module as a thread of the engines' program: its graph becomes structured code, its instructions statements.

import { binary, constant, type Expr } from '../../../program/expression.js';
import { negated } from '../../../program/negated.js';
import type { Thread } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { blockOf } from '../../graph.js';
import { type Instruction, successorsOf, type Terminator } from '../../instruction.js';
import type { Block, Body } from '../../module.js';
import { type Arm, type Piece, structured } from '../structure/index.js';
import { separateWaits } from '../structure/waits.js';
import { emitCompareExchange, emitFence, emitLoad, emitRmw, emitStore } from './access.js';
import { emitIntrinsic } from './intrinsic.js';
import { emitLife } from './lifetimes.js';
import type { ProgramParts } from './parts.js';
import { emitCopy, emitFill } from './ranges.js';
import { divideSections } from './sections.js';
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
    body: leaves ? [{ kind: 'block', label: endLabel, body: statements }] : statements,
  };
}

class ThreadEmitter {
  readonly #code: ThreadCode;
  readonly #body: Body;
  readonly #pieces: readonly Piece[];
  readonly #sections: ReadonlyMap<string, Body>;
  readonly #labels = new Map<string, string>();

  constructor(code: ThreadCode, body: Body, { sections, body: divided } = divideSections(body)) {
    this.#code = code;
    this.#sections = sections;
    ({ body: this.#body, pieces: this.#pieces } = structured(divided));
  }

  emit(): void {
    this.#add(this.#pieces);
  }

  #labelOf(label: string): string {
    const known = this.#labels.get(label) ?? this.#code.label(label.startsWith('L') ? 'loop' : 'block');
    this.#labels.set(label, known);
    return known;
  }

  #add(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#piece(piece);
  }

  #collected(pieces: readonly Piece[]): Statement[] {
    return this.#code.collect(() => this.#add(pieces));
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
        code.add(this.#loop(piece, this.#labelOf(piece.label), body));
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

  /** A test that stands first and touches no memory is the loop's condition, so that a round is one run of the body. */
  #loop({ node }: Extract<Piece, { kind: 'loop' }>, label: string, body: readonly Statement[]): Statement {
    const place = present({ at: placeOf(blockOf(this.#body, node), body) });
    const [first, ...rest] = body;
    const leave = first?.kind === 'if' && first.whenTrue.length === 1 ? first.whenTrue[0] : undefined;
    const isTest = leave?.kind === 'break' && leave.label === label && rest.length > 0;
    return first?.kind === 'if' && first.whenFalse.length === 0 && isTest
      ? { kind: 'while', label, condition: negated(first.condition), body: rest, ...place }
      : { kind: 'while', label, condition: constant(1), body, ...place };
  }

  #block(node: string): void {
    const { instructions, end } = blockOf(this.#body, node);
    for (const i of instructions) this.#instruction(i);
    if (end.kind === 'unreachable' && !stops(instructions.at(-1)))
      this.#code.add({ kind: 'assume', condition: constant(0), ...present({ at: end.at }) });
  }

  #choice(node: string, arms: readonly Arm[]): void {
    const { end } = blockOf(this.#body, node);
    const place = present({ at: end.at });
    const branch = (rest: readonly Arm[]): Statement[] => {
      const [arm, ...others] = rest;
      if (arm === undefined) return [];
      const body = this.#collected(arm.body);
      if (others.length === 0) return body;
      const whenFalse = branch(others);
      if (body.length === 0 && whenFalse.length === 0) return [];
      const condition = this.#taken(end, arm.edges);
      return body.length === 0
        ? [{ kind: 'if', condition: negated(condition), whenTrue: whenFalse, whenFalse: [], ...place }]
        : [{ kind: 'if', condition, whenTrue: body, whenFalse, ...place }];
    };
    // The arm of the switch's `otherwise` needs no condition.
    const last = successorsOf(end).length - 1;
    const ordered = [...arms].sort((a, b) => Number(a.edges.includes(last)) - Number(b.edges.includes(last)));
    for (const s of branch(ordered)) this.#code.add(s);
  }

  /** Whether one of these edges is taken. */
  #taken(end: Terminator, edges: readonly number[]): Expr {
    const { expressions } = this.#code;
    if (end.kind === 'branch') {
      const holds = expressions.of(end.condition);
      return edges.includes(0) ? holds : negated(holds);
    }
    if (end.kind !== 'switch') return bug('a choice without a condition');
    const value = expressions.of(end.value);
    return edges
      .map((k) => binary('==', value, expressions.of(end.cases[k]?.value ?? bug('no such case'))))
      .reduce((a, b) => binary('||', a, b));
  }

  #instruction(i: Instruction): void {
    const code = this.#code;
    code.at = i.at;
    const section = this.#sections.get(sectionLabel(i) ?? '');
    if (section === undefined) this.#emit(i);
    else this.#section(section);
    code.at = undefined;
  }

  #emit(i: Instruction): void {
    const code = this.#code;
    switch (i.kind) {
      case 'set':
        code.assign(code.registerName(i.result), code.expressions.of(i.value));
        break;
      case 'load':
        emitLoad(code, i);
        break;
      case 'store':
        emitStore(code, i);
        break;
      case 'rmw':
        emitRmw(code, i);
        break;
      case 'cmpxchg':
        emitCompareExchange(code, i);
        break;
      case 'fence':
        emitFence(code, i);
        break;
      case 'copy':
        emitCopy(code, i);
        break;
      case 'fill':
        emitFill(code, i);
        break;
      case 'life':
        emitLife(code, i);
        break;
      case 'start':
        code.start(
          i.thread,
          i.args.map((value) => code.expressions.of(value)),
        );
        break;
      case 'intrinsic':
        emitIntrinsic(code, i);
        break;
      case 'call':
        bug('a settled thread has a call');
    }
  }

  #section(body: Body): void {
    const code = this.#code;
    code.section(() => {
      code.at = undefined;
      const sections = { body, sections: new Map<string, Body>() };
      const statements = code.collect(() => new ThreadEmitter(code, body, sections).emit());
      if (leavesBlock(statements, endLabel)) code.add({ kind: 'block', label: endLabel, body: statements });
      else for (const s of statements) code.add(s);
    });
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
function placeOf(block: Block, body: readonly Statement[]): SourceSpan | undefined {
  return (
    block.end.at ??
    block.instructions.find((i) => i.at !== undefined)?.at ??
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
