// Whole concurrent programs: two or three threads with a few accesses each, started in the ways people start them, waiting for
// each other in the ways people wait. They end in every execution: a thread waits only for threads with smaller numbers.

import { Random } from '../../support/prng.js';
import type { Feature } from './features.js';
import { bool, bytes, type IntegerType, int, longs, shorts, unsigned } from './integers.js';
import { patternFor } from './patterns.js';
import type { JudgedProgram } from './sequential.js';
import { SharedStatements, type SharedVariable } from './shared.js';
import { statement, type Tree, textOf } from './tree.js';
import { Writer } from './writer.js';

interface ConcurrentOptions {
  readonly features: ReadonlySet<Feature>;
  /** Statements of all threads together. */
  readonly size: number;
}

interface Locks {
  readonly rwlock: boolean;
  readonly semaphore: boolean;
  readonly once: boolean;
  readonly barrier: boolean;
}

type Waiting = 'none' | 'spin' | 'one waiter' | 'several waiters' | 'broadcast';

export function concurrentProgram(seed: number, options: ConcurrentOptions): JudgedProgram {
  return new Concurrent(seed, options).program();
}

class Concurrent {
  readonly #writer: Writer;
  readonly #outputs: { name: string; type: IntegerType }[] = [];
  readonly #reset: { name: string; initial: string }[] = [];
  readonly #top: Tree[] = [];
  readonly #main: Tree[] = [];
  readonly #results: Tree[] = [];

  constructor(
    private readonly seed: number,
    private readonly options: ConcurrentOptions,
  ) {
    this.#writer = new Writer(new Random(seed), options.features);
  }

