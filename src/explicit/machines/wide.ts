// Values of 64 bits on the plain machine, as program/expression.ts defines them.

import {
  applyBinary,
  applyUnary,
  binaryOps,
  type Expr,
  isTruthOp,
  unaryOps,
} from '../../program/expression.js';
import { lowWord } from '../../program/integer.js';
import type { Statement } from '../../program/statement.js';
import { bug } from '../../support/diagnostic.js';
import * as op from '../bytecode/opcodes.js';
import type { MachineState } from './state.js';

/** The expression that says which cell, how many cells or which thread a statement is about. */
export function namingExpr(s: Statement): Expr | undefined {
  switch (s.kind) {
    case 'load':
    case 'store':
    case 'rmw':
    case 'lock':
    case 'unlock':
    case 'free':
      return s.address;
    case 'alloc':
      return s.size;
    case 'join':
      return s.thread;
    default:
      return undefined;
  }
}

/** Executes a wide opcode. */
export function wideExpression(
  machine: MachineState,
  t: number,
  opcode: number,
  d: number,
  a: number,
  b: number,
): void {
  const r = machine.threads[t].registers;
  const operand = () => machine.pair(t, a);
  switch (opcode) {
    case op.MOVE_WIDE:
      machine.setPair(t, d, operand());
      return;
    case op.SEXT32:
      machine.setPair(t, d, applyUnary('sext32', r[a]));
      return;
    case op.ZEXT32:
      machine.setPair(t, d, applyUnary('zext32', r[a]));
      return;
    case op.LOW32:
      r[d] = lowWord(operand());
      return;
    case op.NARROW:
      r[d] = r[a + 1] === 0 ? r[a] : -1;
      return;
    default: {
      const unary = unaryOps.find((name) => op.unaryOpcode[name] === -opcode);
      const binary = binaryOps.find((name) => op.binaryOpcode[name] === -opcode);
      const name = unary ?? binary ?? bug(`no expression has opcode ${opcode}`);
      const result =
        binary === undefined
          ? applyUnary(unary ?? '-', operand(), 64)
          : applyBinary(binary, operand(), machine.pair(t, b), 64);
      if (isTruthOp(name)) r[d] = lowWord(result);
      else machine.setPair(t, d, result);
    }
  }
}
