// The signal operations that lowering has met so far. The signals that a thread must expect depend on threads that are lowered later. So
// the program is lowered again until nothing new is met.

/**
 * `used`: at all. `sends`: signals come from the program itself. `shared`: actions change while there are several threads.
 * The others are about registers that rounds of loops change, and about handlers that change what is blocked.
 */
type Flag =
  | 'used'
  | 'several-threads'
  | 'sends'
  | 'shared'
  | 'actions-in-loops'
  | 'mask-in-loops'
  | 'pending-in-loops'
  | 'mask-in-handlers';

/** Those that come of what a thread does wrong, which is a finding: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS. */
const faults: ReadonlySet<number> = new Set([4, 5, 6, 7, 8, 11, 31]);

export class SignalUse {
  readonly flags = new Set<Flag>();
  /** Signals that are sent or have an action. */
  readonly numbers = new Set<number>();
  /** Those that may have a handler. */
  readonly handled = new Set<number>();
  /** Those that sets may hold which are not known; 0 is any. */
  readonly members = new Set<number>();
  /** Those that the program arranges to come by themselves. */
  readonly arranged = new Set<number>();
  /** Those that are sent to the process while it has several threads. */
  readonly toProcess = new Set<number>();
  /** Those that threads send to others; -1 is any thread. */
  readonly toThreads = new Map<number, Set<number>>();

  get size(): number {
    const sent = [...this.toThreads.values()].reduce((sum, { size }) => sum + size, 0);
    const sets = [this.flags, this.numbers, this.handled, this.members, this.arranged, this.toProcess];
    return sets.reduce((sum, { size }) => sum + size, sent);
  }

  sendTo(thread: number, signal: number): void {
    const threads = this.toThreads.get(signal) ?? new Set();
    this.toThreads.set(signal, threads.add(thread));
  }

  /** A signal sent to any thread is sent to each of the `count` threads. */
  nameThreads(count: number): void {
    for (const threads of this.toThreads.values())
      if (threads.has(-1)) for (let thread = 0; thread < count; thread++) threads.add(thread);
  }

  isSentTo(thread: number, signal: number): boolean {
    const threads = this.toThreads.get(signal);
    return threads !== undefined && (threads.has(-1) || threads.has(thread));
  }

  /** Whether the signal comes from outside: once, or once to each thread if nothing says how often. */
  comesFromOutside(signal: number): boolean {
    const alone = !this.flags.has('sends') || this.arranged.has(signal);
    return alone && this.handled.has(signal) && !faults.has(signal);
  }

  /** The signals that a set may hold which is not known; undefined if it may hold any. */
  get inSets(): ReadonlySet<number> | undefined {
    return this.members.has(0) || this.members.size === 0 ? undefined : this.members;
  }

  with(other: SignalUse): SignalUse {
    const all = new SignalUse();
    for (const { flags, numbers, handled, members, arranged, toProcess, toThreads } of [this, other]) {
      for (const flag of flags) all.flags.add(flag);
      for (const signal of numbers) all.numbers.add(signal);
      for (const signal of handled) all.handled.add(signal);
      for (const signal of members) all.members.add(signal);
      for (const signal of arranged) all.arranged.add(signal);
      for (const signal of toProcess) all.toProcess.add(signal);
      for (const [signal, threads] of toThreads) for (const thread of threads) all.sendTo(thread, signal);
    }
    return all;
  }
}
