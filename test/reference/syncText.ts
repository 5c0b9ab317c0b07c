// Programs of threads that use what pthread.h and semaphore.h have: as C text, and as steps for a machine (syncRaces.ts).

export type Cell = 'x' | 'y';
type Order = 'relaxed' | 'strong';

export type Op =
  | { readonly kind: 'read' | 'write'; readonly cell: Cell }
  /** Around the body; `try`: only if it is to be had, and `otherwise` if not. */
  | {
      readonly kind: Lock;
      readonly tries: boolean;
      readonly body: readonly Op[];
      readonly otherwise: readonly Op[];
    }
  | { readonly kind: 'post' | 'take' | 'barrier' | 'once' | 'wait' | 'signal' }
  | {
      readonly kind: 'tryTake' | 'ifFlag';
      readonly order: Order;
      readonly body: readonly Op[];
      readonly otherwise: readonly Op[];
    }
  | { readonly kind: 'raise' | 'swap' | 'fence'; readonly order: Order };

export type Lock = 'mutex' | 'recursive' | 'spin' | 'reader' | 'writer';

export interface SyncProgram {
  readonly threads: readonly (readonly Op[])[];
  /** The actions of main before it joins the threads, and after it joined the first. */
  readonly main: readonly Op[];
  readonly later: readonly Op[];
  /** Whether the first thread has a value of a key, whose destructor writes x. */
  readonly key: boolean;
}

/** A step of the machine; `line`: its line in the text. */
export type Instruction =
  | { readonly i: 'access'; readonly cell: Cell; readonly writes: boolean; readonly line: number }
  | { readonly i: 'acquire' | 'release'; readonly lock: Lock }
  | { readonly i: 'try'; readonly lock: Lock; to: number }
  | { readonly i: 'post' | 'take' | 'arrive' | 'leave' | 'begin' | 'done' | 'again' | 'signal' }
  | { readonly i: 'tryTake' | 'test'; readonly order: Order; to: number }
  | { readonly i: 'raise' | 'swap' | 'fence'; readonly order: Order }
  | { readonly i: 'jump'; to: number }
  | { readonly i: 'join'; readonly thread: number };

export interface Written {
  readonly text: string;
  readonly codes: readonly (readonly Instruction[])[];
}

const calls: Readonly<Record<Lock, readonly [take: string, tries: string, give: string]>> = {
  mutex: ['pthread_mutex_lock(&m)', 'pthread_mutex_trylock(&m)', 'pthread_mutex_unlock(&m)'],
  recursive: ['pthread_mutex_lock(&rec)', 'pthread_mutex_trylock(&rec)', 'pthread_mutex_unlock(&rec)'],
  spin: ['pthread_spin_lock(&sp)', 'pthread_spin_trylock(&sp)', 'pthread_spin_unlock(&sp)'],
  reader: ['pthread_rwlock_rdlock(&l)', 'pthread_rwlock_tryrdlock(&l)', 'pthread_rwlock_unlock(&l)'],
  writer: ['pthread_rwlock_wrlock(&l)', 'pthread_rwlock_trywrlock(&l)', 'pthread_rwlock_unlock(&l)'],
};

