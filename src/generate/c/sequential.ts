// Whole sequential programs: types and objects, functions, a main that computes, and at its end the values to compare, each
// copied to a global named `out...`.

import { Random } from '../../support/prng.js';
import { Dialect } from './dialect.js';
import { Expressions } from './expressions.js';
import type { Feature } from './features.js';
import { Helpers } from './helpers.js';
import type { IntegerType } from './integers.js';
import { Memory } from './memory.js';
import { Objects } from './objects.js';
import { Statements } from './statements.js';
import { statement, type Tree } from './tree.js';
import { type PureFunction, type Scope, Writer } from './writer.js';

/** A C program and what is to be compared. The tree defines `@main` and, for each output, a global `@NAME`. */
export interface JudgedProgram {
  readonly name: string;
  readonly tree: Tree;
  readonly outputs: readonly { readonly name: string; readonly type: IntegerType }[];
  readonly features: ReadonlySet<Feature>;
  /** Globals with their initial values, for a program that runs many times. */
  readonly reset?: readonly { readonly name: string; readonly initial: string }[];
}

interface SequentialOptions {
  readonly features: ReadonlySet<Feature>;
  /** Statements in main. */
  readonly size: number;
}

export function sequentialProgram(seed: number, { features, size }: SequentialOptions): JudgedProgram {
  const writer = new Writer(new Random(seed), features);
  const { random } = writer;
  const expressions = new Expressions(writer);
  const objects = new Objects(writer, expressions);
  const helpers = new Helpers(writer, expressions);
  const memory = new Memory(writer, expressions, objects, helpers, new Dialect(writer, expressions));
  const statements = new Statements(writer, expressions, memory);
  const functions: PureFunction[] = [];
  const scope: Scope = { places: [], arrays: [], functions, loop: 'none', depth: 0 };

  const { top } = writer;
  const locals: Tree[] = [];
  if (writer.wants('enum', 0.4)) top.push(objects.enumeration(), objects.enumObject(scope));
  for (let i = random.int(1, 3); i > 0; i--) top.push(objects.scalar(scope, random.pick(['', 'static '])));
  const declare = (make: (storage: string) => Tree): void => {
    if (random.chance(0.6)) top.push(make(random.pick(['', 'static '])));
    else locals.push(make(''));
  };
  if (writer.wants('arrays', 0.6))
    for (let i = random.int(1, 2); i > 0; i--) declare((storage) => objects.array(scope, storage));
  if (writer.wants('arrays of arrays', 0.2)) declare((storage) => objects.arrayOfArrays(scope, storage));
  if (writer.wants('structs', 0.5)) {
    top.push(objects.structType());
    const [struct] = objects.structs;
    for (let i = random.int(1, 2); i > 0; i--)
      declare((storage) => objects.structObject(scope, storage, struct));
    if (writer.wants('pointers', 0.5)) locals.push(objects.structPointer(scope, objects.structObjects[0]));
  }
  if (writer.wants('unions', 0.25)) top.push(objects.union(scope));
  if (writer.wants('calls', 0.5))
    for (let i = random.int(1, 2); i > 0; i--)
      functions.push(
        helpers.pure((within, count) => statements.body({ ...within, functions: [...functions] }, count)),
      );

  const body = statements.body(scope, size);
  const outputs: { name: string; type: IntegerType }[] = [];
  const results: Tree[] = [];
  const output = (type: IntegerType, parts: ReturnType<Scope['places'][number]['parts']>): void => {
    const name = `out${outputs.length}`;
    const wanted = random.chance(0.6) ? plainType(type) : writer.integerType();
    outputs.push({ name, type: wanted });
    results.push(statement(`@${name} = `, ...parts, ';\n'));
  };
  for (const place of scope.places) output(place.type, place.parts());
  for (const array of scope.arrays)
    for (let i = 0; i < array.length; i++) output(array.type, [`${array.name}[${i}]`]);

  const declarations = outputs.map((o) => statement(`${o.type.name} @${o.name};\n`));
  const tree = statement(
    ...top,
    ...declarations,
    statement('int @main(void) {\n', ...locals, ...body, ...results, 'return 0;\n}\n'),
  );
  return { name: `seq${seed}`, tree, outputs, features: writer.used };
}

/** The type an object is copied to: bit-fields have none of their own. */
const plainType = (type: IntegerType): IntegerType =>
  type.rank === 1 && type.name !== 'char' && !/char|8_t/.test(type.name)
    ? { name: type.signed ? 'int' : 'unsigned', bits: 32, signed: type.signed, rank: 3 }
    : type;
