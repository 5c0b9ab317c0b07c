// The instruction set threads are compiled to. An instruction is four 32-bit words: opcode and up to three operands.
// Operands d, a, b are slots of the thread's register file, which holds named registers, loop counters, temporaries
// and constants side by side. So every operand is read the same way.
//
// A value of 64 bits is a pair of slots, low word first, named by the slot of its low word. Wide opcodes, which are
// negative, compute with pairs. If some access of a program has 64 bits, every cell is a pair. LOAD, STORE and RMW
// then move pairs, and accesses of fewer bits convert before or after.

import type { BinaryOp, UnaryOp } from '../../program/expression.js';

export const wordsPerInstruction = 4;

// Local instructions: no other thread can notice them.
/** d := a */
export const MOVE = 1;
/** go to instruction d */
export const JUMP = 2;
/** go to instruction d if a is 0 */
export const JUMP_IF_ZERO = 3;
/** stop the thread as blocked unless a */
export const ASSUME = 4;
/** stop the thread with a finding unless a */
export const ASSERT = 5;
/** count one more run of the loop whose counter is d and whose bound is a; stop the thread when it would exceed it */
export const ITERATE = 6;
/** d := address of a fresh block of a cells; b is 1 when the block is zeroed */
export const ALLOC = 7;
/** the thread has ended */
export const HALT = 8;
/** a load-load fence: nothing to SC, TSO and PSO */
export const LOAD_FENCE = 10;
/** the atomic block ends */
export const ATOMIC_END = 9;

// Events.
/** d := [a]; b is 0, or one more than the slot that receives whether the cell holds a value */
export const LOAD = 16;
/**
 * [d] := a; b is one of `stored`, the state of the cell afterwards: a value, no value yet, an ended object, no value
 * any more, or a destroyed lock
 */
export const STORE = 17;
export const stored = { value: 1, begins: 2, ends: 3, empties: 4, destroys: 5 } as const;
/** d := [a], [a] := b */
export const XCHG = 18;
/** d := [a], [a] := (d == b ? word of the next instruction's a : d); followed by one operand-only instruction */
export const CAS = 24;
export const FENCE = 25;
export const STORE_FENCE = 26;
/** everything up to ATOMIC_END is one event; d is 1 if it only loads and is no fence */
export const ATOMIC_BEGIN = 27;
/** start thread d with the values of argument list a */
export const SPAWN = 28;
/** wait for thread a */
export const JOIN = 29;
/** on cell a */
export const LOCK = 30;
export const UNLOCK = 31;
export const FREE = 32;
/** d := any value from a to b, which are slots */
export const CHOOSE = 33;
/** d := [a], [a] := d op b; seven opcodes, one per operator of `fetchOps`, starting here */
export const FETCH = 34;
/** a read-modify-write of any width: d := [a], with operand b; the next instruction's d is `rmwCode`, its a the desired value */
export const RMW = 41;
/** d := any value from a to b, all of 64 bits */
export const CHOOSE_WIDE = 42;
/**
 * waits for a value of cell a, compared with b as `tests` says, and changes it by the next instruction's a; the next
 * instruction's d is `takeCode`
 */
export const TAKE = 43;
/** d := [a], once that compares with b as `tests` says; the next instruction's d is the test */
export const AWAIT = 44;
/** UNLOCK of cell a, which must hold b */
export const GIVE_BACK = 45;

/** The comparisons that TAKE and AWAIT wait for. */
export const tests = { '==': 0, '>=': 1 } as const;
export const takeCode = (test: number, adds: boolean): number => test + (adds ? 2 : 0);
export const takeTest = (code: number): number => code & 1;
export const takeAdds = (code: number): boolean => (code & 2) !== 0;
export const passes = (test: number, cell: number, value: number): boolean =>
  test === tests['=='] ? cell === value : cell >= value;

export const RMW_XCHG = 7;
export const RMW_CAS = 8;
/** `kind` is the place of an operator in `fetchOps`, RMW_XCHG or RMW_CAS. */
export const rmwCode = (kind: number, width: number): number => width * 16 + kind;
export const rmwKind = (code: number): number => code & 15;
export const rmwWidth = (code: number): number => code >> 4;

/** The first opcode of an event. */
export const firstEvent = LOAD;

// Expressions: d := op a, d := a op b.
export const unaryOpcode: Readonly<Record<UnaryOp, number>> = {
  '-': 48,
  '~': 49,
  '!': 50,
  sext8: 51,
  sext16: 52,
  zext8: 53,
  zext16: 54,
  sext32: -55,
  zext32: -56,
  low32: -40,
};
export const binaryOpcode: Readonly<Record<BinaryOp, number>> = {
  '+': 64,
  '-': 65,
  '*': 66,
  '/': 67,
  '%': 68,
  '/u': 69,
  '%u': 70,
  '&': 71,
  '|': 72,
  '^': 73,
  '<<': 74,
  '>>': 75,
  '>>u': 76,
  '==': 77,
  '!=': 78,
  '<': 79,
  '<=': 80,
  '>': 81,
  '>=': 82,
  '<u': 83,
  '<=u': 84,
  '>u': 85,
  '>=u': 86,
  '&&': 87,
  '||': 88,
};

export const firstExpression = 48;

// Wide expressions: an operator of 64 bits has the opcode of the one of 32 bits, negated.
export const MOVE_WIDE = -57;
export const SEXT32 = -55;
export const ZEXT32 = -56;
/** d := the low word of a */
export const LOW32 = -40;
/** d := a as an address, size or thread: its low word, or -1 if the high one is not 0 */
export const NARROW = -41;
export const WIDE_NOT = -50;
/** Opcodes above it have results of one word. */
export const firstSingle = -47;
/** So have those from here downwards: comparisons. */
export const firstWideTruth = -77;
