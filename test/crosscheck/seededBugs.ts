// Bugs that are put into diptych on purpose, each a change to one line or two of its sources. Cross-checking must find every
// one of them. `find` must occur exactly once in the file.

export interface SeededBug {
  readonly name: string;
  /** The bug, in a few words. */
  readonly what: string;
  /** Relative to the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Looked for in programs of loads and stores alone: --features none. */
  readonly plain?: true;
}

/** How many random programs it took from seed 0 on, by name of the bug, and which questions had two answers. */
export type FoundBugs = Readonly<
  Record<string, { readonly programs: number; readonly questions: readonly string[] }>
>;

const fast = 'src/explicit/fast';
const dpor = 'src/explicit/dpor';
const monitors = 'src/explicit/monitors';

const machineBugs: readonly SeededBug[] = [
  {
    name: 'no-forwarding',
    what: 'a load reads memory although its own store is still buffered',
    file: `${fast}/steps.ts`,
    find: 'const store = m.buffered ? m.newestStore[thread * m.cells + cell] : -1;',
    replace: 'const store = -1;',
  },
  {
    name: 'update-does-not-drain',
    what: 'an atomic may come before the commits of its own thread',
    file: `${fast}/steps.ts`,
    find: 'afterOwnCommits(m, thread, n, fence ? -1 : cell);',
    replace: '',
  },
  {
    name: 'commit-ignores-epochs',
    what: 'under PSO a store commits before stores of older epochs',
    file: `${fast}/steps.ts`,
    find: '(epoch === 0 || noOlderEpoch(m, thread, epoch)) && ',
    replace: '',
  },
  {
    name: 'store-fence-as-nothing',
    what: 'a store-store fence starts no epoch',
    file: `${fast}/advance.ts`,
    find: 'm.epoch[t]++;',
    replace: '',
  },
  {
    name: 'store-fence-as-full-fence',
    what: 'a store-store fence waits for the whole buffer',
    file: `${fast}/advance.ts`,
    find: 'u.log(m, u.EPOCH, t, m.epoch[t]);\n        m.epoch[t]++;\n        break;',
    replace: '',
  },
  {
    name: 'fence-does-not-wait',
    what: 'a full fence, spawn or join does not wait for the own buffer',
    file: `${fast}/advance.ts`,
    find: 'if (m.pending[t] !== 0) return false;',
    replace: '',
  },
  {
    name: 'join-ignores-buffers',
    what: 'a join does not wait until the buffers of the joined thread are empty',
    file: `${fast}/advance.ts`,
    find: ' && m.pending[child] === 0 && child',
    replace: ' && child',
  },
  {
    name: 'cas-always-succeeds',
    what: 'a cas writes what it was to write although it found something else',
    file: `${fast}/steps.ts`,
    find: 'old === r[b] ? desired : old',
    replace: 'desired',
  },
  {
    name: 'loop-runs-once-more',
    what: 'a loop is cut one round too late',
    file: `${fast}/advance.ts`,
    find: 'if (r[base + d] < r[a])',
    replace: 'if (r[base + d] <= r[a])',
  },
  {
    name: 'last-choice-missing',
    what: 'a nondeterministic value never takes the last value of its range',
    file: 'src/explicit/choices/everyValue.ts',
    find: 'for (let value = 1; value < size; value++)',
    replace: 'for (let value = 1; value < size - 1; value++)',
  },
  {
    name: 'wrong-fetch',
    what: 'fetch-and-subtract adds',
    file: 'src/explicit/bytecode/arithmetic.ts',
    find: 'return (old - operand) | 0;',
    replace: 'return (old + operand) | 0;',
  },
  {
    name: 'lock-without-fence',
    what: 'under PSO a lock or unlock waits for the stores to its own cell only',
    file: `${fast}/steps.ts`,
    find: 'fence ? -1 : cell',
    replace: 'cell',
  },
  {
    name: 'block-without-fence',
    what: 'an atomic block or a free may come before the commits of its own thread',
    file: `${fast}/block.ts`,
    find: 'afterOwnCommits(m, t, n, -1);',
    replace: '',
  },
  {
    name: 'wrong-comparison',
    what: 'the explicit engine computes <= as <',
    file: 'src/explicit/bytecode/arithmetic.ts',
    find: 'return a <= b ? 1 : 0;',
    replace: 'return a < b ? 1 : 0;',
  },
];

