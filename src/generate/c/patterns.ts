// Patterns of threads in real programs: handwritten locks, compare-and-swap loops, stacks, sequence locks, threads
// that start threads. A program has at most one of them, and every thread takes its part.

import type { Feature } from './features.js';
import { type IntegerType, int, longs, unsigned } from './integers.js';
import { statement, type Tree } from './tree.js';
import type { Writer } from './writer.js';

/** The program that a pattern becomes part of. */
interface Host {
  /** A new output of that type. */
  output(type: IntegerType): string;
  /** A variable that has this value when main begins. */
  global(type: string, name: string, initial: string): void;
  /** Outside of functions. */
  top(text: string): void;
  /** Before the threads start, and when they have ended. */
  before(text: string): void;
  after(text: string): void;
}

type Part = (thread: number) => string;
type Pattern = (host: Host, writer: Writer) => Part;

/** A critical section whose result tells the order in which threads were in it. */
function guarded(host: Host, enter: string, leave: string): Part {
  host.global('int', '@guarded', '0');
  host.after(`@${host.output(int)} = @guarded;\n`);
  return (thread) => `${enter}@guarded = @guarded * 3 + ${thread + 1};\n${leave}`;
}

const flagLock: Pattern = (host, { random }) => {
  host.top('atomic_flag @flag = ATOMIC_FLAG_INIT;\n');
  return random.chance(0.5)
    ? guarded(host, 'while (atomic_flag_test_and_set(&@flag)) ;\n', 'atomic_flag_clear(&@flag);\n')
    : guarded(
        host,
        'while (atomic_flag_test_and_set_explicit(&@flag, memory_order_acquire)) {}\n',
        'atomic_flag_clear_explicit(&@flag, memory_order_release);\n',
      );
};

const byteLock: Pattern = (host, { random }) => {
  host.global(random.pick(['_Bool', 'char', 'unsigned char']), '@byte', '0');
  return guarded(
    host,
    'while (__atomic_test_and_set(&@byte, __ATOMIC_ACQUIRE))\n__builtin_ia32_pause();\n',
    '__atomic_clear(&@byte, __ATOMIC_RELEASE);\n',
  );
};

const syncLock: Pattern = (host) => {
  host.global('volatile int', '@taken', '0');
  return guarded(
    host,
    'while (__sync_lock_test_and_set(&@taken, 1))\nwhile (@taken) ;\n',
    '__sync_lock_release(&@taken);\n',
  );
};

const exchangeLock: Pattern = (host, { random }) => {
  const type = random.pick(['atomic_int', 'atomic_uchar', 'atomic_long', '_Atomic _Bool']);
  host.global(type, '@held', '0');
  host.top(`static void @enter(void) {
for (;;) {
${type.includes('Bool') ? '_Bool' : type.slice(7).replace('uchar', 'unsigned char')} expected = 0;
if (atomic_compare_exchange_strong_explicit(&@held, &expected, 1, memory_order_acquire, memory_order_relaxed)) return;
while (atomic_load_explicit(&@held, memory_order_relaxed)) ;
}
}
`);
  return guarded(host, '@enter();\n', 'atomic_store_explicit(&@held, 0, memory_order_release);\n');
};

const ticketLock: Pattern = (host, { random }) => {
  const type = random.pick(['unsigned', 'unsigned short', 'unsigned char']);
  host.global(`_Atomic ${type}`, '@next', '0');
  host.global(`_Atomic ${type}`, '@serving', '0');
  return guarded(
    host,
    `${type} ticket = atomic_fetch_add_explicit(&@next, 1, memory_order_relaxed);\nwhile (atomic_load_explicit(&@serving, memory_order_acquire) != ticket) ;\n`,
    `atomic_store_explicit(&@serving, ticket + 1, memory_order_release);\n`,
  );
};

const spinLock: Pattern = (host) => {
  host.top('pthread_spinlock_t @spin;\n');
  host.before('pthread_spin_init(&@spin, PTHREAD_PROCESS_PRIVATE);\n');
  return guarded(host, 'pthread_spin_lock(&@spin);\n', 'pthread_spin_unlock(&@spin);\n');
};

