// Functions written on the side for one construct: static locals, addresses of locals, recursion, function pointers, macros.

import type { Expressions } from './expressions.js';
import { type IntegerType, int } from './integers.js';
import type { StructType } from './objects.js';
import { type Part, statement, type Tree } from './tree.js';
import type { Place, PureFunction, Scope, Writer } from './writer.js';

export class Helpers {
  constructor(
    private readonly writer: Writer,
    private readonly expressions: Expressions,
  ) {}

  #empty(): Scope {
    return { places: [], arrays: [], functions: [], loop: 'none', depth: 0 };
  }

  /** A function of integers to an integer. */
  pure(statements: (scope: Scope, count: number) => Tree[]): PureFunction {
    const { writer } = this;
    const name = writer.fresh('fun');
    const result = writer.integerType();
    const scope = this.#empty();
    const parameters = Array.from({ length: writer.random.int(1, 3) }, (): IntegerType => {
      const type = writer.integerType();
      const parameter = writer.fresh('x');
      scope.places.push({ type, parts: () => [parameter] });
      return type;
    });
    const list = scope.places.map((p, i) => `${parameters[i].name} ${p.parts().join('')}`).join(', ');
    const early = writer.random.chance(0.3)
      ? [
          statement(
            'if (',
            this.expressions.value(scope, 1).tree,
            ') return ',
            this.expressions.value(scope, 1).tree,
            ';\n',
          ),
        ]
      : [];
    writer.top.push(
      statement(
        `static ${result.name} ${name}(${list}) {\n`,
        ...early,
        ...statements(scope, writer.random.int(0, 3)),
        'return ',
        this.expressions.value(scope, 2).tree,
        ';\n}\n',
      ),
    );
    return { name, result, parameters };
  }

  staticLocal(target: Place): Tree {
    const { writer } = this;
    const name = writer.fresh('fun');
    const type = writer.integerType();
    writer.top.push(
      statement(
        `static ${type.name} ${name}(void) {\nstatic ${type.name} n = ${writer.random.int(0, 3)};\nn += ${writer.random.int(1, 3)};\nreturn n;\n}\n`,
      ),
    );
    const calls = Array.from({ length: writer.random.int(1, 2) }, () => statement(`${name}();\n`));
    return statement(...calls, statement(...target.parts(), ` = ${name}();\n`));
  }

  addressOfLocal(scope: Scope, target: Place): Tree {
    const { writer } = this;
    const name = writer.fresh('fun');
    const type = writer.integerType();
    const local = writer.fresh('l');
    const within = this.#empty();
    within.places.push({ type, parts: () => ['*p'] }, { type: int, parts: () => ['k'] });
    writer.top.push(
      statement(
        `static int ${name}(${type.name} *p, int k) {\n`,
        statement('*p = ', this.expressions.value(within, 2).tree, ';\n'),
        'return ',
        this.expressions.value(within, 1).tree,
        ';\n}\n',
      ),
    );
    const argument: Part = this.expressions.value(scope, 1).tree;
    if (writer.random.chance(0.4))
      return statement(
        `${type.name} ${local}[2] = {1, 2};\nint ${local}r = ${name}(&${local}[1], `,
        '(',
        argument,
        '));\n',
        statement(...target.parts(), ` = ${local}[${writer.random.int(0, 1)}] ^ ${local}r;\n`),
      );
    return statement(
      `${type.name} ${local} = ${writer.random.int(0, 9)};\nint ${local}r = ${name}(&${local}, (`,
      argument,
      '));\n',
      statement(...target.parts(), ` = ${local} ^ ${local}r;\n`),
    );
  }

  recursion(scope: Scope, target: Place): Tree {
    const { writer } = this;
    const name = writer.fresh('fun');
    const type = writer.integerType();
    const within = this.#empty();
    within.places.push({ type: int, parts: () => ['n'] });
    writer.top.push(
      statement(
        `static ${type.name} ${name}(int n) {\nif (n <= 0) return `,
        this.expressions.value(within, 1).tree,
        `;\nreturn (${type.name})((unsigned long)${name}(n - 1) + (`,
        this.expressions.value(within, 1).tree,
        '));\n}\n',
      ),
    );
    return statement(...target.parts(), ` = ${name}((`, this.expressions.value(scope, 1).tree, ') & 3);\n');
  }

  functionPointer(scope: Scope, target: Place): Tree {
    const { writer } = this;
    const [f, g, table] = [writer.fresh('fun'), writer.fresh('fun'), writer.fresh('table')];
    const within = this.#empty();
    within.places.push({ type: int, parts: () => ['n'] });
    for (const name of [f, g])
      writer.top.push(
        statement(`static int ${name}(int n) {\nreturn `, this.expressions.value(within, 2).tree, ';\n}\n'),
      );
    const argument = this.expressions.value(scope, 1).tree;
    const condition = this.expressions.value(scope, 1).tree;
    if (writer.random.chance(0.5)) {
      writer.top.push(statement(`static int (*const ${table}[2])(int) = {${f}, ${g}};\n`));
      return statement(...target.parts(), ` = ${table}[(`, condition, ') & 1]((', argument, '));\n');
    }
    return statement(
      `int (*${table})(int) = (`,
      condition,
      `) ? ${f} : &${g};\n`,
      statement(...target.parts(), ` = ${writer.random.pick([table, `(*${table})`])}((`, argument, '));\n'),
    );
  }

  macro(scope: Scope, target: Place): Tree {
    const { writer } = this;
    const name = writer.fresh('M');
    const body = writer.random.pick([
      '((unsigned)(a) * 2 + (b))',
      '((a) > (b) ? (a) : (b))',
      '(a ^ b)',
      '(#a[0] + (b & 3))',
      `(x##a + 1u + b)`,
    ]);
    writer.top.push(statement(`\n#define ${name}(a, b) ${body}\n`));
    if (body.includes('##')) {
      const x = writer.random.int(100, 999);
      return statement(
        `unsigned x${x} = ${writer.random.int(0, 9)};\n`,
        ...target.parts(),
        ` = ${name}(${x}, (`,
        this.expressions.value(scope, 1).tree,
        '));\n',
      );
    }
    if (body.includes('#a'))
      return statement(...target.parts(), ` = ${name}(${writer.random.pick(['zero', '7', '"q"'])}, 2);\n`);
    const [a, b] = [this.expressions.value(scope, 1).tree, this.expressions.value(scope, 1).tree];
    return statement(...target.parts(), ` = ${name}((`, a, '), (', b, '));\n');
  }

  structFunction(struct: StructType, path: string): string {
    const name = this.writer.fresh('fun');
    this.writer.top.push(
      statement(`static ${struct.name} ${name}(${struct.name} s, int k) {\ns.${path} = k;\nreturn s;\n}\n`),
    );
    return name;
  }
}
