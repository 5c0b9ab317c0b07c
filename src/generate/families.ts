// Program families that grow with a parameter, for measuring and for counting traces. Each is written with the builder;
// where a family has a main thread it spawns the others, everywhere else all threads are there from the start.

import {
  and,
  cell,
  eq,
  finalCell,
  finalRegister,
  or,
  program,
  type ThreadBuilder,
} from '../program/builder.js';
import { binary, constant, type Expr, register } from '../program/expression.js';
import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';

export interface Family {
  readonly name: string;
  /** The task of its threads, in one line. */
  readonly about: string;
  readonly program: (n: number) => Program;
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** n threads [x = i; r = x]. */
function wr1(n: number): Program {
  const p = program(`wr1-${n}`);
  const x = p.location('x');
  for (const i of upTo(n))
    p.thread((t) => {
      t.store(x, i + 1);
      t.load(x, 'r');
    });
  return p.exists(and(...upTo(n).map((i) => eq(finalRegister(i, 'r'), n)))).build();
}

/** n writers x = i and n readers of x. */
function wr2(n: number): Program {
  const p = program(`wr2-${n}`);
  const x = p.location('x');
  for (const i of upTo(n)) p.thread((t) => t.store(x, i + 1));
  for (const _ of upTo(n)) p.thread((t) => t.load(x, 'r'));
  return p.exists(and(...upTo(n).map((i) => eq(finalRegister(n + i, 'r'), i + 1)))).build();
}

/** A store-buffering ring: n threads [x_i = 1; r = x_(i+1 mod n)], with a full fence in between if wanted. */
function ring(n: number, options: { fenced?: boolean } = {}): Program {
  const p = program(`ring${options.fenced === true ? '-fenced' : ''}-${n}`);
  const x = upTo(n).map((i) => p.location(`x${i}`));
  for (const i of upTo(n))
    p.thread((t) => {
      t.store(x[i], 1);
      if (options.fenced === true) t.fence();
      t.load(x[(i + 1) % n], 'r');
    });
  return p.exists(and(...upTo(n).map((i) => eq(finalRegister(i, 'r'), 0)))).build();
}

/** One thread scans a[n], a[n-1], ... until it reads 0; n threads a[j] = a[j-1] + 1. */
function lastzero(n: number): Program {
  const p = program(`lastzero-${n}`);
  const a = p.array('a', new Array<number>(n + 1).fill(0));
  const i = register('i');
  p.thread((t) => {
    t.assign('i', n);
    t.load(cell(a, i), 'r');
    t.while(
      'r',
      (body) => {
        body.assign('i', binary('-', i, constant(1)));
        body.load(cell(a, i), 'r');
      },
      n,
    );
  });
  for (const j of upTo(n))
    p.thread((t) => t.store(cell(a, j + 1), binary('+', t.load(cell(a, j), 'r'), constant(1))));
  return p.exists(eq(finalRegister(0, 'i'), 0)).build();
}

/** One writer, n readers of one location. */
function readers(n: number): Program {
  const p = program(`readers-${n}`);
  const x = p.location('x');
  p.thread((t) => t.store(x, 1));
  for (const _ of upTo(n)) p.thread((t) => t.load(x, 'r'));
  return p.exists(and(...upTo(n).map((i) => eq(finalRegister(i + 1, 'r'), i % 2)))).build();
}

/** n threads store to one location. */
function writers(n: number): Program {
  const p = program(`writers-${n}`);
  const x = p.location('x');
  for (const i of upTo(n)) p.thread((t) => t.store(x, i + 1));
  return p.exists(eq(finalCell('x'), 1)).build();
}

/** n threads [lock; c = c + 1; unlock]. */
function mutexInc(n: number): Program {
  const p = program(`mutex-inc-${n}`);
  const c = p.location('c');
  const m = p.location('m');
  for (const _ of upTo(n))
    p.thread((t) => {
      t.lock(m);
      t.store(c, binary('+', t.load(c, 'r'), constant(1)));
      t.unlock(m);
    });
  return p.forall(eq(finalCell('c'), n)).build();
}

/** n threads fetch-and-add 1 to one location. */
function fetchAdd(n: number): Program {
  const p = program(`fetch-add-${n}`);
  const c = p.location('c');
  for (const _ of upTo(n)) p.thread((t) => t.fetch('+', c, 1, 'r'));
  return p.forall(eq(finalCell('c'), n)).build();
}

/**
 * Two threads, k rounds of [f_me = 1; if (f_other == 0) { cs = me; read cs } f_me = 0]. Without assertions, which would
 * stop their thread and so change the number of complete traces.
 */
function dekker(k: number, options: { fenced?: boolean } = {}): Program {
  const fenced = options.fenced === true;
  const p = program(`dekker${fenced ? '-fenced' : ''}-${k}`);
  const flags = [p.location('f0'), p.location('f1')];
  const cs = p.location('cs');
  for (const me of [0, 1])
    p.thread((t) => {
      for (const _ of upTo(k)) {
        t.store(flags[me], 1);
        if (fenced) t.fence();
        t.load(flags[1 - me], 'f');
        t.if(binary('==', register('f'), constant(0)), (inside) => critical(inside, cs, me + 1));
        if (fenced) t.fence();
        t.store(flags[me], 0);
      }
    });
  return p.observe(finalCell('cs')).build();
}

/** Two threads, k rounds of Peterson's algorithm; the waiting loop runs up to the unroll bound. */
export function peterson(k: number, options: { fenced?: boolean } = {}): Program {
  const fenced = options.fenced === true;
  const p = program(`peterson${fenced ? '-fenced' : ''}-${k}`);
  const flags = [p.location('f0'), p.location('f1')];
  const turn = p.location('turn');
  const cs = p.location('cs');
  for (const me of [0, 1])
    p.thread((t) => {
      for (const _ of upTo(k)) {
        t.store(flags[me], 1);
        t.store(turn, 1 - me);
        if (fenced) t.fence();
        t.while(1, (wait, label) => {
          wait.load(flags[1 - me], 'f');
          wait.if(binary('==', register('f'), constant(0)), (free) => free.break(label));
          wait.load(turn, 't');
          wait.if(binary('==', register('t'), constant(me)), (free) => free.break(label));
        });
        t.assert(binary('==', critical(t, cs, me + 1), constant(me + 1)), 'mutual exclusion');
        if (fenced) t.fence();
        t.store(flags[me], 0);
      }
    });
  return p.observe(finalCell('cs')).build();
}

/** The thread's own value is still there if no other thread is in the critical section. */
function critical(t: ThreadBuilder, cs: Expr, me: number): Expr {
  t.store(cs, me);
  return t.load(cs, 'c');
}

/** The largest value of i and j after n rounds: the Fibonacci number 2n + 2. */
function fibonacciBound(n: number): number {
  let [a, b] = [1, 1];
  for (const _ of upTo(n)) [a, b] = [a + b, a + 2 * b];
  return b;
}

/** n rounds of i += j || j += i from i = j = 1. The main thread reads i and j after joining, or while the others run. */
function fib(n: number, options: { racing?: boolean } = {}): Program {
  const racing = options.racing === true;
  const p = program(`fib-${racing ? 'racing' : 'join'}-${n}`);
  const cells = [p.location('i', 1), p.location('j', 1)];
  p.thread((t) => {
    t.spawn(1).spawn(2);
    if (!racing) t.join(1).join(2);
    t.load(cells[0], 'i');
    t.load(cells[1], 'j');
    if (!racing) return;
    const below = (name: string): Expr => binary('<=', register(name), constant(fibonacciBound(n)));
    t.assert(binary('&&', below('i'), below('j')), 'a Fibonacci number too large');
  });
  for (const me of [0, 1])
    p.thread(
      (t) => {
        for (const _ of upTo(n)) {
          const own = t.load(cells[me], 'own');
          t.store(cells[me], binary('+', own, t.load(cells[1 - me], 'other')));
        }
      },
      { spawned: [] },
    );
  const largest = fibonacciBound(n);
  return racing
    ? p.observe(finalRegister(0, 'i'), finalRegister(0, 'j')).build()
    : p.exists(or(eq(finalRegister(0, 'i'), largest), eq(finalRegister(0, 'j'), largest))).build();
}

export const families: readonly Family[] = [
  { name: 'wr1', about: 'n threads [x = i; r = x]', program: wr1 },
  { name: 'wr2', about: 'n writers x = i and n readers of x', program: wr2 },
  { name: 'ring', about: 'n threads [x_i = 1; r = x_(i+1)]', program: (n) => ring(n) },
  { name: 'ring-fenced', about: 'the ring with full fences', program: (n) => ring(n, { fenced: true }) },
  { name: 'lastzero', about: 'a scan for 0 against n threads a[j] = a[j-1] + 1', program: lastzero },
  { name: 'readers', about: 'one writer, n readers', program: readers },
  { name: 'writers', about: 'n writers of one location', program: writers },
  { name: 'mutex-inc', about: 'n threads [lock; c = c + 1; unlock]', program: mutexInc },
  { name: 'fetch-add', about: 'n threads fetch-and-add', program: fetchAdd },
  { name: 'dekker', about: 'n rounds of Dekker without waiting', program: (n) => dekker(n) },
  { name: 'dekker-fenced', about: 'the same with full fences', program: (n) => dekker(n, { fenced: true }) },
  { name: 'peterson', about: 'n rounds of Peterson', program: (n) => peterson(n) },
  {
    name: 'peterson-fenced',
    about: 'the same with full fences',
    program: (n) => peterson(n, { fenced: true }),
  },
  { name: 'fib-join', about: 'n rounds of i += j || j += i, then both are read', program: (n) => fib(n) },
  { name: 'fib-racing', about: 'the same, read while they run', program: (n) => fib(n, { racing: true }) },
];

/** The family of that name with its parameter. */
export function familyProgram(name: string, n: number): Program {
  const family = families.find((f) => f.name === name);
  if (family === undefined)
    throw new InputError({
      code: 'unknown-family',
      message: `no family of programs is named ${name}`,
      hint: `one of ${families.map((f) => f.name).join(', ')}`,
    });
  if (!Number.isInteger(n) || n < 1)
    throw new InputError({ code: 'bad-size', message: `the parameter of ${name} is a whole number from 1` });
  return family.program(n);
}
