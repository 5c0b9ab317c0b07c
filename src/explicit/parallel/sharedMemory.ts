// The shared state of one exploration, in one buffer. It holds the nodes of the search that several threads are below,
// and the steps that are asleep, begun or still to be explored there. It also holds the scripts of nondeterministic
// choices. Only the holder of the lock touches anything but `control`.

/** Words of `control`. */
export const LOCK = 0;
/** Why the exploration ends before it is done, or 0. */
export const STOP = 1;
/** Maximal executions of all threads. */
export const EXECUTIONS = 2;
/** Threads that wait for work. */
export const HUNGRY = 3;
/** Changes when there may be work. */
export const SIGNAL = 4;
/** Searches, one per script, that are not done. */
export const OPEN = 5;
/** Branches of shared nodes that no thread has begun. */
export const PENDING = 6;
export const SCRIPTS = 7;
export const SCRIPTS_BEGUN = 8;
/** Not 0 if threads that work should share, or stop. */
export const ATTENTION = 9;
/** Threads that take part. */
export const JOINED = 10;
const FREE_STEP = 11;
const USED_STEPS = 12;
const FREE_NODE = 13;
const USED_NODES = 14;
const USED_TEXT = 15;
export const FOOTPRINTS = 16;
const SERIALS = 17;
const controlWords = 32;

/** States of steps: asleep since an earlier node; begun here, by some thread; explored from here. */
export const SLEEPS = 0;
export const RUNS = 1;
export const DONE = 2;

/** Values of `STOP`. */
export const ENOUGH = 1;
/** Some thread needs a larger machine. */
export const TOO_SMALL = 2;
/** This memory is full. */
export const FULL = 3;
export const FAILED = 4;

const maxSteps = 1 << 18;
const maxNodes = 1 << 14;
const maxTexts = 1 << 16;
const maxText = 1 << 20;
const stepFields = 10;
const nodeFields = 11;

export class MemoryFull extends Error {}

export class SharedMemory {
  readonly control: Int32Array;

  // Steps, as in StepPool, but with processes and footprints that mean the same to all threads.
  readonly process: Int32Array;
  readonly kind: Int32Array;
  readonly cell: Int32Array;
  readonly store: Int32Array;
  readonly hidden: Int32Array;
  readonly footprint: Int32Array;
  readonly firstChild: Int32Array;
  readonly next: Int32Array;
  /** SLEEPS, RUNS or DONE. */
  readonly state: Int32Array;
  /** Of a begun step: the node it leads to, if that is shared; else -1. */
  readonly child: Int32Array;

  // Nodes.
  /** The node before, or -1. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** The step that leads here, among those begun at the parent. */
  readonly step: Int32Array;
  readonly script: Int32Array;
  /** Steps that are asleep, and behind them the steps that some thread has begun, in that order. */
  readonly asleep: Int32Array;
  readonly lastAsleep: Int32Array;
  /** Branches that no thread has begun, in order. */
  readonly pending: Int32Array;
  /** Begun branches that are not done. */
  readonly running: Int32Array;
  /** Unsettled races whose second event led here: `cell` is the position of the first, `kind` is 1 for locks. */
  readonly unsettled: Int32Array;
  /** 1 once the steps that are asleep here are known. */
  readonly ready: Int32Array;
  /** A number that no other node has or had; 0 for one that is free. */
  readonly serial: Int32Array;

  readonly #scriptAt: Int32Array;
  readonly #footprintAt: Int32Array;
  readonly #text: Int32Array;

  constructor(
    readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(
      4 * (controlWords + stepFields * maxSteps + nodeFields * maxNodes + 2 * maxTexts + maxText),
    ),
  ) {
    let at = 0;
    const words = (length: number): Int32Array => {
      const view = new Int32Array(buffer, at * 4, length);
      at += length;
      return view;
    };
    this.control = words(controlWords);
    this.process = words(maxSteps);
    this.kind = words(maxSteps);
    this.cell = words(maxSteps);
    this.store = words(maxSteps);
    this.hidden = words(maxSteps);
    this.footprint = words(maxSteps);
    this.firstChild = words(maxSteps);
    this.next = words(maxSteps);
    this.state = words(maxSteps);
    this.child = words(maxSteps);
    this.parent = words(maxNodes);
    this.depth = words(maxNodes);
    this.step = words(maxNodes);
    this.script = words(maxNodes);
    this.asleep = words(maxNodes);
    this.lastAsleep = words(maxNodes);
    this.pending = words(maxNodes);
    this.running = words(maxNodes);
    this.unsettled = words(maxNodes);
    this.ready = words(maxNodes);
    this.serial = words(maxNodes);
    this.#scriptAt = words(maxTexts);
    this.#footprintAt = words(maxTexts);
    this.#text = words(maxText);
  }

  /** As fresh memory is all zeros, free lists hold numbers from 1 on. */
  newStep(): number {
    const { control } = this;
    const free = control[FREE_STEP] - 1;
    let step = free;
    if (free >= 0) control[FREE_STEP] = this.next[free];
    else {
      step = control[USED_STEPS]++;
      if (step >= maxSteps) throw new MemoryFull();
    }
    this.firstChild[step] = -1;
    this.next[step] = -1;
    this.state[step] = SLEEPS;
    this.child[step] = -1;
    return step;
  }

  freeStep(step: number): void {
    this.next[step] = this.control[FREE_STEP];
    this.control[FREE_STEP] = step + 1;
  }

