// The programs of the menu, by topic, each with a sentence on what to look for. Their texts are files of the project.

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  /** The program's own file first. */
  readonly paths: readonly string[];
  readonly defines?: readonly string[];
  readonly unroll?: number;
}

export interface Topic {
  readonly topic: string;
  readonly examples: readonly Example[];
}

const litmus = (id: string, title: string, hint: string): Example => ({
  id,
  title: `${id}: ${title}`,
  hint,
  paths: [`../../benchmarks/litmus/${id}.litmus`],
});

const c = (id: string, title: string, hint: string, more: Partial<Example> = {}): Example => ({
  id,
  title: `${id}: ${title}`,
  hint,
  paths: [`../../benchmarks/c/${id}`],
  ...more,
});

const classic = (id: string, title: string, hint: string): Example => ({
  id: `classic/${id}`,
  title: `${id}: ${title}`,
  hint,
  paths: [
    `../../benchmarks/papers/classic/${id}`,
    '../../benchmarks/papers/classic/barriers.h',
    '../../benchmarks/c/barriers.h',
  ],
});

const nidhugg = (id: string, title: string, hint: string): Example => ({
  id: `nidhugg/${id}`,
  title: `${id}: ${title}`,
  hint,
  paths: [`../../benchmarks/papers/nidhugg/${id}`, '../../benchmarks/papers/nidhugg/fences.h'],
});

