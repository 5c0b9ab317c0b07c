// The course of a thread, as far as it does not depend on values it reads: its events, and the threads it starts and
// joins, in their order. Values that are read, and values computed from them, are unknown. Where a branch depends on
// an unknown value, the course ends.

import type { ThreadId } from '../../program/identity.js';
import { arithmetic } from '../bytecode/arithmetic.js';
import type { Code, ThreadCode } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { wide, wideArithmetic, yieldsPair } from '../bytecode/wideArithmetic.js';

type Known = number | undefined;

export type Action =
  | { readonly kind: 'event'; readonly pc: number; readonly opcode: number; readonly address: Known }
  | { readonly kind: 'spawn'; readonly thread: ThreadId; readonly args: readonly Known[] }
  | { readonly kind: 'join'; readonly thread: Known }
  /** An assertion or assumption that may stop the thread. */
  | { readonly kind: 'check' };

interface Course {
  readonly actions: readonly Action[];
  /** Where its way begins to depend on what it reads; absent if it does not. */
  readonly open?: number;
}

/** Longer ones are given up. */
const mostSteps = 10_000;
/** Opcodes of 64 bits above it have one operand. */
const firstWideBinary = -64;
const firstBinary = 64;

export function courseOf(code: Code, thread: ThreadId): Course {
  const { words, initial, parameters, argumentLists } = code.threads[thread];
  const r: Known[] = Array.from(initial);
  for (const slot of parameters) r[slot] = undefined;
  const actions: Action[] = [];
  let pc = 0;
  for (let steps = 0; steps < mostSteps; steps++) {
    const at = pc++;
    const i = at * op.wordsPerInstruction;
    const opcode = words[i];
    const d = words[i + 1];
    const a = words[i + 2];
    const b = words[i + 3];
    const x = r[a];
    const y = r[b];
    if (opcode >= op.firstExpression) {
      const unary = opcode < firstBinary;
      r[d] = x === undefined || (!unary && y === undefined) ? undefined : arithmetic(opcode, x, y ?? 0);
      continue;
    }
    if (opcode < 0) {
      computeWide(r, opcode, d, a, b);
      continue;
    }
    switch (opcode) {
      case op.MOVE:
        r[d] = x;
        break;
      case op.JUMP:
        pc = d;
        break;
      case op.JUMP_IF_ZERO:
        if (x === undefined) return { actions, open: at };
        if (x === 0) pc = d;
        break;
      case op.ITERATE: {
        const count = r[d];
        if (count === undefined || x === undefined) return { actions, open: at };
        if (count >= x) return { actions };
        r[d] = count + 1;
        break;
      }
      case op.ASSUME:
      case op.ASSERT:
        if (x === 0) return { actions };
        if (x === undefined) actions.push({ kind: 'check' });
        break;
      case op.HALT:
        return { actions };
      case op.LOAD_FENCE:
      case op.STORE_FENCE:
      case op.FENCE:
      case op.ATOMIC_END:
        break;
      case op.CHOOSE:
      case op.ALLOC:
        r[d] = undefined;
        break;
      case op.CHOOSE_WIDE:
        r[d] = undefined;
        r[d + 1] = undefined;
        break;
      case op.SPAWN:
        actions.push({ kind: 'spawn', thread: d, args: argumentLists[a].map((slot) => r[slot]) });
        break;
      case op.JOIN:
        actions.push({ kind: 'join', thread: x });
        break;
      default:
        actions.push({ kind: 'event', pc: at, opcode, address: opcode === op.STORE ? r[d] : x });
        if (opcode !== op.STORE && opcode !== op.ATOMIC_BEGIN && !waitsOnly.has(opcode)) {
          r[d] = undefined;
          if (code.wideCells) r[d + 1] = undefined;
          if (opcode === op.LOAD && b > 0) r[b - 1] = undefined;
        }
        if (twoInstructions.has(opcode)) pc++;
    }
  }
  return { actions, open: pc };
}

/** Events without a target. */
const waitsOnly = new Set([op.LOCK, op.UNLOCK, op.GIVE_BACK, op.TAKE, op.FREE]);
const twoInstructions = new Set([op.CAS, op.RMW, op.TAKE, op.AWAIT]);

function computeWide(r: Known[], opcode: number, d: number, a: number, b: number): void {
  const unary = opcode > firstWideBinary;
  const extends32 = opcode === op.SEXT32 || opcode === op.ZEXT32;
  const operands = [r[a], extends32 ? 0 : r[a + 1], unary ? 0 : r[b], unary ? 0 : r[b + 1]];
  const [al, ah, bl, bh] = operands;
  const known = al !== undefined && ah !== undefined && bl !== undefined && bh !== undefined;
  const low = known ? wideArithmetic(opcode, al, ah, bl, bh) : undefined;
  r[d] = low;
  if (yieldsPair(opcode)) r[d + 1] = known ? wide.high : undefined;
}

/** Whether the thread may start or join others from instruction `pc` on. */
export function mayStartOrJoin({ words }: ThreadCode, pc: number): boolean {
  const seen = new Set<number>();
  const left = [pc];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const opcode = words[at * op.wordsPerInstruction];
    const target = words[at * op.wordsPerInstruction + 1];
    if (opcode === op.SPAWN || opcode === op.JOIN) return true;
    if (opcode === op.HALT) continue;
    if (opcode === op.JUMP || opcode === op.JUMP_IF_ZERO) left.push(target);
    if (opcode !== op.JUMP) left.push(at + (twoInstructions.has(opcode) ? 2 : 1));
  }
  return false;
}