  program(): JudgedProgram {
    const writer = this.#writer;
    const { random } = writer;
    const threads = random.chance(0.75) ? 2 : 3;
    const globals = this.#variables();
    const waiting = this.#waiting(threads);
    const mutex = writer.may('mutexes') || writer.may('trylock');
    this.#top.push(statement('pthread_mutex_t @mutex = PTHREAD_MUTEX_INITIALIZER;\n'));
    if (waiting !== 'none' && waiting !== 'spin')
      this.#top.push(statement('pthread_cond_t @cond = PTHREAD_COND_INITIALIZER;\n'));
    if (waiting !== 'none') this.#global(waiting === 'spin' ? 'volatile int' : 'int', '@ready', '0');

    const locks = this.#locks(threads);
    const pattern = patternFor(writer, {
      output: (type) => this.#output(type),
      global: (type, name, initial) => this.#global(type, name, initial),
      top: (text) => this.#top.push(statement(text)),
      before: (text) => this.#main.push(statement(text)),
      after: (text) => this.#results.push(statement(text)),
    });
    const local = writer.wants('shared locals', 0.2);
    const style = writer.choose<'none' | 'value' | 'stack' | 'array'>([
      [2, undefined, () => 'none'],
      [1, undefined, () => 'value'],
      [2, 'arguments on the stack', () => 'stack'],
      [1.5, 'arrays of arguments', () => 'array'],
    ]);
    const result = writer.wants('thread results', 0.25);
    this.#declareThreads(threads, style, local);
    const shares = this.#shares(threads);
    const crossing = random.chance(0.35);
    const how = { globals, waiting, mutex, locks, pattern, local, style, result, threads, crossing };
    const bodies = shares.map((share, t) => this.#thread(t, share, how));
    this.#spawn(threads, style, local, result);
    for (const v of globals) this.#results.push(statement(`@${this.#output(v.type)} = ${v.name};\n`));

    const outputs = this.#outputs.map((o) => statement(`${o.type.name} @${o.name};\n`));
    const main = statement('int @main(void) {\n', ...this.#main, ...this.#results, 'return 0;\n}\n');
    return {
      name: `par${this.seed}`,
      tree: statement(...outputs, ...this.#top, ...writer.top, ...bodies, main),
      outputs: this.#outputs,
      features: writer.used,
      reset: [...this.#outputs.map((o) => ({ name: `@${o.name}`, initial: '0' })), ...this.#reset],
    };
  }

  #output(type: IntegerType): string {
    const name = `out${this.#outputs.length}`;
    this.#outputs.push({ name, type });
    return name;
  }

  #global(type: string, name: string, initial: string): void {
    this.#top.push(statement(`${type} ${name} = ${initial};\n`));
    this.#reset.push({ name, initial });
  }

  #type(): IntegerType {
    const writer = this.#writer;
    if (writer.wants('narrow shared types', 0.2)) return writer.random.pick([...bytes, ...shorts, bool]);
    if (writer.wants('64-bit shared types', 0.25)) return writer.random.pick(longs);
    return writer.random.pick([int, int, unsigned]);
  }

  #variables(): SharedVariable[] {
    const writer = this.#writer;
    const { random } = writer;
    const list: SharedVariable[] = [];
    for (const name of ['@x', '@y', '@z'].slice(0, random.int(2, 3))) {
      const type = this.#type();
      const atomic = writer.wants('C11 atomics', 0.35);
      this.#global(`${atomic ? '_Atomic ' : ''}${type.name}`, name, random.chance(0.8) ? '0' : '1');
      list.push({ name, type, atomic });
    }
    if (writer.wants('shared structs', 0.2)) {
      const [a, b] = [this.#type(), this.#type()];
      this.#top.push(statement(`struct @shared { ${a.name} a; ${b.name} b; } @s;\n`));
      this.#reset.push({ name: '@s', initial: '(struct @shared){0}' });
      list.push({ name: '@s.a', type: a, atomic: false }, { name: '@s.b', type: b, atomic: false });
    }
    if (writer.wants('shared pointers', 0.15)) {
      const plain = list.filter((v) => !v.atomic && v.type === list[0].type);
      const target = plain[0];
      if (target !== undefined) {
        this.#global(`${target.type.name} *`, '@p', `&${target.name}`);
        list.push({ name: '(*@p)', type: target.type, atomic: false });
      }
    }
    return list;
  }

  #waiting(threads: number): Waiting {
    return this.#writer.choose<Waiting>([
      [5, undefined, () => 'none'],
      [1.5, 'spin waits', () => 'spin'],
      [1, 'one waiter', () => 'one waiter'],
      [threads === 3 ? 3 : 0, 'several waiters', () => 'several waiters'],
      [threads === 3 ? 3 : 0, 'broadcast', () => 'broadcast'],
    ]);
  }

  #shares(threads: number): number[] {
    const shares = Array.from({ length: threads }, () => 1);
    for (let left = this.options.size - threads; left > 0; left--)
      shares[this.#writer.random.int(0, threads - 1)]++;
    return shares;
  }

  #declareThreads(threads: number, style: string, local: boolean): void {
    if (local) this.#top.push(statement('struct @frame { int *a; int *b; };\n'));
    if (style === 'array') this.#top.push(statement('struct @arg { int id; long value; };\n'));
    if (local)
      this.#main.push(statement('int la = 0, lb = 0;\n'), statement('struct @frame frame = {&la, &lb};\n'));
    this.#main.push(statement(`pthread_t t[${threads}];\n`));
  }

  #thread(
    index: number,
    share: number,
    how: {
      readonly globals: readonly SharedVariable[];
      readonly waiting: Waiting;
      readonly mutex: boolean;
      readonly locks: Locks;
      readonly pattern: ReturnType<typeof patternFor>;
      readonly local: boolean;
      readonly style: string;
      readonly result: boolean;
      readonly threads: number;
      readonly crossing: boolean;
    },
  ): Tree {
    const writer = this.#writer;
    const { random } = writer;
    const start: Tree[] = [];
    const variables = [...how.globals];
    if (how.local) {
      start.push(statement('struct @frame *frame = arg;\n'));
      variables.push(
        { name: '(*frame->a)', type: int, atomic: false },
        { name: '(*frame->b)', type: int, atomic: false },
      );
    } else if (how.style === 'value') start.push(statement(`@${this.#output(int)} = (int)(long)arg;\n`));
    else if (how.style === 'stack')
      start.push(
        statement('int *mine = arg;\n'),
        statement(`@${this.#output(int)} = *mine;\n`),
        statement('*mine += 5;\n'),
      );
    else if (how.style === 'array')
      start.push(
        statement('struct @arg *mine = arg;\n'),
        statement(`mine->value = mine->id + ${random.int(1, 9)};\n`),
      );
    const shared = new SharedStatements(writer, variables, (type) => this.#output(type));
    const body = Array.from({ length: share }, () => shared.one());
    // A store, then a load of the other thread's cell: the one reordering that TSO adds to SC.
    if (how.crossing && index < 2) {
      const [mine, theirs] = index === 0 ? how.globals : [how.globals[1], how.globals[0]];
      body.splice(0, body.length - 1, shared.store(mine), shared.load(theirs));
    }
    if (how.mutex && random.chance(0.3)) this.#locked(body);
    this.#wait(index, how.waiting, how.threads, body);
    this.#guard(how.locks, body);
    if (how.locks.barrier && how.waiting === 'none')
      body.splice(random.int(0, body.length), 0, statement('pthread_barrier_wait(&@barrier);\n'));
    const part = how.pattern?.(index);
    if (part !== undefined) body.splice(random.int(0, body.length), 0, part);
    const value = how.result ? `(void *)(long)${random.pick(['7', '-3', '(1L << 40)'])}` : '0';
    if (how.result) this.#writer.use('thread results');
    return statement(`void *@thread${index}(void *arg) {\n`, ...start, ...body, `return ${value};\n}\n`);
  }

  /** The locks beside the mutex; a barrier only where no thread waits for anything else. */
  #locks(threads: number): Locks {
    const writer = this.#writer;
    const locks = {
      rwlock: writer.wants('rwlocks', 0.15),
      semaphore: writer.wants('semaphores', 0.15),
      once: writer.wants('once', 0.12),
      barrier: writer.wants('barriers', 0.12),
    };
    if (locks.rwlock) this.#top.push(statement('pthread_rwlock_t @rwlock = PTHREAD_RWLOCK_INITIALIZER;\n'));
    if (locks.semaphore) {
      this.#top.push(statement('sem_t @sem;\n'));
      this.#main.push(statement('sem_init(&@sem, 0, 1);\n'));
    }
    if (locks.barrier) {
      this.#top.push(statement('pthread_barrier_t @barrier;\n'));
      this.#main.push(statement(`pthread_barrier_init(&@barrier, 0, ${threads});\n`));
    }
    if (locks.once) {
      this.#global('pthread_once_t', '@once', 'PTHREAD_ONCE_INIT');
      this.#global('int', '@made', '0');
      this.#top.push(statement('static void @make(void) { @made++; }\n'));
      this.#results.push(statement(`@${this.#output(int)} = @made;\n`));
    }
    return locks;
  }

  /** A statement under a lock that another thread may hold only for a while. */
  #guard({ rwlock, semaphore, once }: Locks, body: Tree[]): void {
    const { random } = this.#writer;
    const around = (begin: string, end: string): void => {
      const at = random.int(0, body.length - 1);
      const [some] = body.splice(at, 1);
      body.splice(at, 0, statement(begin, some, end));
    };
    // a thread that holds a lock waits for nothing
    if (body.length === 0 || /cond_wait|while/.test(textOf(statement(...body)))) return;
    if (rwlock && random.chance(0.7))
      around(
        `pthread_rwlock_${random.pick(['rd', 'wr'])}lock(&@rwlock);\n`,
        'pthread_rwlock_unlock(&@rwlock);\n',
      );
    if (semaphore && !rwlock && random.chance(0.7)) around('sem_wait(&@sem);\n', 'sem_post(&@sem);\n');
    if (once && random.chance(0.7))
      body.splice(random.int(0, body.length), 0, statement('pthread_once(&@once, @make);\n'));
  }

  /** One or two of the statements under the mutex. */
  #locked(body: Tree[]): void {
    const writer = this.#writer;
    const { random } = writer;
    const at = random.int(0, body.length - 1);
    const some = body.splice(at, random.int(1, 2));
    if (writer.wants('trylock', 0.35)) {
      const out = this.#output(int);
      body.splice(
        at,
        0,
        statement(
          'if (pthread_mutex_trylock(&@mutex) == 0) {\n',
          ...some,
          `pthread_mutex_unlock(&@mutex);\n@${out} = 1;\n} else\n@${out} = 2;\n`,
        ),
      );
    } else if (writer.wants('mutexes'))
      body.splice(
        at,
        0,
        statement('pthread_mutex_lock(&@mutex);\n', ...some, 'pthread_mutex_unlock(&@mutex);\n'),
      );
    else body.splice(at, 0, ...some);
  }

  /** Thread 0 lets the others go on. */
  #wait(index: number, waiting: Waiting, threads: number, body: Tree[]): void {
    const { random } = this.#writer;
    const at = random.int(0, body.length);
    const lock = 'pthread_mutex_lock(&@mutex);\n';
    const unlock = 'pthread_mutex_unlock(&@mutex);\n';
    const add = (...parts: string[]): void => {
      body.splice(at, 0, statement(...parts));
    };
    switch (waiting) {
      case 'none':
        return;
      case 'spin':
        if (index === 0) add('@ready = 1;\n');
        else if (index === 1)
          add(random.pick(['while (!@ready) ;\n', 'while (@ready == 0) {}\n', 'do {} while (!@ready);\n']));
        return;
      case 'one waiter':
      case 'broadcast': {
        const call = waiting === 'broadcast' ? 'pthread_cond_broadcast' : 'pthread_cond_signal';
        if (index === 0) add(lock, '@ready = 1;\n', `${call}(&@cond);\n`, unlock);
        else if (index === 1 || waiting === 'broadcast')
          add(lock, 'while (!@ready)\npthread_cond_wait(&@cond, &@mutex);\n', unlock);
        return;
      }
      case 'several waiters':
        if (index === 0)
          for (let i = 1; i < threads; i++)
            add(lock, '@ready++;\n', 'pthread_cond_signal(&@cond);\n', unlock);
        else add(lock, 'while (@ready == 0)\npthread_cond_wait(&@cond, &@mutex);\n', '@ready--;\n', unlock);
        return;
    }
  }

  #spawn(threads: number, style: string, local: boolean, result: boolean): void {
    const create = (t: string, argument: string): Tree =>
      statement(`pthread_create(&t[${t}], 0, @thread${t}, ${argument});\n`);
    const all = Array.from({ length: threads }, (_, t) => t);
    if (!local && style === 'stack')
      for (const t of all) this.#main.push(statement(`int id${t} = ${this.#writer.random.int(1, 9)};\n`));
    if (!local && style === 'array')
      this.#main.push(
        statement(
          `struct @arg args[${threads}];\nfor (int i = 0; i < ${threads}; i++) {\nargs[i].id = i + 1;\nargs[i].value = 0;\n}\n`,
        ),
      );
    for (const t of all) {
      const argument = local
        ? '&frame'
        : style === 'stack'
          ? `&id${t}`
          : style === 'array'
            ? `&args[${t}]`
            : style === 'value'
              ? `(void *)${t + 1}L`
              : '0';
      this.#main.push(create(String(t), argument));
    }
    if (result)
      for (const t of all)
        this.#main.push(
          statement(`void *r${t};\npthread_join(t[${t}], &r${t});\n`),
          statement(`@${this.#output(longs[0])} = (long)r${t};\n`),
        );
    else if (this.#writer.random.chance(0.5))
      this.#main.push(statement(`for (int i = 0; i < ${threads}; i++)\npthread_join(t[i], 0);\n`));
    else for (const t of all) this.#main.push(statement(`pthread_join(t[${t}], 0);\n`));
    if (local)
      this.#results.push(
        statement(`@${this.#output(int)} = la;\n`),
        statement(`@${this.#output(int)} = lb;\n`),
      );
    else if (style === 'stack')
      for (const t of all) this.#results.push(statement(`@${this.#output(int)} = id${t};\n`));
    else if (style === 'array')
      for (const t of all) this.#results.push(statement(`@${this.#output(longs[0])} = args[${t}].value;\n`));
  }
}
