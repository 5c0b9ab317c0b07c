// The accesses of a program for an editor: at each place of the source its kind, its memory order, and the instruction that a
// compiler makes of it on x86-64. Several statements may have one place: a seq_cst store is a store between two fences.

import type { Expr } from '../../program/expression.js';
import { loadPart } from '../../program/memoryOrder.js';
import type { Program } from '../../program/program.js';
import { forEachStatement, type SourceSpan, type Statement } from '../../program/statement.js';

export interface ShownAccess {
  readonly at: SourceSpan;
  /** One sentence per line. */
  readonly text: string;
}

/** Those of the program's own file; `isAssembly`: the source has the instructions already. */
export function shownAccesses(program: Program, isAssembly: boolean): ShownAccess[] {
  const places = new Map<string, { at: SourceSpan; lines: Set<string> }>();
  for (const { body } of program.threads)
    forEachStatement(body, (statement) => {
      const { at } = statement;
      if (at === undefined || at.file !== undefined) return;
      const lines = linesOf(statement, isAssembly);
      if (lines.length === 0) return;
      const key = [at.line, at.column, at.endLine, at.endColumn].join();
      const place = places.get(key) ?? { at, lines: new Set() };
      for (const line of lines) place.lines.add(line);
      places.set(key, place);
    });
  return [...places.values()].map(({ at, lines }) => ({ at, text: [...lines].join('\n') }));
}

function linesOf(s: Statement, isAssembly: boolean): string[] {
  const described = describe(s, isAssembly);
  if (described === undefined) return [];
  const { what, instruction, effect } = described;
  return [what, ...(isAssembly || instruction === undefined ? [] : [`On x86-64: ${instruction}.`]), effect];
}

interface Described {
  readonly what: string;
  readonly instruction?: string;
  /** On a machine with store buffers. */
  readonly effect: string;
}

const waits = 'The store waits in the store buffer: later loads of the thread may go ahead of it (TSO, PSO).';
const drains = 'The store buffer is empty before the next access of the thread.';

function describe(s: Statement, isAssembly: boolean): Described | undefined {
  switch (s.kind) {
    case 'load':
      return {
        what: `Load of ${nameOf(s.address)}${orderText(s.order, isAssembly)}.`,
        instruction: '`mov` from memory',
        effect: 'It may be executed while older stores of its thread still wait in the store buffer.',
      };
    case 'store':
      if (s.lifetime !== undefined) return undefined;
      return s.order === 'seq_cst'
        ? {
            what: `Store to ${nameOf(s.address)}, seq_cst.`,
            instruction: '`xchg` with memory, or `mov` and `mfence`',
            effect: drains,
          }
        : {
            what: `Store to ${nameOf(s.address)}${orderText(s.order, isAssembly)}.`,
            instruction: '`mov` to memory',
            effect: waits,
          };
    case 'rmw':
      return {
        what: `Read-modify-write of ${nameOf(s.address)}${orderText(s.order ?? 'relaxed', isAssembly)}${
          s.op.kind === 'cas' && s.order !== undefined && s.order !== 'volatile'
            ? `, ${s.failure ?? loadPart(s.order)} where the comparison fails`
            : ''
        }.`,
        instruction: instructionOf(s.op),
        effect: drains,
      };
    case 'fence':
      // Fences of accesses stand beside them: the access tells.
      if (s.order === 'relaxed') return undefined;
      switch (s.fence) {
        case 'full':
          return {
            what: `Full fence${s.order === undefined ? '' : `, ${s.order}`}.`,
            instruction: '`mfence`, or an instruction with `lock`',
            effect: drains,
          };
        case 'store-store':
          return {
            what: 'Fence between stores.',
            instruction: 'no instruction (stores stay in order); the compiler keeps the order',
            effect: 'PSO keeps the stores before it and behind it in order; TSO always does.',
          };
        case 'load-load':
          return {
            what: 'Fence between loads.',
            instruction: 'no instruction (loads stay in order); the compiler keeps the order',
            effect: 'TSO and PSO keep loads in order without it.',
          };
      }
      break;
    case 'lock':
      return { what: `Lock of ${nameOf(s.address)}.`, instruction: '`lock cmpxchg`', effect: drains };
    case 'unlock':
      return {
        what: `Unlock of ${nameOf(s.address)}.`,
        instruction: 'an instruction with `lock`, in the library',
        effect: drains,
      };
    case 'atomic':
      return { what: 'Atomic section: one indivisible event.', effect: drains };
    case 'spawn':
      return { what: 'Starts a thread. It is a full fence.', effect: drains };
    case 'join':
      return { what: 'Waits until a thread has ended. It is a full fence.', effect: drains };
    default:
      return undefined;
  }
  return undefined;
}

function instructionOf(op: Extract<Statement, { kind: 'rmw' }>['op']): string {
  switch (op.kind) {
    case 'xchg':
      return '`xchg` with memory';
    case 'cas':
      return '`lock cmpxchg`';
    case 'fetch':
      return op.op === '+' || op.op === '-'
        ? '`lock xadd`, or `lock add`'
        : 'a loop around `lock cmpxchg`, or one instruction with `lock`';
  }
}

/** Litmus tests in assembly have no orders. */
const orderText = (order: Statement['order'], isAssembly: boolean): string =>
  order === undefined ? (isAssembly ? '' : ', plain') : `, ${order}`;

/** The location, as far as the address names one. */
function nameOf(address: Expr): string {
  if (address.kind === 'address') return `\`${address.location}\``;
  if (address.kind === 'binary' && address.left.kind === 'address')
    return `a cell of \`${address.left.location}\``;
  return 'memory at a computed address';
}