  freeSteps(first: number): void {
    for (let step = first; step >= 0; ) {
      const next = this.next[step];
      this.freeStep(step);
      step = next;
    }
  }

  newNode(): number {
    const { control } = this;
    const free = control[FREE_NODE] - 1;
    let node = free;
    if (free >= 0) control[FREE_NODE] = this.parent[free];
    else {
      node = control[USED_NODES]++;
      if (node >= maxNodes) throw new MemoryFull();
    }
    this.asleep[node] = -1;
    this.lastAsleep[node] = -1;
    this.pending[node] = -1;
    this.running[node] = 0;
    this.ready[node] = 0;
    this.unsettled[node] = -1;
    this.serial[node] = ++control[SERIALS];
    return node;
  }

  freeNode(node: number): void {
    this.freeSteps(this.asleep[node]);
    this.freeSteps(this.unsettled[node]);
    this.serial[node] = 0;
    this.parent[node] = this.control[FREE_NODE];
    this.control[FREE_NODE] = node + 1;
  }

  /** The node nearest to the beginning with a branch that no thread has begun, or -1. */
  shallowest(): number {
    let best = -1;
    for (let node = 0; node < this.control[USED_NODES]; node++)
      if (
        this.serial[node] !== 0 &&
        this.ready[node] === 1 &&
        this.pending[node] >= 0 &&
        (best < 0 || this.depth[node] < this.depth[best])
      )
        best = node;
    return best;
  }

  /** The same for the node that is farthest from it. */
  deepest(): number {
    let best = -1;
    for (let node = 0; node < this.control[USED_NODES]; node++)
      if (
        this.serial[node] !== 0 &&
        this.ready[node] === 1 &&
        this.pending[node] >= 0 &&
        (best < 0 || this.depth[node] > this.depth[best])
      )
        best = node;
    return best;
  }

  /** A node from which everything was explored, or -1. Nothing is left to do there, and no thread can find more. */
  done(): number {
    const { control, serial, ready, pending, running } = this;
    for (let node = 0; node < control[USED_NODES]; node++)
      if (
        serial[node] !== 0 &&
        ready[node] === 1 &&
        pending[node] < 0 &&
        running[node] === 0 &&
        this.isFinal(node)
      )
        return node;
    return -1;
  }

  /**
   * Whether no thread can find more to do at a node. Where nothing is asleep the node depends on no other. Otherwise
   * it depends on the steps begun before it, at its parent and further back.
   */
  isFinal(node: number): boolean {
    for (let n = node; ; n = this.parent[n]) {
      if (this.parent[n] < 0 || this.asleep[n] < 0 || this.state[this.asleep[n]] !== SLEEPS) return true;
      if (this.anyRuns(this.parent[n], this.step[n])) return false;
    }
  }

  /** Whether a step that was begun at the node before `step` is still being explored. */
  anyRuns(node: number, step: number): boolean {
    for (let s = this.asleep[node]; s >= 0 && s !== step; s = this.next[s])
      if (this.state[s] === RUNS) return true;
    return false;
  }

  addScript(numbers: readonly number[]): void {
    this.#addText(this.#scriptAt, SCRIPTS, numbers);
    this.control[OPEN]++;
  }

  scriptAt(i: number): Int32Array {
    return this.#read(this.#scriptAt[i]);
  }

  addFootprint(numbers: Int32Array): number {
    return this.#addText(this.#footprintAt, FOOTPRINTS, numbers);
  }

  footprintAt(i: number): Int32Array {
    return this.#read(this.#footprintAt[i]);
  }

  #addText(index: Int32Array, count: number, numbers: ArrayLike<number>): number {
    const { control } = this;
    const at = control[USED_TEXT];
    const i = control[count];
    if (i >= maxTexts || at + 1 + numbers.length > maxText) throw new MemoryFull();
    this.#text[at] = numbers.length;
    this.#text.set(numbers, at + 1);
    control[USED_TEXT] = at + 1 + numbers.length;
    index[i] = at;
    control[count]++;
    return i;
  }

  #read(at: number): Int32Array {
    return this.#text.slice(at + 1, at + 1 + this.#text[at]);
  }

  /** A mutex of three states (Drepper, Futexes are tricky): free, taken, taken and waited for. */
  lock(): void {
    const { control } = this;
    for (let k = 0; k < 64; k++) if (Atomics.compareExchange(control, LOCK, 0, 1) === 0) return;
    while (Atomics.exchange(control, LOCK, 2) !== 0) Atomics.wait(control, LOCK, 2);
  }

  unlock(): void {
    const { control } = this;
    control[ATTENTION] =
      control[STOP] !== 0 ||
      (control[HUNGRY] > 0 && control[PENDING] === 0 && control[SCRIPTS] === control[SCRIPTS_BEGUN])
        ? 1
        : 0;
    if (Atomics.exchange(control, LOCK, 0) === 2) Atomics.notify(control, LOCK, 1);
  }

  /** Wakes threads that wait for work. */
  signal(): void {
    Atomics.add(this.control, SIGNAL, 1);
    Atomics.notify(this.control, SIGNAL);
  }

  /** Ends the exploration; the first reason counts. */
  stop(reason: number): void {
    Atomics.compareExchange(this.control, STOP, 0, reason);
    Atomics.store(this.control, ATTENTION, 1);
    this.signal();
  }
}
