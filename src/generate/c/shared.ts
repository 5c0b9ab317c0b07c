// Statements of a concurrent program on shared memory: each has a few events.

import type { IntegerType } from './integers.js';
import { expression, type Part, statement, type Tree } from './tree.js';
import type { Writer } from './writer.js';

export interface SharedVariable {
  /** How threads name it: `@x`, `@s.f`, `*p`. */
  readonly name: string;
  readonly type: IntegerType;
  readonly atomic: boolean;
}

const loadOrders = ['relaxed', 'acquire', 'seq_cst', 'consume'];
const storeOrders = ['relaxed', 'release', 'seq_cst'];
const updateOrders = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

export class SharedStatements {
  constructor(
    private readonly writer: Writer,
    private readonly variables: readonly SharedVariable[],
    /** A new output of that type. */
    private readonly output: (type: IntegerType) => string,
  ) {}

  one(): Tree {
    const { writer } = this;
    const v = writer.random.pick(this.variables);
    if (writer.wants('fences', 0.12)) return this.#fence();
    if (v.atomic) return writer.wants('C11 atomics', 0.6) ? this.#c11(v) : this.#plain(v);
    if (writer.wants('GCC atomics', 0.3)) return this.#gcc(v);
    if (v.type.bits > 1 && writer.wants('__sync', 0.12)) return this.#sync(v);
    return this.#plain(v);
  }

  store(v: SharedVariable): Tree {
    return v.atomic
      ? statement(`atomic_store_explicit(&${v.name}, `, this.#constant(), ', memory_order_release);\n')
      : statement(`${v.name} = `, this.#constant(), ';\n');
  }

  load(v: SharedVariable): Tree {
    return this.#into(v, v.name);
  }

  #constant(): Tree {
    return expression(String(this.writer.random.pick([1, 1, 2, 3, -1, 200, 70000])));
  }

  #into(v: SharedVariable, ...parts: Part[]): Tree {
    return statement(`@${this.output(v.type)} = `, ...parts, ';\n');
  }

  #plain(v: SharedVariable): Tree {
    const { random } = this.writer;
    const other = random.pick(this.variables);
    return random.weighted<() => Tree>([
      [5, () => statement(`${v.name} = `, this.#constant(), ';\n')],
      [5, () => this.#into(v, v.name)],
      [
        1,
        () =>
          statement(random.pick([`${v.name}++`, `--${v.name}`, `${v.name} += 2`, `${v.name} |= 4`]), ';\n'),
      ],
      [
        1,
        () =>
          statement(`if (${v.name}) `, statement(`${other.name} = `, this.#constant(), ';\n'), 'else ;\n'),
      ],
      [1, () => statement(`${v.name} = ${other.name} + 1;\n`)],
    ])();
  }

  #fence(): Tree {
    const { random } = this.writer;
    const order = random.pick(['acquire', 'release', 'acq_rel', 'seq_cst', 'seq_cst']);
    return statement(
      random.pick([`atomic_thread_fence(memory_order_${order});\n`, '__sync_synchronize();\n']),
    );
  }

  #c11(v: SharedVariable): Tree {
    const { random } = this.writer;
    const order = (orders: readonly string[]): string => `memory_order_${random.pick(orders)}`;
    const bool = v.type.bits === 1;
    return random.weighted<() => Tree>([
      [
        3,
        () =>
          statement(`atomic_store_explicit(&${v.name}, `, this.#constant(), `, ${order(storeOrders)});\n`),
      ],
      [1, () => statement(`atomic_store(&${v.name}, `, this.#constant(), ');\n')],
      [3, () => this.#into(v, `atomic_load_explicit(&${v.name}, ${order(loadOrders)})`)],
      [1, () => this.#into(v, `atomic_load(&${v.name})`)],
      [
        1,
        () =>
          this.#into(
            v,
            `atomic_exchange_explicit(&${v.name}, `,
            this.#constant(),
            `, ${order(updateOrders)})`,
          ),
      ],
      [
        bool ? 0 : 2,
        () => {
          const op = random.pick(['add', 'sub', 'and', 'or', 'xor']);
          return this.#into(
            v,
            `atomic_fetch_${op}_explicit(&${v.name}, `,
            this.#constant(),
            `, ${order(updateOrders)})`,
          );
        },
      ],
      [bool ? 0 : 1, () => this.#into(v, `atomic_fetch_add(&${v.name}, `, this.#constant(), ')')],
      [
        2,
        () => {
          const [expected, done] = [this.writer.fresh('e'), this.output(v.type)];
          const strength = random.pick(['strong', 'weak']);
          const call = random.chance(0.5)
            ? `atomic_compare_exchange_${strength}(&${v.name}, &${expected}, `
            : `atomic_compare_exchange_${strength}_explicit(&${v.name}, &${expected}, `;
          const orders = call.includes('explicit') ? `, ${order(updateOrders)}, memory_order_relaxed` : '';
          return statement(
            `${v.type.name} ${expected} = ${random.int(0, 1)};\n@${done} = `,
            call,
            this.#constant(),
            `${orders}) ? 100 : ${expected};\n`,
          );
        },
      ],
    ])();
  }

  #gcc(v: SharedVariable): Tree {
    const { random } = this.writer;
    const order = (orders: readonly string[]): string => `__ATOMIC_${random.pick(orders).toUpperCase()}`;
    return random.weighted<() => Tree>([
      [3, () => statement(`__atomic_store_n(&${v.name}, `, this.#constant(), `, ${order(storeOrders)});\n`)],
      [3, () => this.#into(v, `__atomic_load_n(&${v.name}, ${order(loadOrders)})`)],
      [
        1,
        () =>
          this.#into(v, `__atomic_exchange_n(&${v.name}, `, this.#constant(), `, ${order(updateOrders)})`),
      ],
      [
        v.type.bits === 1 ? 0 : 2,
        () => {
          const op = random.pick(['add', 'sub', 'and', 'or', 'xor']);
          const name = random.pick([`fetch_${op}`, `${op}_fetch`]);
          return this.#into(
            v,
            `__atomic_${name}(&${v.name}, `,
            this.#constant(),
            `, ${order(updateOrders)})`,
          );
        },
      ],
      [
        1,
        () => {
          const expected = this.writer.fresh('e');
          const done = this.output(v.type);
          return statement(
            `${v.type.name} ${expected} = ${random.int(0, 1)};\n@${done} = __atomic_compare_exchange_n(&${v.name}, &${expected}, `,
            this.#constant(),
            `, 0, ${order(updateOrders)}, __ATOMIC_RELAXED) ? 100 : ${expected};\n`,
          );
        },
      ],
    ])();
  }

  #sync(v: SharedVariable): Tree {
    const op = this.writer.random.pick([
      'fetch_and_add',
      'fetch_and_sub',
      'add_and_fetch',
      'fetch_and_or',
      'lock_test_and_set',
    ]);
    return this.writer.random.chance(0.3)
      ? this.#into(v, `__sync_val_compare_and_swap(&${v.name}, 0, `, this.#constant(), ')')
      : this.#into(v, `__sync_${op}(&${v.name}, `, this.#constant(), ')');
  }
}