const reductionBugs: readonly SeededBug[] = [
  {
    name: 'never-woken',
    what: 'a sleeping step stays asleep whatever is executed',
    file: `${dpor}/search.ts`,
    find: '} else if (!commutes(m, sleep, s, n, hidden !== 0, loadHidden)) continue;',
    replace: '}',
  },
  {
    name: 'hidden-loads-conflict',
    what: 'a load whose own store is buffered is taken to notice writes of others',
    file: `${dpor}/dependence.ts`,
    find: 'return (hidden && pool.kind[s] === READ) || (loadHidden && m.eventKind[x] === READ);',
    replace: 'return false;',
  },
  {
    name: 'wakeup-insertion-stops',
    what: 'inserting a sequence ends at the first branch that is a weak initial of it',
    file: `${dpor}/insert.ts`,
    find: 'if (trees.firstChild[child] < 0) return first;',
    replace: 'return first;',
  },
  {
    name: 'wakeup-tree-without-branches',
    what: 'a sequence is appended below a branch it does not start with',
    file: `${dpor}/insert.ts`,
    find: 'if (!v.weaklyStartsWith(trees, child)) {',
    replace: 'if (false) {',
  },
  {
    name: 'no-read-write-races',
    what: 'a write is not ordered after the reads it overwrites',
    file: `${fast}/steps.ts`,
    find: 'for (let node = m.readers[cell]; node >= 0; node = m.readerNext[node]) conflict(m, m.readerEvent[node]);',
    replace: '',
  },
  {
    name: 'no-write-write-races',
    what: 'a write is not ordered after the write it overwrites',
    file: `${fast}/steps.ts`,
    find: 'if (m.lastWrite[cell] >= 0) conflict(m, m.lastWrite[cell]);',
    replace: '',
  },
  {
    name: 'epochs-not-ordered',
    what: 'a commit is not ordered after the commits of older epochs it waited for',
    file: `${fast}/steps.ts`,
    find: 'if (m.perCell && m.storeEpoch[s] > 0)',
    replace: 'if (false)',
  },
  {
    name: 'retry-forgotten',
    what: 'a race that a sleeping step stands in the way of is never tried again',
    file: `${dpor}/races.ts`,
    find: 'if (!this.#reverse(i, n)) this.#unsettle(i, n, false);\n    }\n  }',
    replace: 'this.#reverse(i, n);\n    }\n  }',
  },
  {
    name: 'never-uncovered',
    what: 'a load stays hidden when the store that hides it commits',
    file: `${dpor}/dependence.ts`,
    find: 'return pool.kind[s] === READ && m.eventKind[x] !== READ && m.eventStore[x] === pool.store[s];',
    replace: 'return false;',
    plain: true,
  },
  {
    name: 'undo-forgets-forwarding',
    what: 'taking back a forwarded load leaves it attached to its store',
    file: `${fast}/undo.ts`,
    find: 'm.storeForward[process * m.maxStores + m.eventStore[n]] = m.oldValue[n];',
    replace: '',
    plain: true,
  },
];