const recursiveMutex: Pattern = (host) => {
  host.top('pthread_mutex_t @recursive;\n');
  host.before(
    'pthread_mutexattr_t attr;\npthread_mutexattr_init(&attr);\npthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);\npthread_mutex_init(&@recursive, &attr);\n',
  );
  const lock = 'pthread_mutex_lock(&@recursive);\n';
  const unlock = 'pthread_mutex_unlock(&@recursive);\n';
  return guarded(host, lock + lock, unlock + unlock);
};

const cLock: Pattern = (host) => {
  host.top('mtx_t @mtx;\n');
  host.before('mtx_init(&@mtx, mtx_plain);\n');
  return guarded(host, 'mtx_lock(&@mtx);\n', 'mtx_unlock(&@mtx);\n');
};

const casLoop: Pattern = (host, writer) => {
  const type = writer.random.pick([int, unsigned, ...longs]);
  host.global(`_Atomic ${type.name}`, '@counter', '1');
  host.after(`@${host.output(type)} = @counter;\n`);
  return (thread) =>
    writer.random.pick([
      `${type.name} old = atomic_load(&@counter);\nwhile (!atomic_compare_exchange_weak(&@counter, &old, old * 3 + ${thread})) ;\n`,
      `${type.name} old = atomic_load_explicit(&@counter, memory_order_relaxed), new;\ndo {\nif (old == ${3 + thread}) break;\nnew = old * 3 + ${thread};\n} while (!atomic_compare_exchange_strong(&@counter, &old, new));\n`,
      `for (;;) {\n${type.name} old = @counter;\nif (atomic_compare_exchange_strong(&@counter, &old, old ^ ${thread + 1})) break;\n}\n`,
    ]);
};

const stack: Pattern = (host) => {
  host.top('struct @node { int v; struct @node *next; };\n');
  host.global('struct @node * _Atomic', '@stack', 'NULL');
  host.top('struct @node @nodes[4];\n');
  const out = host.output(int);
  host.after(`for (struct @node *n = @stack; n; n = n->next)\n@${out} = @${out} * 4 + n->v;\n`);
  return (thread) =>
    `struct @node *mine = &@nodes[${thread}];\nmine->v = ${thread + 1};\nmine->next = atomic_load(&@stack);\nwhile (!atomic_compare_exchange_weak(&@stack, &mine->next, mine)) ;\n`;
};

const heapStack: Pattern = (host) => {
  host.top('struct @node { int v; struct @node *next; };\n');
  host.global('struct @node *', '@list', '0');
  const out = host.output(int);
  host.after(
    `while (@list) {\nstruct @node *n = @list;\n@list = n->next;\n@${out} = @${out} * 4 + n->v;\nfree(n);\n}\n`,
  );
  return (thread) =>
    `struct @node *mine = malloc(sizeof *mine);\nmine->v = ${thread + 1};\ndo mine->next = __atomic_load_n(&@list, __ATOMIC_RELAXED);\nwhile (!__sync_bool_compare_and_swap(&@list, mine->next, mine));\n`;
};

const sequenceLock: Pattern = (host, { random }) => {
  host.global('volatile unsigned', '@seq', '0');
  host.global('volatile int', '@first', '0');
  host.global('volatile int', '@second', '0');
  const fence = random.pick(['__sync_synchronize();\n', '__asm__ volatile ("" ::: "memory");\n', '']);
  return (thread) => {
    if (thread === 0)
      return `@seq = @seq + 1;\n${fence}@first = 1;\n@second = 1;\n${fence}@seq = @seq + 1;\n`;
    const [a, b] = [host.output(int), host.output(int)];
    return `unsigned before;\ndo {\nwhile ((before = @seq) & 1) ;\n@${a} = @first;\n@${b} = @second;\n} while (@seq != before);\n`;
  };
};

const threadsOfThreads: Pattern = (host, { random }) => {
  host.global('int', '@grown', '1');
  host.global('atomic_int', '@step', '0');
  host.top(
    `static void *@child(void *arg) {\nint *grown = arg;\n*grown = *grown * 2 + atomic_load(&@step);\nreturn arg;\n}\n`,
  );
  host.after(`@${host.output(int)} = @grown;\n`);
  return (thread) =>
    thread === 0
      ? `pthread_t grand;\npthread_create(&grand, 0, @child, &@grown);\n${random.pick(['@step = 1;\n', ''])}void *back;\npthread_join(grand, &back);\n@grown += *(int *)back;\n`
      : `atomic_fetch_add(&@step, ${thread + 1});\n`;
};

