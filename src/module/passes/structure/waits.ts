// A loop that only looks may stand at the start of another loop: `for (;;) { while (!flag); ... }`. Both loops have the same first block
// then, because nothing stands between. Taken for one loop, it would not be seen to wait. So the outer loop gets a first block of its own.

import { type Graph, graphOf } from '../../graph.js';
import { type Instruction, mapSuccessors } from '../../instruction.js';
import type { Block, Body } from '../../module.js';

export function separateWaits(body: Body): Body {
  const graph = graphOf(body);
  /** By header the blocks that lead back to it from a loop that waits. */
  const headers = new Map<string, ReadonlySet<string>>();
  for (const header of graph.loops.keys()) {
    const back = graph.predecessors(header).filter((source) => graph.dominates(header, source));
    const waiting = back.filter((source) => isWait(body, loopOf(graph, source, header)));
    if (waiting.length > 0 && waiting.length < back.length) headers.set(header, new Set(waiting));
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

/** The blocks of the loop that the edge from `source` back to `header` closes. */
function loopOf({ predecessors }: Graph, source: string, header: string): ReadonlySet<string> {
  const blocks = new Set([header]);
  const open = [source];
  for (let label = open.pop(); label !== undefined; label = open.pop()) {
    if (blocks.has(label)) continue;
    blocks.add(label);
    open.push(...predecessors(label));
  }
  return blocks;
}

const looks = (i: Instruction): boolean => i.kind === 'load' || i.kind === 'set';

/** Whether the loop only looks, and looks at something. */
function isWait(body: Body, loop: ReadonlySet<string>): boolean {
  const instructions = [...loop].flatMap((label) => body.blocks.get(label)?.instructions ?? []);
  return instructions.every(looks) && instructions.some(({ kind }) => kind === 'load');
}
