// Which registers of a thread have 64 bits, and whether a program means the same width everywhere.

import type { DiagnosticCode } from '../support/diagnostic.js';
import { conversionOps, type Expr, type ExprWidth, widthOf } from './expression.js';
import { wrap } from './integer.js';
import type { InitialValue, Program, Thread } from './program.js';
import { expressionsOf, forEachStatement, type SourceSpan, type Statement } from './statement.js';

/** The width of the value that a statement leaves in its target. */
export function targetWidth(s: Statement): ExprWidth {
  switch (s.kind) {
    case 'assign':
      return widthOf(s.value);
    case 'load':
    case 'rmw':
    case 'nondet':
    case 'alloc':
      return s.width === 64 ? 64 : 32;
    default:
      return 32;
  }
}

const known = new WeakMap<Thread, ReadonlyMap<string, ExprWidth>>();

/** The width of every register the thread's code mentions; the others have 32 bits. */
export function registerWidths(thread: Thread): ReadonlyMap<string, ExprWidth> {
  const found = known.get(thread) ?? collect(thread, () => undefined);
  known.set(thread, found);
  return found;
}

export const registerWidth = (thread: Thread, name: string): ExprWidth =>
  registerWidths(thread).get(name) ?? 32;

function collect(
  thread: Thread,
  onConflict: (name: string, at: SourceSpan | undefined) => void,
): ReadonlyMap<string, ExprWidth> {
  const found = new Map<string, ExprWidth>();
  const mention = (name: string, width: ExprWidth, at: SourceSpan | undefined): void => {
    if ((found.get(name) ?? width) !== width) onConflict(name, at);
    found.set(name, width);
  };
  forEachStatement(thread.body, (s) => {
    for (const expr of expressionsOf(s))
      forEachNode(expr, (e) => {
        if (e.kind === 'register') mention(e.name, widthOf(e), s.at);
      });
    if ('target' in s && s.target !== undefined) mention(s.target, targetWidth(s), s.at);
    if (s.kind === 'load' && s.has !== undefined) mention(s.has, 32, s.at);
  });
  return found;
}

function forEachNode(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  switch (expr.kind) {
    case 'unary':
      forEachNode(expr.operand, visit);
      return;
    case 'binary':
      forEachNode(expr.left, visit);
      forEachNode(expr.right, visit);
      return;
    case 'conditional':
      forEachNode(expr.condition, visit);
      forEachNode(expr.whenTrue, visit);
      forEachNode(expr.whenFalse, visit);
      return;
    default:
      return;
  }
}

/** Whether something in the program has another width than 32 bits. */
export function usesWidths(program: Program): boolean {
  const fits = (value: InitialValue): boolean => typeof value === 'object' || wrap(value, 32) === value;
  let found = program.locations.some(({ initial }) => !initial.every(fits));
  for (const thread of program.threads) {
    if ([...registerWidths(thread).values()].includes(64)) found = true;
    forEachStatement(thread.body, (s) => {
      if ('width' in s && s.width !== undefined && s.width !== 32) found = true;
      for (const expr of expressionsOf(s))
        forEachNode(expr, (e) => {
          if (e.kind !== 'address' && (e.width === 64 || widthOf(e) === 64)) found = true;
          if (e.kind === 'unary' && conversions.has(e.op)) found = true;
        });
      if (s.kind === 'rmw' && s.op.kind === 'fetch' && s.op.op === 'nand') found = true;
    });
  }
  return found;
}

/** Whether a cell may hold a value that 32 bits do not. */
export function hasWideCells(program: Program): boolean {
  const fits = (value: InitialValue): boolean => typeof value === 'object' || wrap(value, 32) === value;
  let found = program.locations.some(({ initial }) => !initial.every(fits));
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if ((s.kind === 'load' || s.kind === 'store' || s.kind === 'rmw') && s.width === 64) found = true;
    });
  return found;
}

type Fail = (code: DiagnosticCode, message: string, at?: SourceSpan) => void;

/** Fails where a thread of a program mixes widths. */
export function checkWidths(program: Program, index: number, fail: Fail): void {
  const thread = program.threads[index];
  const failWidth = (message: string, at?: SourceSpan): void => fail('width-mismatch', message, at);
  const widths = collect(thread, (name, at) =>
    failWidth(`register ${name} of ${thread.name} has 64 bits in one place and 32 in another`, at),
  );
  for (const [name, value] of thread.registers)
    if (typeof value !== 'object' && wrap(value, widths.get(name) ?? 32) !== value)
      failWidth(`${value} does not fit into register ${name} of ${thread.name}`);
  forEachStatement(thread.body, (s) => {
    for (const expr of expressionsOf(s))
      forEachNode(expr, (e) => {
        const wrong = mistake(e);
        if (wrong !== undefined) failWidth(wrong, s.at);
      });
    for (const [expr, wanted] of wantedWidths(program, s))
      if (widthOf(expr) !== wanted)
        failWidth(`${s.kind} wants a value of ${wanted} bits here, not of ${widthOf(expr)}`, s.at);
  });
}

/** The expressions of a statement whose width is not free, as addresses, sizes and threads to join are. */
function wantedWidths(program: Program, s: Statement): (readonly [Expr, ExprWidth])[] {
  switch (s.kind) {
    case 'store':
      return [[s.value, s.width === 64 ? 64 : 32]];
    case 'rmw': {
      const width = s.width === 64 ? 64 : 32;
      if (s.op.kind !== 'cas') return [[s.op.value, width]];
      return [
        [s.op.expected, width],
        [s.op.desired, width],
      ];
    }
    case 'if':
    case 'while':
    case 'assume':
    case 'assert':
      return [[s.condition, 32]];
    case 'spawn': {
      const child = program.threads[s.thread];
      const wanted = registerWidths(child);
      return s.args.map((arg, i) => [arg, wanted.get(child.parameters[i]) ?? widthOf(arg)] as const);
    }
    default:
      return [];
  }
}

const conversions: ReadonlySet<string> = new Set(conversionOps);

/** The mistake in one operator or constant, apart from its operands. */
function mistake(e: Expr): string | undefined {
  const operandWidth = ('width' in e ? e.width : undefined) ?? 32;
  const wrong = (operand: Expr, wanted: ExprWidth): boolean => widthOf(operand) !== wanted;
  switch (e.kind) {
    case 'const':
      return wrap(e.value, operandWidth) === e.value
        ? undefined
        : `${e.value} is no value of ${operandWidth} bits`;
    case 'unary':
      if (wrong(e.operand, operandWidth)) return `the operand of ${e.op} has not ${operandWidth} bits`;
      if (conversions.has(e.op) && operandWidth !== (e.op === 'low32' ? 64 : 32))
        return `${e.op} does not take ${operandWidth} bits`;
      return undefined;
    case 'binary':
      return wrong(e.left, operandWidth) || wrong(e.right, operandWidth)
        ? `the operands of ${e.op} have not both ${operandWidth} bits`
        : undefined;
    case 'conditional':
      if (wrong(e.condition, 32)) return 'the condition of ?: has not 32 bits';
      return wrong(e.whenTrue, operandWidth) || wrong(e.whenFalse, operandWidth)
        ? `the branches of ?: have not both ${operandWidth} bits`
        : undefined;
    default:
      return undefined;
  }
}