const threadLocals: Pattern = (host) => {
  host.top(
    'static _Thread_local int @own = 3;\nstatic int @tally(int k) {\nstatic __thread int calls;\n@own += k;\nreturn @own * 8 + ++calls;\n}\n',
  );
  host.after(`@${host.output(int)} = @own;\n`);
  return (thread) => `@tally(${thread});\n@${host.output(int)} = @tally(2);\n`;
};

const keys: Pattern = (host) => {
  host.top('pthread_key_t @key;\n');
  host.global('atomic_int', '@destroyed', '0');
  host.top(
    'static void @destroy(void *p) { @destroyed += (int)(long)p; }\nstatic long @value(void) { return (long)pthread_getspecific(@key); }\n',
  );
  host.before('pthread_key_create(&@key, @destroy);\n');
  host.after(`@${host.output(int)} = @destroyed;\npthread_key_delete(@key);\n`);
  return (thread) =>
    `@${host.output(int)} = @value() == 0;\npthread_setspecific(@key, (void *)${thread + 5}L);\n@${host.output(int)} = (int)@value();\n`;
};

const genericAtomics: Pattern = (host, writer) => {
  const type = writer.random.pick([int, unsigned, ...longs]);
  host.global(type.name, '@any', '0');
  host.after(`@${host.output(type)} = @any;\n`);
  return (thread) => {
    const out = host.output(type);
    const given = `${type.name} given = ${thread + 1}, got = 0;\n`;
    return writer.random.pick([
      `${given}__atomic_store(&@any, &given, __ATOMIC_RELEASE);\n__atomic_load(&@any, &got, __ATOMIC_ACQUIRE);\n@${out} = got;\n`,
      `${given}__atomic_exchange(&@any, &given, &got, __ATOMIC_ACQ_REL);\n@${out} = got * 8 + given;\n`,
      `${given}@${out} = __atomic_compare_exchange(&@any, &got, &given, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) * 8 + got;\n`,
      `${given}@${out} = __sync_bool_compare_and_swap(&@any, got, given) + 2 * __sync_fetch_and_xor(&@any, 1);\n`,
      `${given}@${out} = __sync_nand_and_fetch(&@any, given) + __sync_sub_and_fetch(&@any, 2);\n`,
    ]);
  };
};

const atomicOperators: Pattern = (host, writer) => {
  const type = writer.random.pick(['int', 'unsigned char', 'short', 'long', 'unsigned']);
  host.global(`_Atomic ${type}`, '@number', '5');
  host.after(`@${host.output(longs[0])} = @number;\n`);
  return (thread) =>
    `@${host.output(longs[0])} = ${writer.random.pick(['@number++', '--@number', `@number += ${thread + 2}`, '@number *= 3', '@number ^= 6', '@number <<= 1', '@number--', `@number = ${thread + 7}`])};\n`;
};

const patterns: readonly (readonly [Feature, Pattern])[] = [
  ['flag locks', flagLock],
  ['byte locks', byteLock],
  ['__sync locks', syncLock],
  ['exchange locks', exchangeLock],
  ['ticket locks', ticketLock],
  ['spin locks', spinLock],
  ['recursive mutexes', recursiveMutex],
  ['C11 mutexes', cLock],
  ['compare-and-swap loops', casLoop],
  ['stacks', stack],
  ['stacks on the heap', heapStack],
  ['sequence locks', sequenceLock],
  ['threads of threads', threadsOfThreads],
  ['thread-local variables', threadLocals],
  ['thread-specific keys', keys],
  ['generic atomics', genericAtomics],
  ['atomic operators', atomicOperators],
];

/** The work of each thread in one pattern; undefined if there is to be none. */
export function patternFor(writer: Writer, host: Host): ((thread: number) => Tree) | undefined {
  const possible = patterns.filter(([feature]) => writer.may(feature));
  if (possible.length === 0 || !writer.random.chance(0.5)) return undefined;
  const [feature, pattern] = writer.random.pick(possible);
  writer.use(feature);
  const part = pattern(host, writer);
  return (thread) => statement('{\n', statement(part(thread)), '}\n');
}
