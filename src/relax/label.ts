// The labels of RELAXER (section 2.1). Every statement that accesses memory has one label, the same in every thread
// and for every execution. A function that is inlined at several calls keeps the labels of its source. A program
// without places in a source has one label per instruction.

import type { EventKind } from '../execution/event.js';
import type { Code } from '../explicit/bytecode/compile.js';
import * as op from '../explicit/bytecode/opcodes.js';
import type { ThreadId } from '../program/identity.js';
import { fetchOps, type SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';

export type AccessKind = Extract<EventKind, 'R' | 'W' | 'U' | 'A' | 'lock' | 'unlock' | 'free'>;

export interface Label {
  /** Position in `Labels.list`. */
  readonly id: number;
  readonly kind: AccessKind;
  /** Where it stands; `x++` has two labels in one place, a load and a store. */
  readonly at?: SourceSpan;
  /** The first thread that has it. */
  readonly thread: ThreadId;
}

/** The label of an instruction that accesses no memory. */
export const noLabel = -1;

export class Labels {
  readonly list: readonly Label[];
  readonly #ofInstruction: readonly Int32Array[];

  constructor(code: Code) {
    const list: Label[] = [];
    const known = new Map<string, number>();
    this.#ofInstruction = code.threads.map(({ words, statements }, thread) =>
      Int32Array.from(statements, (statement, pc) => {
        const i = pc * op.wordsPerInstruction;
        const kind = accessKind(words[i], words[i + 1]);
        if (kind === undefined) return noLabel;
        const at = statement?.at;
        const key = at === undefined ? `${thread} ${pc}` : placeKey(at, kind);
        const id = known.get(key) ?? list.length;
        if (id === list.length) {
          known.set(key, id);
          list.push({ id, kind, thread, ...present({ at }) });
        }
        return id;
      }),
    );
    this.list = list;
  }

  of(thread: ThreadId, pc: number): number {
    return this.#ofInstruction[thread][pc] ?? noLabel;
  }
}

const placeKey = (at: SourceSpan, kind: AccessKind): string =>
  `${at.file ?? ''}:${at.line}:${at.column}:${at.endLine ?? ''}:${at.endColumn ?? ''} ${kind}`;

function accessKind(opcode: number, d: number): AccessKind | undefined {
  switch (opcode) {
    case op.LOAD:
    case op.AWAIT:
      return 'R';
    case op.STORE:
      return 'W';
    case op.ATOMIC_BEGIN:
      return d === 1 ? 'R' : 'A';
    case op.LOCK:
    case op.TAKE:
      return 'lock';
    case op.UNLOCK:
    case op.GIVE_BACK:
      return 'unlock';
    case op.FREE:
      return 'free';
    default:
      return opcode === op.CAS ||
        opcode === op.RMW ||
        opcode === op.XCHG ||
        (opcode >= op.FETCH && opcode < op.FETCH + fetchOps.length)
        ? 'U'
        : undefined;
  }
}
