// The conditions that every program must satisfy before an engine sees it.

import { type DiagnosticCode, InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { type Observable, type Operand, observablesOf } from './condition.js';
import type { Expr } from './expression.js';
import type { ThreadId } from './identity.js';
import { wrap } from './integer.js';
import type { InitialValue, Program } from './program.js';
import { expressionsOf, forEachStatement, type SourceSpan, type Statement } from './statement.js';
import { checkWidths } from './widths.js';

/** Returns `program` unchanged. Throws an InputError for the first condition that the program violates. */
export function validate(program: Program): Program {
  const sizes = new Map<string, number>();
  const fail = (code: DiagnosticCode, message: string, at?: SourceSpan): never => {
    const file = at?.file ?? program.source?.file;
    throw new InputError(
      {
        code,
        message,
        ...present({ file }),
        ...(at === undefined ? {} : { line: at.line, column: at.column }),
      },
      at?.file === undefined ? program.source?.text : undefined,
    );
  };

  for (const location of program.locations) {
    if (sizes.has(location.name))
      fail('duplicate-location', `location ${location.name} is declared twice`, location.at);
    if (location.initial.length === 0)
      fail('empty-location', `location ${location.name} has no cell`, location.at);
    sizes.set(location.name, location.initial.length);
    if (location.shape !== undefined && location.shape.cells.length !== location.initial.length)
      fail('bad-shape', `location ${location.name} has values for other cells than it has`, location.at);
  }
  const checkAddress = (name: string, index: number, at?: SourceSpan): void => {
    const size = sizes.get(name);
    if (size === undefined) fail('unknown-location', `no location is named ${name}`, at);
    else if (index < 0 || index >= size)
      fail('index-out-of-range', `${name}[${index}] does not exist: ${name} has ${size} cells`, at);
  };
  const checkInitial = (value: InitialValue, at?: SourceSpan): void => {
    if (typeof value !== 'object') {
      if (wrap(value, 64) !== value) fail('width-mismatch', `${value} is no value of 64 bits`, at);
      return;
    }
    const shape = program.locations.find(({ name }) => name === value.location)?.shape;
    if (shape === undefined) checkAddress(value.location, value.index, at);
    else if (value.index < 0 || value.index > shape.size)
      fail('index-out-of-range', `${value.location} has no address ${value.index}`, at);
  };
  for (const location of program.locations)
    for (const value of location.initial) checkInitial(value, location.at);

  if (program.threads.length === 0) fail('no-threads', 'the program has no threads');
  const threadNames = new Set<string>();
  program.threads.forEach((thread, index) => {
    if (threadNames.has(thread.name)) fail('duplicate-thread', `two threads are named ${thread.name}`);
    threadNames.add(thread.name);
    for (const value of thread.registers.values()) checkInitial(value);
    checkBody(thread.body, program, index, checkAddress, fail);
    checkWidths(program, index, fail);
  });
  const checkOperand = (operand: Operand): void => {
    if (operand.kind === 'register') {
      if (program.threads[operand.thread] === undefined)
        fail('unknown-thread', `the condition names thread ${operand.thread}, which does not exist`);
    } else if (operand.kind !== 'const') checkAddress(operand.location, operand.index);
  };
  const formulas = [program.condition?.formula, program.filter].filter((f) => f !== undefined);
  const mentioned: Observable[] = formulas.flatMap(observablesOf);
  for (const observable of [...program.observed, ...mentioned]) checkOperand(observable);
  return program;
}

function checkBody(
  body: readonly Statement[],
  program: Program,
  thread: ThreadId,
  checkAddress: (name: string, index: number, at?: SourceSpan) => void,
  fail: (code: DiagnosticCode, message: string, at?: SourceSpan) => void,
): void {
  const checkExpr = (expr: Expr, at?: SourceSpan): void => {
    switch (expr.kind) {
      case 'address':
        checkAddress(expr.location, 0, at);
        break;
      case 'unary':
        checkExpr(expr.operand, at);
        break;
      case 'binary':
        checkExpr(expr.left, at);
        checkExpr(expr.right, at);
        break;
      case 'conditional':
        checkExpr(expr.condition, at);
        checkExpr(expr.whenTrue, at);
        checkExpr(expr.whenFalse, at);
        break;
      default:
        break;
    }
  };
  const walk = (
    statements: readonly Statement[],
    blocks: ReadonlySet<string>,
    loops: ReadonlySet<string>,
  ): void => {
    for (const s of statements) {
      for (const expr of expressionsOf(s)) checkExpr(expr, s.at);
      switch (s.kind) {
        case 'if':
          walk(s.whenTrue, blocks, loops);
          walk(s.whenFalse, blocks, loops);
          break;
        case 'block':
          walk(s.body, new Set([...blocks, s.label]), loops);
          break;
        case 'while':
          walk(s.body, new Set([...blocks, s.label]), new Set([...loops, s.label]));
          break;
        case 'atomic':
          forEachStatement(s.body, (inner) => {
            if (
              notAtomic.has(inner.kind) ||
              (inner.kind === 'store' && inner.lifetime !== undefined && inner.lifetime !== 'empties') ||
              (inner.kind === 'load' && inner.until !== undefined) ||
              (s.loads === true && inner.kind !== 'load' && inner.kind !== 'assign')
            )
              fail('not-atomic', `${inner.kind} is not allowed in an atomic block`, inner.at ?? s.at);
          });
          walk(s.body, new Set(), new Set());
          break;
        case 'break':
          if (!blocks.has(s.label)) fail('unknown-label', `break leaves no enclosing block ${s.label}`, s.at);
          break;
        case 'continue':
          if (!loops.has(s.label)) fail('unknown-label', `continue names no enclosing loop ${s.label}`, s.at);
          break;
        case 'spawn': {
          const child = program.threads[s.thread];
          if (child === undefined || child.start !== 'spawned' || s.thread === thread)
            fail('bad-spawn', `thread ${s.thread} is not one that can be spawned here`, s.at);
          else if (child.parameters.length !== s.args.length)
            fail(
              'bad-spawn',
              `${child.name} takes ${child.parameters.length} arguments, not ${s.args.length}`,
              s.at,
            );
          break;
        }
        case 'nondet':
          if (s.from !== undefined && s.to !== undefined && s.from > s.to)
            fail('empty-range', `no value lies between ${s.from} and ${s.to}`, s.at);
          break;
        default:
          break;
      }
    }
  };
  walk(body, new Set(), new Set());
}

const notAtomic: ReadonlySet<Statement['kind']> = new Set([
  'atomic',
  'fence',
  'spawn',
  'join',
  'lock',
  'unlock',
  'alloc',
  'free',
  'nondet',
]);
