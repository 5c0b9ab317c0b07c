// How strong a library function is on one of its paths, and C that takes this path.

/** The code of glibc 2.36 to 2.39 on x86-64 that other threads may notice. A system call that is a full barrier in Linux is `call`. */
export type X86 = 'nothing' | 'load' | 'store' | 'locked' | 'fence' | 'call';

const emptiesTheBuffer: ReadonlySet<X86> = new Set(['locked', 'fence', 'call']);

/** The promise of C11 and POSIX. `full`: POSIX lists the function among those that synchronise memory (4.12). */
export type Promised = 'nothing' | 'acquire' | 'release' | 'full';

export interface Row {
  /** Names of the functions, which are alike. */
  readonly functions: readonly string[];
  readonly path: string;
  readonly x86: X86;
  readonly promised: Promised;
  /** diptych has no fence although the processor executes one: why. */
  readonly weaker?: string;
  /** diptych has under PSO the fence that the processor executes, although nothing promises it: why. */
  readonly stronger?: string;
  /** Global objects that the path needs, in C. */
  readonly objects?: string;
  /** The statements of `main` before the threads begin. */
  readonly setup?: string;
  /** The thread's code before its first store, as its call, and after its load. */
  readonly before?: string;
  readonly call: string;
  readonly after?: string;
}

/** Whether the call orders an earlier store with a later load, and with a later store, under each model. */
export function strengthOf({ x86, promised, weaker, stronger }: Row): {
  readonly tsoStoreLoad: boolean;
  readonly psoStoreLoad: boolean;
  readonly psoStoreStore: boolean;
} {
  const isFence = weaker === undefined;
  const full = isFence && (promised === 'full' || stronger !== undefined);
  return {
    tsoStoreLoad: isFence && emptiesTheBuffer.has(x86),
    psoStoreLoad: full,
    psoStoreStore: full || promised === 'release',
  };
}
