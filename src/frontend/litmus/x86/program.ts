// The code of an x86 test: from the table to the threads of the program.

import { forEachRegister } from '../../../program/expression.js';
import { expressionsOf, forEachStatement, type Statement } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Memory } from '../memory.js';
import type { ThreadNames } from '../resolve.js';
import type { Source } from '../source.js';
import { didYouMean } from '../suggest.js';
import type { Span } from '../syntax.js';
import { type Step, structure } from './controlFlow.js';
import { conditionExpr, type FlagPart } from './flags.js';
import { type Cell, type CellContext, readCell } from './instruction.js';
import { Lowering } from './lower.js';
import { resolveRegister, type X86Dialect } from './registers.js';
import { readTable } from './table.js';

interface X86Code {
  readonly bodies: readonly (readonly Statement[])[];
  /** The instructions of each thread as written. */
  readonly cells: readonly (readonly Cell[])[];
  readonly names: ThreadNames;
  /** Where the code ends. */
  readonly end: number;
}

export function readX86(
  source: Source,
  text: string,
  from: number,
  dialect: X86Dialect,
  memory: Memory,
): X86Code {
  const table = readTable(source, text, from);
  const context: CellContext = { source, text, dialect, memory };
  const cells = table.columns.map((column) =>
    column.cells.filter((cell) => cell.start < cell.end).map((cell) => readCell(context, cell)),
  );
  const bodies = cells.map((thread) => lowerThread(source, dialect, thread));
  const used = bodies.map(registersOf);
  const names: ThreadNames = {
    count: bodies.length,
    thread: (name, span) => threadIndex(source, bodies.length, name, span),
    register: (_, name, span) => resolveRegister(source, dialect, name, span),
    users: (name) => used.flatMap((registers, thread) => (registers.has(name) ? [thread] : [])),
  };
  return { bodies, cells, names, end: table.end };
}

function threadIndex(source: Source, count: number, name: string, span: Span): number {
  const number = /^P?(\d+)$/.exec(name);
  const index = number === null ? -1 : Number(number[1]);
  if (index < 0 || index >= count)
    source.fail('unknown-thread', `there is no thread ${name}: the threads are P0 to P${count - 1}`, span);
  return index;
}

function lowerThread(source: Source, dialect: X86Dialect, cells: readonly Cell[]): Statement[] {
  const labels = new Map<string, number>();
  cells.forEach((cell, i) => {
    for (const label of cell.labels) {
      if (labels.has(label.name))
        source.fail('duplicate-label', `label ${label.name} is defined twice`, label);
      labels.set(label.name, i);
    }
  });
  const flags = flagsRead(cells);
  const steps = cells.map(({ instruction }): Step => {
    if (instruction === undefined) return { statements: [] };
    const statements = new Lowering(source, dialect, flags, instruction).run();
    const [operand] = instruction.operands;
    if (operand?.kind !== 'label') return { statements };
    const target = labels.get(operand.name);
    if (target === undefined)
      return source.fail(
        'unknown-label',
        `no label is named ${operand.name} in this thread`,
        operand,
        didYouMean(operand.name, labels.keys()),
      );
    const { operation } = instruction;
    const condition = operation.kind === 'jcc' ? conditionExpr(operation.condition) : undefined;
    return {
      statements,
      jump: { target, at: source.at(instruction), ...present({ condition }) },
    };
  });
  return structure(steps);
}

/** The parts of the flags that conditional instructions of the thread read. */
function flagsRead(cells: readonly Cell[]): ReadonlySet<FlagPart> {
  const parts = new Set<FlagPart>();
  for (const { instruction } of cells) {
    const operation = instruction?.operation;
    if (operation === undefined || !('condition' in operation) || operation.noCarry) continue;
    forEachRegister(conditionExpr(operation.condition), (name) => {
      for (const part of ['.res', '.cf', '.of'] as const) if (name === part) parts.add(part);
    });
  }
  return parts;
}

function registersOf(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  forEachStatement(body, (statement) => {
    if ('target' in statement && statement.target !== undefined) names.add(statement.target);
    for (const expr of expressionsOf(statement)) forEachRegister(expr, (name) => names.add(name));
  });
  return names;
}
