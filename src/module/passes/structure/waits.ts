// A loop that only looks, at the start of another loop, as `for (;;) { while (!flag); ... }` has it: both have the same first block, because
// nothing stands between. As one loop no engine would see that it waits. So the outer loop gets a first block of its own.

import { type Instruction, mapSuccessors, successorsOf } from '../../instruction.js';
import type { Block, Body } from '../../module.js';

export function separateWaits(body: Body): Body {
  const predecessors = predecessorsOf(body);
  const headers = new Map<string, ReadonlySet<string>>();
  for (const [label, sources] of predecessors) {
    const around = sources.filter((source) => loopOf(predecessors, source, label) !== undefined);
    const waiting = around.filter((source) => isWait(body, loopOf(predecessors, source, label)));
    if (waiting.length > 0 && waiting.length < around.length) headers.set(label, new Set(waiting));
  }
  if (headers.size === 0) return body;
  const blocks = new Map<string, Block>();
  for (const [label, block] of body.blocks) {
    if (headers.has(label))
      blocks.set(outerOf(label), { instructions: [], end: { kind: 'jump', to: label } });
    const end = mapSuccessors(block.end, (to) => {
      const waiting = headers.get(to);
      return waiting === undefined || waiting.has(label) ? to : outerOf(to);
    });
    blocks.set(label, { ...block, end });
  }
  return { ...body, blocks };
}

const outerOf = (label: string): string => `${label}~outer`;

function predecessorsOf({ blocks }: Body): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>([...blocks.keys()].map((label) => [label, []]));
  for (const [label, { end }] of blocks)
    for (const to of new Set(successorsOf(end))) found.get(to)?.push(label);
  return found;
}

/** The blocks of the loop that the edge from `source` to `header` closes; undefined if it closes none. */
function loopOf(
  predecessors: ReadonlyMap<string, readonly string[]>,
  source: string,
  header: string,
): ReadonlySet<string> | undefined {
  const blocks = new Set([header]);
  const open = [source];
  for (let label = open.pop(); label !== undefined; label = open.pop()) {
    if (blocks.has(label)) continue;
    const before = predecessors.get(label) ?? [];
    // From the start of the body the block is reached without the header: no loop of the header's.
    if (before.length === 0) return undefined;
    blocks.add(label);
    open.push(...before);
  }
  return blocks;
}

const looks = (i: Instruction): boolean => i.kind === 'load' || i.kind === 'set';

/** Whether the loop only looks, and looks at something. */
function isWait(body: Body, loop: ReadonlySet<string> | undefined): boolean {
  const instructions = [...(loop ?? [])].flatMap((label) => body.blocks.get(label)?.instructions ?? []);
  return instructions.every(looks) && instructions.some(({ kind }) => kind === 'load');
}