const modelBugs: readonly SeededBug[] = [
  {
    name: 'tso-drops-store-store',
    what: 'tso.cat lets a store overtake a store',
    file: 'encodings/tso.cat',
    find: '\\ store * load',
    replace: '\\ store * (load | store)',
  },
  {
    name: 'tso-without-fr',
    what: 'tso.cat forgets fr',
    file: 'encodings/tso.cat',
    find: 'acyclic ppo | rfe | co | fr as tso',
    replace: 'acyclic ppo | rfe | co as tso',
  },
  {
    name: 'sc-without-co',
    what: 'sc.cat forgets co',
    file: 'encodings/sc.cat',
    find: 'acyclic po | rf | co | fr as sc',
    replace: 'acyclic po | rf | fr as sc',
  },
  {
    name: 'lock-is-no-fence',
    what: 'a lock event does not count as a full fence in the graph',
    file: 'src/execution/event.ts',
    find: "    case 'lock':\n    case 'unlock':\n    case 'spawn':",
    replace: "    case 'spawn':",
  },
  {
    name: 'hb-without-fr',
    what: 'the hb of traces forgets fr',
    file: 'src/execution/hb.ts',
    find: 'if (next < writers.length) successors[event.id].push(writers[next]);',
    replace: '',
  },
  {
    name: 'tso-drops-read-read',
    what: 'tso.cat lets a load overtake a load',
    file: 'encodings/tso.cat',
    find: '\\ store * load',
    replace: '\\ (store | load) * load',
  },
  {
    name: 'pso-store-fence-as-nothing',
    what: 'pso.cat gives a store-store fence no edges',
    file: 'encodings/pso.cat',
    find: ' | W * S | S * W',
    replace: '',
  },
  {
    name: 'pso-store-fence-orders-loads',
    what: 'pso.cat orders loads with a store-store fence',
    file: 'encodings/pso.cat',
    find: '| W * S | S * W',
    replace: '| M * S | S * M',
  },
  {
    name: 'pso-update-not-overtaking',
    what: 'pso.cat keeps a store before an atomic to another cell',
    file: 'encodings/pso.cat',
    find: 'store * (W \\ F) \\ loc',
    replace: 'store * store \\ loc',
  },
  {
    name: 'tso-with-internal-rf',
    what: 'tso.cat orders a load after the own store it was forwarded from',
    file: 'encodings/tso.cat',
    find: 'acyclic ppo | rfe',
    replace: 'acyclic ppo | rf',
    plain: true,
  },
];

const symbolicBugs: readonly SeededBug[] = [
  {
    name: 'no-coherence-after-write',
    what: 'a load may see a write that its own thread has overwritten',
    file: 'src/symbolic/encode/coherence.ts',
    find: 'if (writeFirst !== no) cnf.add(-writeFirst, -conflict, -source.lit, -co);',
    replace: '',
  },
  {
    name: 'initial-write-without-fr',
    what: 'a read of the initial value is fr-before no write',
    file: 'src/symbolic/encode/memory.ts',
    find: 'return source.cell === undefined ? no : this.coInitial(source.cell, write);',
    replace: 'return no;',
  },
  {
    name: 'co-edge-lost',
    what: 'co between two threads always points forwards',
    file: 'src/symbolic/encode/memory.ts',
    find: 'return [cnf.and2(both, choice), cnf.and2(both, -choice)];\n  }\n\n  #encodeFr',
    replace: 'return a < b ? [both, no] : [no, both];\n  }\n\n  #encodeFr',
  },
  {
    name: 'own-store-only',
    what: 'a load after an own store never sees a later write of another thread',
    file: 'src/symbolic/unroll/analysis.ts',
    find: 'return !shadows.some((s) => s.event !== write.event && this.order.alwaysBefore(write.event, s.event));',
    replace: 'return !shadows.some((s) => s.event !== write.event);',
  },
  {
    name: 'symbolic-cas-always-succeeds',
    what: 'the formula of a cas ignores what it found',
    file: 'src/symbolic/unroll/thread.ts',
    find: 'return terms.ite(this.succeeds(path, op, width, cell), this.#operand(path, op.desired, width), cell);',
    replace: 'return this.#operand(path, op.desired, width);',
  },
  {
    name: 'assume-ignored',
    what: 'the formula has no assumptions',
    file: 'src/symbolic/unroll/thread.ts',
    find: 'this.#assume(s, path);',
    replace: '',
  },
  {
    name: 'join-not-ordered',
    what: 'what a thread did is not program-ordered before the join of it',
    file: 'src/symbolic/unroll/order.ts',
    find: 'else awaits[thread].push({ event: id, thread: t, when });',
    replace: '',
  },
  {
    name: 'final-value-of-first-write',
    what: 'the final value of a cell is what the co-first write left',
    file: 'src/symbolic/encode/finalState.ts',
    find: '(v === w ? no : memory.co(w, v))',
    replace: '(v === w ? no : memory.co(v, w))',
  },
  {
    name: 'cycles-without-fr',
    what: 'the search for hb cycles takes no fr edges',
    file: 'src/symbolic/queries/robustness.ts',
    find: 'add(reader, structure.nodeOf(unrolled.writes[w].event), memory.fr(id, w));',
    replace: '{}',
  },
  {
    name: 'graphs-without-co',
    what: 'graphs that differ only in co are counted once',
    file: 'src/symbolic/queries/count.ts',
    find: 'if (a !== b) edges.push(memory.co(a.id, b.id));',
    replace: 'edges.push(yes);',
  },
  {
    name: 'schedule-forgets-buffers',
    what: 'schedules of witnesses do not keep the order of the store buffers',
    file: 'src/symbolic/witness/schedule.ts',
    find: 'orderBuffers(list, events, model, graph, execute, commit);',
    replace: '',
  },
  {
    name: 'lock-finds-anything',
    what: 'a lock can be taken while it is held',
    file: 'src/symbolic/unroll/threads.ts',
    find: 'addRead(event, { guard, address }, { mustBe: 0 })',
    replace: 'addRead(event, { guard, address })',
  },
];

