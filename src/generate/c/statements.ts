// Random statements: assignments in all their forms and control flow. Loops run a few rounds, for any body.

import type { Expressions } from './expressions.js';
import type { Memory } from './memory.js';
import { type Part, statement, type Tree } from './tree.js';
import { inner, type Place, type Scope, type Writer } from './writer.js';

export class Statements {
  constructor(
    private readonly writer: Writer,
    private readonly expressions: Expressions,
    private readonly memory: Memory,
  ) {}

  body(scope: Scope, count: number): Tree[] {
    return Array.from({ length: count }, () => this.#statement(scope));
  }

  #statement(scope: Scope): Tree {
    const { writer } = this;
    const deep = scope.depth >= 3;
    const flow = deep ? 0 : 1;
    return writer.choose<Tree>([
      [6, undefined, () => this.#assignment(scope)],
      [3, 'compound assignment', () => this.#compound(scope)],
      [2, 'increment', () => this.#increment(scope)],
      [1.5, 'nested side effects', () => this.#nested(scope)],
      [2, undefined, () => this.#local(scope)],
      [2 * flow, undefined, () => this.#if(scope)],
      [flow, 'for', () => this.#for(scope)],
      [0.7 * flow, 'while', () => this.#while(scope)],
      [0.7 * flow, 'do', () => this.#do(scope)],
      [flow, 'switch', () => this.#switch(scope)],
      [0.6 * flow, 'goto', () => this.#goto(scope)],
      [0.7 * flow, 'shadowing', () => this.#block(scope)],
      [0.5, '#if', () => this.#preprocessor(scope)],
      [scope.loop === 'none' ? 0 : 1.5, 'break and continue', () => this.#leave(scope)],
      [6, undefined, () => this.memory.statement(scope) ?? this.#assignment(scope)],
    ]);
  }

  #writable(scope: Scope): Place | undefined {
    const writable = scope.places.filter((p) => p.constant !== true);
    return writable.length === 0 ? undefined : this.writer.random.pick(writable);
  }

  #assignment(scope: Scope): Tree {
    const { random } = this.writer;
    if (scope.arrays.length > 0 && random.chance(0.25)) {
      const array = random.pick(scope.arrays);
      const index = this.expressions.index(scope, array.length);
      return statement(array.name, '[', index, '] = ', this.expressions.value(scope, 2).tree, ';\n');
    }
    const place = this.#writable(scope);
    if (place === undefined) return this.#local(scope);
    return statement(...place.parts(), ' = ', this.expressions.value(scope, 3).tree, ';\n');
  }

  #compound(scope: Scope): Tree {
    const { random } = this.writer;
    const place = this.#writable(scope);
    if (place === undefined) return this.#local(scope);
    const wide = place.type.signed && place.type.rank >= 3;
    const op = random.pick(['+', '-', '&', '|', '^', '>>', ...(wide ? [] : ['*', '/', '%', '<<'])]);
    const value = this.expressions.smallValue(scope, 2).tree;
    const parts: Part[] = [...place.parts(), ` ${op}= `];
    if (op === '>>' || op === '<<') {
      if (op === '<<' && place.type.signed) return statement(...place.parts(), ' = ', value, ';\n');
      return statement(...parts, '(', value, ') & 7;\n');
    }
    if (op === '/' || op === '%') return statement(...parts, '(', value, ') | 1;\n');
    return statement(...parts, value, ';\n');
  }

  #increment(scope: Scope): Tree {
    const { random } = this.writer;
    const place = this.#writable(scope);
    const target = this.#writable(scope);
    if (place === undefined || target === undefined) return this.#local(scope);
    const op = random.pick(['++', '--']);
    const step: Part[] = random.chance(0.5) ? [...place.parts(), op] : [op, ...place.parts()];
    if (random.chance(0.5)) return statement(...step, ';\n');
    // Through a temporary, so that a place is not changed twice without an order.
    const name = this.writer.fresh('t');
    return statement(`long ${name} = `, ...step, ';\n', ...target.parts(), ` = ${name};\n`);
  }

  #nested(scope: Scope): Tree {
    const { random } = this.writer;
    const plain = scope.places.filter((p) => p.constant !== true);
    if (plain.length < 2) return this.#local(scope);
    const w = random.pick(plain).parts();
    const v = random.pick(plain).parts();
    const e = (): Tree => this.expressions.value(scope, 2).tree;
    const name = this.writer.fresh('t');
    const value = random.pick<() => Part[]>([
      () => ['(', e(), ') && (', ...w, `++ > ${random.int(-1, 3)})`],
      () => ['(', e(), ') || (--', ...w, ', ', e(), ')'],
      () => ['(', e(), ') ? ', ...w, '++ : --', ...v],
      () => ['(', ...w, ' = ', e(), ', ', ...w, ' ^ 5)'],
      () => ['(', ...w, ' ^= ', e(), ') != 3'],
      () => [...w, ' = ', e()],
    ])();
    return statement(`long ${name} = `, ...value, ';\n', ...v, ` = ${name};\n`);
  }

  #local(scope: Scope): Tree {
    const type = this.writer.integerType();
    const name = this.writer.fresh('l');
    const constant = this.writer.random.chance(0.15);
    const value = this.expressions.value(scope, 2).tree;
    scope.places.push({ type, parts: () => [name], constant });
    return statement(`${constant ? 'const ' : ''}${type.name} ${name} = `, value, ';\n');
  }

  #block(scope: Scope): Tree {
    const within = inner(scope);
    // An inner object may have the name of an outer one.
    const shadowed = this.writer.random.pick([...scope.places, undefined]);
    const name = shadowed?.parts().join('') ?? '';
    const declaration: Part[] = [];
    if (/^@[a-z]\d+$/.test(name)) {
      const type = this.writer.integerType();
      const index = scope.places.findIndex((p) => p.parts === shadowed?.parts);
      within.places[index] = { type, parts: () => [name] };
      declaration.push(statement(`${type.name} ${name} = ${this.writer.random.int(-3, 9)};\n`));
    }
    return statement('{\n', ...declaration, ...this.body(within, 2), '}\n');
  }

  #condition(scope: Scope): Tree {
    return this.expressions.value(scope, 2).tree;
  }

  #if(scope: Scope): Tree {
    const { random } = this.writer;
    const then = this.body(inner(scope), random.int(1, 2));
    const otherwise = random.chance(0.5) ? ['} else {\n', ...this.body(inner(scope), random.int(1, 2))] : [];
    return statement('if (', this.#condition(scope), ') {\n', ...then, ...otherwise, '}\n');
  }

  #for(scope: Scope): Tree {
    const { random } = this.writer;
    const within = inner(scope, { loop: 'loop' });
    const type = this.writer.integerType();
    const name = this.writer.fresh('i');
    const rounds = type.bits === 1 ? 1 : random.int(1, 4);
    within.places.push({ type, parts: () => [name], constant: true });
    const down = random.chance(0.25) && type.bits > 1;
    const head = down
      ? `for (${type.name} ${name} = ${rounds}; ${name} > 0; ${random.pick([`${name}--`, `--${name}`, `${name} -= 1`])}) {\n`
      : `for (${type.name} ${name} = 0; ${name} < ${rounds}; ${type.bits === 1 ? `${name} = 1` : random.pick([`${name}++`, `++${name}`, `${name} += 1`])}) {\n`;
    return statement(head, ...this.body(within, random.int(1, 2)), '}\n');
  }

  #while(scope: Scope): Tree {
    const { random } = this.writer;
    const name = this.writer.fresh('n');
    const within = inner(scope, { loop: 'loop' });
    within.places.push({ type: this.#int(), parts: () => [name], constant: true });
    const more = random.chance(0.5) ? [' && (', this.#condition(scope), ')'] : [];
    return statement(
      `int ${name} = ${random.int(1, 4)};\nwhile (${name}-- > 0`,
      ...more,
      ') {\n',
      ...this.body(within, random.int(1, 2)),
      '}\n',
    );
  }

  #do(scope: Scope): Tree {
    const { random } = this.writer;
    const name = this.writer.fresh('n');
    const within = inner(scope, { loop: 'loop' });
    within.places.push({ type: this.#int(), parts: () => [name], constant: true });
    return statement(
      `int ${name} = 0;\ndo {\n`,
      ...this.body(within, random.int(1, 2)),
      `} while (++${name} < ${random.int(1, 3)});\n`,
    );
  }

  #int(): Place['type'] {
    return { name: 'int', bits: 32, signed: true, rank: 3 };
  }

  #leave(scope: Scope): Tree {
    const how = scope.loop === 'switch' ? 'continue' : this.writer.random.pick(['break', 'continue']);
    return statement('if (', this.#condition(scope), `) ${how};\n`);
  }

  #switch(scope: Scope): Tree {
    const { random } = this.writer;
    const values = [...new Set(Array.from({ length: random.int(1, 4) }, () => random.int(-2, 7)))];
    const used = new Set<number>();
    const cases: Tree[] = [];
    const finish = (): Part[] => (random.chance(0.7) ? ['break;\n'] : []);
    const within = inner(scope, { loop: scope.loop === 'none' ? 'none' : 'switch' });
    for (const value of values) {
      if (used.has(value)) continue;
      used.add(value);
      let label = `case ${value}`;
      const free = [1, 2].filter((d) => !used.has(value + d) && (d === 1 || !used.has(value + 1)));
      if (free.length > 0 && this.writer.wants('case ranges', 0.25)) {
        const last = value + (free.at(-1) ?? 1);
        for (let v = value; v <= last; v++) used.add(v);
        label = `case ${value} ... ${last}`;
      }
      cases.push(statement(`${label}:\n`, ...this.#caseBody(within), ...finish()));
    }
    if (random.chance(0.6))
      cases.splice(
        random.int(0, cases.length),
        0,
        statement('default:\n', ...this.#caseBody(within), ...finish()),
      );
    const what = this.expressions.value(scope, 1).tree;
    return statement('switch ((', what, `) ${random.pick(['& 7', '% 5', '% 8u', ''])}) {\n`, ...cases, '}\n');
  }

  /** In braces, because no declaration follows a label. */
  #caseBody(scope: Scope): Tree[] {
    const within = inner(scope);
    return [statement('{\n', ...this.body(within, this.writer.random.int(0, 2)), '}\n')];
  }

  #goto(scope: Scope): Tree {
    const { random } = this.writer;
    const label = this.writer.fresh('label');
    const within = inner(scope);
    if (random.chance(0.5))
      return statement(
        'if (',
        this.#condition(scope),
        `) goto ${label};\n{\n`,
        ...this.body(within, 2),
        `}\n${label}:;\n`,
      );
    const name = this.writer.fresh('n');
    return statement(
      `int ${name} = 0;\n${label}:;\n{\n`,
      ...this.body(within, 2),
      `}\nif (++${name} < ${random.int(2, 3)} && (`,
      this.#condition(inner(scope)),
      `)) goto ${label};\n`,
    );
  }

  #preprocessor(scope: Scope): Tree {
    const place = this.#writable(scope);
    if (place === undefined) return this.#local(scope);
    return statement(
      `\n#if ${this.#ifCondition(2)}\n`,
      statement(...place.parts(), ` ^= ${this.writer.random.int(1, 9)};\n`),
      '#else\n',
      statement(...place.parts(), ' = ', this.expressions.value(scope, 1).tree, ';\n'),
      '#endif\n',
    );
  }

  #ifCondition(depth: number): string {
    const { random } = this.writer;
    if (depth === 0)
      return random.pick([
        '0',
        '1',
        '-1',
        '0u',
        '1u',
        '3',
        '-7',
        "'a'",
        '0x7fffffff',
        '010',
        '2L',
        'defined(NOPE)',
        'NOPE',
      ]);
    const op = random.pick([
      '+',
      '-',
      '*',
      '<',
      '>',
      '<=',
      '>=',
      '==',
      '!=',
      '&&',
      '||',
      '&',
      '|',
      '^',
      '>>',
    ]);
    const [a, b] = [this.#ifCondition(depth - 1), this.#ifCondition(depth - 1)];
    if (op === '>>') return `((${a}) >> ${random.int(0, 3)})`;
    if (random.chance(0.15)) return `((${a}) ? (${b}) : ${random.int(-2, 2)})`;
    return random.chance(0.15) ? `(!(${a}) ${op} ~(${b}))` : `(${a} ${op} ${b})`;
  }
}
