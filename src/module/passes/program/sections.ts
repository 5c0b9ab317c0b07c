// Atomic sections of a thread: the blocks between `atomic_begin` and `atomic_end` become a body of their own, entered at one place.
// In the thread's own graph one instruction stands for the section, and the block behind it goes on. A section that ends at several
// places notes which one in a register. The end of the thread, or of the process, ends a section too.

import { InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { mapBlocks } from '../../body.js';
import { entryOf } from '../../graph.js';
import { type Instruction, successorsOf } from '../../instruction.js';
import type { Block, Body } from '../../module.js';
import { constant, register, textValue } from '../../value.js';

interface Sections {
  /** The thread without the blocks that are only reached in a section. */
  readonly body: Body;
  /** By the text that the instruction has which stands for it. */
  readonly sections: ReadonlyMap<string, Body>;
}

const isMark = (i: Instruction, name: 'atomic_begin' | 'atomic_end'): boolean =>
  i.kind === 'intrinsic' && i.name === name && i.args.length === 0;

const endsThread = (i: Instruction): boolean =>
  i.kind === 'intrinsic' && (i.name === 'end' || i.name === 'exit_now');

export function divideSections(body: Body): Sections {
  const blocks = new Map(body.blocks);
  const sections = new Map<string, Body>();
  const reached = new Map<string, Block>();
  const open = [entryOf(body)];
  for (let label = open.pop(); label !== undefined; label = open.pop()) {
    const block = blocks.get(label);
    if (block === undefined || reached.has(label)) continue;
    const begin = block.instructions.findIndex((i) => isMark(i, 'atomic_begin'));
    const divided = begin < 0 ? block : cutSection(blocks, sections, block, begin);
    reached.set(label, divided);
    open.push(...successorsOf(divided.end));
  }
  return { body: { ...body, blocks: reached }, sections };
}

/** The block with an instruction in place of the section; adds the section, and the blocks behind it. */
function cutSection(
  blocks: Map<string, Block>,
  sections: Map<string, Body>,
  block: Block,
  begin: number,
): Block {
  const name = `section ${sections.size + 1}`;
  const inside = new Map<string, Block>();
  const behind: string[] = [];
  const exit = register(`$${name}`, 'i32');
  const place = present({ at: block.instructions[begin]?.at });
  const depths = new Map<string, number>();
  const open: { readonly label: string; readonly block: Block; readonly depth: number }[] = [];
  const enter = (next: string, part: Block, depth: number): void => {
    const known = depths.get(next);
    if (known !== undefined && known !== depth) refuse(block, begin);
    if (known !== undefined) return;
    depths.set(next, depth);
    open.push({ label: next, block: part, depth });
  };
  enter(`${name} begins`, { ...block, instructions: block.instructions.slice(begin + 1) }, 1);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const kept: Instruction[] = [];
    let { depth } = at;
    let end: Block['end'] | undefined;
    const { label, block: part } = at;
    const leave = (next: number): void => {
      const rest = `${label} behind ${name}`;
      blocks.set(rest, { ...part, instructions: part.instructions.slice(next) });
      kept.push({ kind: 'set', result: exit, value: constant(behind.push(rest) - 1, 'i32'), ...place });
      end = { kind: 'return', values: [] };
    };
    for (const [k, i] of part.instructions.entries()) {
      if (isMark(i, 'atomic_begin')) depth++;
      else if (isMark(i, 'atomic_end')) depth--;
      else if (!endsThread(i)) kept.push(i);
      if (endsThread(i)) leave(k);
      else if (depth === 0) leave(k + 1);
      if (end !== undefined) break;
    }
    if (end === undefined && part.end.kind === 'return') leave(part.instructions.length);
    if (end === undefined) {
      for (const next of successorsOf(part.end)) {
        const following = blocks.get(next);
        if (following !== undefined) enter(next, following, depth);
      }
      end = part.end;
    }
    inside.set(label, { instructions: kept, end });
  }
  const one = behind.length < 2;
  const withoutNote = (i: Instruction): boolean => !(one && i.kind === 'set' && i.result === exit);
  const section = { parameters: [], locals: new Map(), blocks: inside };
  sections.set(
    name,
    mapBlocks(section, (b) => ({ ...b, instructions: b.instructions.filter(withoutNote) })),
  );
  const mark: Instruction = { kind: 'intrinsic', name: 'atomic_begin', args: [textValue(name)], ...place };
  return {
    instructions: [...block.instructions.slice(0, begin), mark],
    end: endBehind(behind, exit),
  };
}

function endBehind(behind: readonly string[], exit: ReturnType<typeof register>): Block['end'] {
  const [first] = behind;
  const last = behind.at(-1);
  if (first === undefined || last === undefined) return { kind: 'unreachable' };
  if (behind.length === 1) return { kind: 'jump', to: first };
  const cases = behind.slice(0, -1).map((to, k) => ({ value: constant(k, 'i32'), to }));
  return { kind: 'switch', value: exit, cases, otherwise: last };
}

function refuse({ instructions }: Block, begin: number): never {
  const at = instructions[begin]?.at;
  throw new InputError({
    code: 'c-unsupported',
    message: 'an atomic section that begins and does not end on every path',
    ...(at === undefined ? {} : { line: at.line, column: at.column, ...present({ file: at.file }) }),
  });
}