const monitorBugs: readonly SeededBug[] = [
  {
    name: 'bss-update-forces-nothing',
    what: 'bss-tso does not see that an atomic empties the buffer',
    file: `${monitors}/bssTso.ts`,
    find: "if (event.kind === 'U' || isFullFence(event.kind))",
    replace: 'if (isFullFence(event.kind))',
  },
  {
    name: 'bss-without-epochs',
    what: 'bss-pso ignores store-store fences',
    file: `${monitors}/bssPso.ts`,
    find: "if (event.kind === 'S' || isFullFence(event.kind)) this.#epoch[thread]++;",
    replace: 'if (isFullFence(event.kind)) this.#epoch[thread]++;',
  },
  {
    name: 'bss-everything-forced',
    what: 'bss-tso takes every store that was read by another thread to be committed, with all after it',
    file: `${monitors}/bssTso.ts`,
    find: 'this.#forced.force(write.thread, write.index + 1, thread, index);',
    replace: 'this.#forced.force(write.thread, this.#events[write.thread], thread, index);',
  },
  {
    name: 'sober-as-published',
    what: 'an own store does not clear what a forwarded load is after (the gap of the paper)',
    file: `${monitors}/sober.ts`,
    find: "if (this.name === 'sober') mc1[thread].fill(0);",
    replace: '',
    plain: true,
  },
];

const widthBugs: readonly SeededBug[] = [
  {
    name: 'high-word-not-buffered',
    what: 'a buffered store of 64 bits keeps the high word of an older one',
    file: `${fast}/enqueue.ts`,
    find: 'if (m.wide) m.storeHigh[s] = m.high;',
    replace: '',
  },
  {
    name: 'high-word-not-taken-back',
    what: 'taking a write back leaves the high word of its cell',
    file: `${fast}/undo.ts`,
    find: 'if (m.wide) m.memoryHigh[cell] = m.oldHigh[n];',
    replace: '',
  },
];

export const seededBugs: readonly SeededBug[] = [
  ...machineBugs,
  ...reductionBugs,
  ...modelBugs,
  ...symbolicBugs,
  ...monitorBugs,
  ...widthBugs,
];