/** The C of the program, and what its threads do, main first. */
export function written(program: SyncProgram): Written {
  const lines: string[] = [];
  const put = (line: string): number => lines.push(line);
  const text = JSON.stringify(program);
  const has = (word: string): boolean => text.includes(`"${word}"`);
  for (const header of ['pthread.h', 'semaphore.h', 'stdatomic.h']) put(`#include <${header}>`);
  put('int x, y; atomic_int f; sem_t s;');
  put('pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;');
  if (has('recursive')) put('pthread_mutex_t rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;');
  put('pthread_spinlock_t sp; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;');
  put('pthread_barrier_t b; pthread_once_t o = PTHREAD_ONCE_INIT; pthread_key_t k;');
  put('void init(void) {');
  const initLine = put('  y = 1;');
  put('}');
  put('void destroy(void *p) {');
  const destroyLine = put('  x = 3;');
  put('}');
  const compile = (code: Instruction[], ops: readonly Op[]): void => {
    for (const op of ops) one(code, op);
  };
  const branch = (
    code: Instruction[],
    jump: { to: number },
    body: () => void,
    otherwise: () => void,
  ): void => {
    body();
    const over = { i: 'jump' as const, to: 0 };
    code.push(over);
    put('} else {');
    jump.to = code.length;
    otherwise();
    put('}');
    over.to = code.length;
  };
  const one = (code: Instruction[], op: Op): void => {
    switch (op.kind) {
      case 'read':
      case 'write': {
        const line = put(op.kind === 'read' ? `v = ${op.cell};` : `${op.cell} = 2;`);
        code.push({ i: 'access', cell: op.cell, writes: op.kind === 'write', line });
        return;
      }
      case 'mutex':
      case 'recursive':
      case 'spin':
      case 'reader':
      case 'writer': {
        const [take, tries, give] = calls[op.kind];
        if (!op.tries) {
          put(`${take};`);
          code.push({ i: 'acquire', lock: op.kind });
          compile(code, op.body);
          put(`${give};`);
          code.push({ i: 'release', lock: op.kind });
          return;
        }
        const jump = { i: 'try' as const, lock: op.kind, to: 0 };
        put(`if (${tries} == 0) {`);
        code.push(jump);
        branch(
          code,
          jump,
          () => {
            compile(code, op.body);
            put(`${give};`);
            code.push({ i: 'release', lock: op.kind });
          },
          () => compile(code, op.otherwise),
        );
        return;
      }
      case 'post':
        put('sem_post(&s);');
        code.push({ i: 'post' });
        return;
      case 'take':
        put('sem_wait(&s);');
        code.push({ i: 'take' });
        return;
      case 'tryTake':
      case 'ifFlag': {
        const jump = {
          i: op.kind === 'tryTake' ? ('tryTake' as const) : ('test' as const),
          order: op.order,
          to: 0,
        };
        const load = `atomic_load_explicit(&f, memory_order_${op.order === 'strong' ? 'acquire' : 'relaxed'})`;
        put(`if (${op.kind === 'tryTake' ? 'sem_trywait(&s) == 0' : load}) {`);
        code.push(jump);
        branch(
          code,
          jump,
          () => compile(code, op.body),
          () => compile(code, op.otherwise),
        );
        return;
      }
      case 'barrier':
        put('pthread_barrier_wait(&b);');
        code.push({ i: 'arrive' }, { i: 'leave' });
        return;
      case 'once':
        put('pthread_once(&o, init);');
        code.push(
          { i: 'begin' },
          { i: 'access', cell: 'y', writes: true, line: initLine },
          { i: 'done' },
          { i: 'again' },
        );
        return;
      case 'wait':
        // it may return without a signal, and a signal orders nothing: the mutex is given up and taken again
        put('pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);');
        for (let i = 0; i < 2; i++)
          code.push({ i: 'acquire', lock: 'mutex' }, { i: 'release', lock: 'mutex' });
        return;
      case 'signal':
        put('pthread_cond_signal(&c);');
        code.push({ i: 'signal' });
        return;
      case 'raise':
        put(`atomic_store_explicit(&f, 1, memory_order_${op.order === 'strong' ? 'release' : 'relaxed'});`);
        code.push({ i: 'raise', order: op.order });
        return;
      case 'swap':
        put(
          `atomic_exchange_explicit(&f, 1, memory_order_${op.order === 'strong' ? 'acq_rel' : 'relaxed'});`,
        );
        code.push({ i: 'swap', order: op.order });
        return;
      case 'fence':
        put(`atomic_thread_fence(memory_order_${op.order === 'strong' ? 'acquire' : 'release'});`);
        code.push({ i: 'fence', order: op.order });
        return;
    }
  };
  const codes = program.threads.map((ops, t) => {
    const code: Instruction[] = [];
    put(`void *t${t}(void *p) { int v;`);
    if (program.key && t === 0) put('pthread_setspecific(k, &k);');
    compile(code, ops);
    put('return 0; }');
    if (program.key && t === 0) code.push({ i: 'access', cell: 'x', writes: true, line: destroyLine });
    return code;
  });
  const main: Instruction[] = [];
  put(`int main(void) { int v; pthread_t h[${program.threads.length}];`);
  put('sem_init(&s, 0, 0); pthread_barrier_init(&b, 0, 2); pthread_spin_init(&sp, 0);');
  if (program.key) put('pthread_key_create(&k, destroy);');
  for (const t of codes.keys()) put(`pthread_create(&h[${t}], 0, t${t}, 0);`);
  compile(main, program.main);
  put('pthread_join(h[0], 0);');
  main.push({ i: 'join', thread: 1 });
  compile(main, program.later);
  put('return 0; }');
  return { text: `${lines.join('\n')}\n`, codes: [main, ...codes] };
}