export const topics: readonly Topic[] = [
  {
    topic: 'Litmus classics',
    examples: [
      litmus('SB', 'store buffering', 'Both loads may read 0: each store still waits in its own buffer.'),
      litmus('MP', 'message passing', 'Only PSO lets the flag arrive before the message.'),
      litmus(
        'IRIW',
        'independent readers',
        'No model here lets two readers see the stores in different orders.',
      ),
      litmus('2+2W', 'two stores each', 'Under PSO stores of one thread overtake each other.'),
      litmus('LB', 'load buffering', 'Loads never wait: TSO and PSO reach exactly the states of SC.'),
      litmus(
        'n6',
        'its own store first',
        'P0 reads its own store from the buffer before any other thread sees it.',
      ),
      litmus('R', 'a store before a load', 'The last store to y and the load of x tell who was late.'),
      litmus('S', 'a store before a store', 'Only PSO lets the second store of P0 go first.'),
      litmus('SB+mfences', 'with fences', 'A fence waits for the buffer: the extra state is gone.'),
      litmus('CoRR', 'one location', 'Two loads of one location never go back in time.'),
      litmus(
        'MP+loop',
        'waiting for the flag',
        'P1 waits in a loop: under PSO it may still miss the message.',
      ),
    ],
  },
  {
    topic: 'Many threads',
    examples: [
      {
        id: 'RING6',
        title: 'RING6: six threads in a ring',
        hint: '64 final states; exactly one of them needs store buffers.',
        paths: ['./ring6.litmus'],
      },
      {
        id: 'WEB6',
        title: 'WEB6: six threads, 60 events',
        hint: 'Too many executions to list them all soon: look for the first that SC does not have.',
        paths: ['./web6.litmus'],
      },
      litmus('3.SB', 'three threads', 'The cycle of store buffering passes through three threads.'),
    ],
  },
  {
    topic: 'Locks',
    examples: [
      {
        id: 'mutex.c',
        title: 'mutex.c: a lock that is none',
        hint: 'Under SC only one thread enters; under TSO both may. The repair is two fences.',
        paths: ['../../docs/examples/mutex.c'],
      },
      c(
        'dekker.c',
        'flags without fences',
        'Each flag is still in its buffer when the other thread looks at it.',
      ),
      c('peterson.c', 'with seq_cst atomics', 'Robust: the atomics order what the lock needs.'),
      c('bakery.c', "Lamport's bakery", 'The number is read before the other thread has stored it.'),
      c('ticket.c', 'a ticket lock', 'Fetch-and-add takes a ticket; a release store serves the next.'),
      c('mcs_lock.c', 'a queue lock', 'Each thread waits at its own node.'),
      c('philosophers.c', 'a deadlock', 'All take the left fork first: step to where nobody can go on.'),
      c('lost_wakeup.c', 'a condition variable', 'The signal comes between the look and the wait.'),
    ],
  },
  {
    topic: 'Queues and stacks',
    examples: [
      c('deque.c', 'work stealing', "The owner's new bottom is still in its buffer: one task is done twice."),
      c('ring.c', 'one producer, one consumer', 'Robust: the indices are atomics.'),
      c('treiber.c', 'a lock-free stack', 'Two threads push; compare-and-swap decides who comes first.'),
      {
        id: 'two_files',
        title: 'two files: a counter in a module',
        hint: 'Three tabs: main.c includes counter.h and is linked with counter.c.',
        paths: [
          '../../benchmarks/c/two_files/main.c',
          '../../benchmarks/c/two_files/counter.c',
          '../../benchmarks/c/two_files/counter.h',
        ],
      },
    ],
  },
  {
    topic: 'Lock-free',
    examples: [
      c(
        'message.c',
        'a message and a flag',
        'Plain stores: under PSO the flag may be there before the message.',
      ),
      c(
        'singleton.c',
        'double-checked locking',
        'Under PSO the pointer is seen before the object behind it.',
      ),
      c('seqlock.c', 'a sequence lock', 'Readers try again when the counter has moved.'),
      c('hazard_pointer.c', 'hazard pointers', 'The reader announces what it uses and looks again.'),
      c('refcount.c', 'a counter read twice', 'Both threads may free the object, under SC already.'),
      c('torn_counter.c', 'two halves', 'A reader between the two stores sees a time that never was.'),
    ],
  },
  {
    topic: 'From papers',
    examples: [
      {
        id: 'fig1b.c',
        title: 'SOBER, figure 1(b)',
        hint: 'Remove BARE from -D, and the threads hand their values to main, which asserts something about them.',
        paths: ['../../benchmarks/papers/sober/fig1b.c', '../../benchmarks/papers/structures/sync.h'],
        defines: ['BARE'],
      },
      {
        id: 'idle.c',
        title: 'SOBER: the lost wake-up',
        hint: 'The consumer waits forever under TSO. Add INTERLOCKED to -D: the flags are raised by an exchange.',
        paths: ['../../benchmarks/papers/sober/idle.c', '../../benchmarks/papers/structures/sync.h'],
      },
      nidhugg('peterson.c', "Peterson's lock", 'Nidhugg: without fences both threads are inside.'),
      nidhugg('dekker.c', "Dekker's lock", 'Nidhugg: a flag each, and a turn for when both are up.'),
      nidhugg(
        'parker.c',
        'the parker of a Java virtual machine',
        'A store stays in the buffer, and a thread sleeps forever.',
      ),
      nidhugg('pgsql.c', "PostgreSQL's latches", 'Under PSO the latch may arrive before the flag.'),
      classic(
        'chase_lev.c',
        'the deque of Chase and Lev',
        'Under TSO a task is done twice; under PSO it may be empty.',
      ),
      classic('rcu.c', 'read-copy-update', 'Under TSO a reader reads before its mark is seen.'),
      classic('wakeup.c', 'sleep and wake in Linux', 'Without smp_mb on both sides a wake-up is lost.'),
      {
        id: 'ms2.c',
        title: 'RELAXER: the queue of Michael and Scott',
        hint: 'Two locks, one for each end. Look at the races and at robustness.',
        paths: [
          '../../benchmarks/papers/structures/ms2.c',
          '../../benchmarks/papers/structures/sync.h',
          '../../benchmarks/papers/structures/queueHarness.h',
          '../../benchmarks/papers/structures/queueResults.h',
        ],
        unroll: 1,
      },
    ],
  },
];
