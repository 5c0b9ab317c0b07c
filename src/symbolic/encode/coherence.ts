// Coherence, `acyclic po-loc | rf | co | fr`, by its five patterns instead of a search for cycles: with co total per cell,
// the relation has a cycle iff it has one of these (Alglave's coWW, coRW1, coRW2, coWR, coRR). An event that reads and
// writes a cell counts as a read right before a write; that nothing comes between is atomicity.

import { no } from '../formula/cnf.js';
import { type Memory, overlap } from './memory.js';

export function encodeCoherence(memory: Memory): void {
  const { unrolled } = memory;
  for (let w = 0; w < unrolled.writes.length; w++) {
    for (let v = 0; v < w; v++) writesInOrder(memory, v, w);
    for (let r = 0; r < unrolled.reads.length; r++) readAndWrite(memory, r, w);
  }
  for (let r = 0; r < unrolled.reads.length; r++)
    for (let s = 0; s < unrolled.reads.length; s++) if (r !== s) readsInOrder(memory, r, s);
}

/** coWW; when the order is unconditional co is made that way. */
function writesInOrder(memory: Memory, a: number, b: number): void {
  const { cnf, unrolled } = memory;
  const [x, y] = [unrolled.writes[a].event, unrolled.writes[b].event];
  for (const [first, second, before] of [
    [a, b, memory.before(x, y)],
    [b, a, memory.before(y, x)],
  ])
    if (before !== no) cnf.add(-before, -memory.co(second, first));
}

/** coRW1, coRW2 and coWR. */
function readAndWrite(memory: Memory, r: number, w: number): void {
  const { cnf, unrolled } = memory;
  const read = unrolled.reads[r].event;
  const write = unrolled.writes[w].event;
  const conflict = memory.conflict(r, w);
  if (conflict === no) return;
  if (read === write) {
    // The read comes first, so its source is co-before the write.
    for (const source of memory.sources[r]) cnf.add(-source.lit, -conflict, memory.coFrom(source, w));
    return;
  }
  const readFirst = memory.before(read, write);
  const writeFirst = memory.before(write, read);
  if (readFirst === no && writeFirst === no) return;
  for (const source of memory.sources[r]) {
    const co = memory.coFrom(source, w);
    if (readFirst !== no) cnf.add(-readFirst, -conflict, -source.lit, co);
    if (writeFirst !== no) cnf.add(-writeFirst, -conflict, -source.lit, -co);
  }
}

/** coRR: a later read of the same cell sees no older write. */
function readsInOrder(memory: Memory, r: number, s: number): void {
  const { cnf, unrolled, analysis } = memory;
  const [first, second] = [unrolled.reads[r], unrolled.reads[s]];
  if (!overlap(analysis.readCells[r], analysis.readCells[s])) return;
  // Reads of one event happen together, so both orders apply.
  const before = first.event === second.event ? 1 : memory.before(first.event, second.event);
  if (before === no) return;
  const same = memory.values.same(first.address, second.address);
  if (same === no) return;
  for (const { write, lit } of memory.sources[r]) {
    if (write === undefined) continue;
    const fr = memory.fr(s, write);
    if (fr !== no) cnf.add(-before, -same, -lit, -fr);
  }
}
