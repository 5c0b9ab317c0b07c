// Cat text to a CatModel: includes followed, instructions carried out in order, axioms collected.

import { bug } from '../support/diagnostic.js';
import { baseRelations, baseSets, type CatModel, type RelationExpr, type Typed } from './ast.js';
import { Building } from './building.js';
import { Elaborator } from './elaborate.js';
import { parseSyntax } from './parse.js';
import { preparedModels } from './prepared.js';
import { printExpr } from './print.js';
import { resolveRecursive } from './recursion.js';
import { Scope, type Value } from './scope.js';
import { library, prelude, preludeFile, unsupportedNames } from './stdlib.js';
import type { CatFile, Instruction } from './syntax.js';
import { isReflexive } from './walk.js';

/** A file that includes two others, each of which does so again, has many. */
const mostInclusions = 1000;

/** Finds an included file, given the path as written and the file that includes it. */
export type IncludeResolver = (
  path: string,
  from: string,
) => { readonly text: string; readonly file: string } | undefined;

const noIncludes: IncludeResolver = () => undefined;

export function parseCat(text: string, file: string, includes: IncludeResolver = noIncludes): CatModel {
  const prepared = preparedModels.get(text);
  if (prepared !== undefined) return prepared(file);
  const resolver = new Resolver(includes);
  const tree = resolver.parse(text, file);
  resolver.run(tree.instructions, resolver.initialScope(), [file]);
  return resolver.building.finish(tree.name ?? file, file);
}

type InstructionOf<K extends Instruction['kind']> = Extract<Instruction, { kind: K }>;

/** The syntax of the prelude and the library never changes. */
const builtInTrees = new Map<string, CatFile>();

class Resolver {
  readonly building = new Building();
  readonly #elaborator = new Elaborator(this.building);
  readonly #includes: IncludeResolver;
  #inclusions = 0;

  constructor(includes: IncludeResolver) {
    this.#includes = includes;
  }

  parse(text: string, file: string): CatFile {
    this.building.texts.set(file, text);
    return parseSyntax(text, file);
  }

  #parseBuiltIn(text: string, file: string): CatFile {
    this.building.texts.set(file, text);
    const tree = builtInTrees.get(file) ?? parseSyntax(text, file);
    builtInTrees.set(file, tree);
    return tree;
  }

  initialScope(): Scope {
    const { expressions } = this.building;
    const names = new Map<string, Value>([
      ['domain', { type: 'projection', kind: 'domain' }],
      ['range', { type: 'projection', kind: 'range' }],
    ]);
    for (const name of baseSets) names.set(name, { type: 'set', value: expressions.baseSet(name) });
    for (const name of baseRelations)
      names.set(name, { type: 'relation', value: expressions.baseRelation(name) });
    for (const [name, reason] of unsupportedNames) names.set(name, { type: 'unsupported', reason });
    const tree = this.#parseBuiltIn(prelude, preludeFile);
    return this.run(tree.instructions, new Scope(names), []);
  }

  /** `files` are the ones being included, outermost first. Returns the scope after the last instruction. */
  run(instructions: readonly Instruction[], start: Scope, files: readonly string[]): Scope {
    let scope = start;
    for (const instruction of instructions) scope = this.#step(instruction, scope, files);
    return scope;
  }

  #step(instruction: Instruction, scope: Scope, files: readonly string[]): Scope {
    switch (instruction.kind) {
      case 'let':
        return this.#let(instruction, scope);
      case 'check':
        this.#check(instruction, scope);
        return scope;
      case 'show':
        return scope;
      case 'include':
        return this.#include(instruction, scope, files);
      case 'procedure': {
        const { name, parameters, body } = instruction;
        return scope.with(new Map([[name, { type: 'procedure', parameters, body, scope }]]));
      }
      case 'call':
        return this.#call(instruction, scope, files);
      case 'with':
        return this.#with(instruction, scope);
      case 'variant':
        return this.run(instruction.otherwise, scope, files);
    }
  }

  #let({ bindings, recursive }: InstructionOf<'let'>, scope: Scope): Scope {
    if (recursive) return scope.with(resolveRecursive(bindings, scope, this.building, this.#elaborator));
    const names = new Map<string, Value>();
    for (const { name, parameters, value, at } of bindings) {
      if (parameters !== undefined) {
        names.set(name, { type: 'function', parameters, body: value, scope });
        continue;
      }
      const meaning = this.#elaborator.value(value, scope);
      const typed = meaning.type === 'set' || meaning.type === 'relation';
      names.set(name, typed ? this.building.define(name, meaning, at) : meaning);
    }
    return scope.with(names);
  }

  #check(instruction: InstructionOf<'check'>, scope: Scope): void {
    const { test, negated, flag, value, at } = instruction;
    const typed: Typed =
      test === 'empty'
        ? this.#elaborator.typed(value, scope)
        : { type: 'relation', value: this.#elaborator.relation(value, scope) };
    const text = () => `${negated ? '~' : ''}${test} ${printExpr(typed.value, this.#bindingNames())}`;
    const name = instruction.name ?? text();
    if (
      test !== 'empty' &&
      !negated &&
      !flag &&
      typed.type === 'relation' &&
      isReflexive(typed.value, this.building.bindings)
    )
      this.building.fail(
        at,
        'cat-reflexive',
        `${text()} can never hold: the relation contains pairs of an event with itself`,
        'an atomic read-modify-write is one event here, and rmw relates it to itself; leave rmw out, or subtract id',
      );
    this.building.axioms.push({ ...typed, kind: test, negated, flag, name, at });
  }

  #bindingNames(): readonly { readonly name: string }[] {
    return this.building.bindings.map((binding) => binding ?? bug('an axiom inside a let rec'));
  }

  #include({ path, at }: InstructionOf<'include'>, scope: Scope, files: readonly string[]): Scope {
    const builtIn = library.get(path);
    if (builtIn !== undefined) {
      const name = `${path} of ${preludeFile}`;
      return this.run(this.#parseBuiltIn(builtIn, name).instructions, scope, [...files, name]);
    }
    if (++this.#inclusions > mostInclusions)
      return this.building.fail(at, 'cat-include', `more than ${mostInclusions} files are included`);
    const found = this.#includes(path, at.file ?? '');
    if (found === undefined)
      return this.building.fail(at, 'cat-include', `there is no file ${path} to include`);
    if (files.includes(found.file))
      this.building.fail(at, 'cat-include', `${path} is included while it is being included`);
    return this.run(this.parse(found.text, found.file).instructions, scope, [...files, found.file]);
  }

  #call(instruction: InstructionOf<'call'>, scope: Scope, files: readonly string[]): Scope {
    const { procedure, args, at } = instruction;
    const callee = this.#elaborator.lookUp(procedure, at, scope);
    if (callee.type !== 'procedure')
      return this.building.fail(at, 'cat-type', `${procedure} is not a procedure`);
    const inner = this.#elaborator.bind(callee, procedure, args, at, scope);
    const before = this.building.axioms.length;
    this.run(callee.body, inner, files);
    const { name } = instruction;
    if (name !== undefined)
      for (let i = before; i < this.building.axioms.length; i++)
        this.building.axioms[i] = { ...this.building.axioms[i], name };
    return scope;
  }

  /**
   * `with co from generate_cos(r)`: an execution comes with its coherence order, so what is left to say is that it extends r.
   * Any co extends co0.
   */
  #with({ variable, from, at }: InstructionOf<'with'>, scope: Scope): Scope {
    if (
      variable !== 'co' ||
      from.kind !== 'apply' ||
      from.function !== 'generate_cos' ||
      from.args.length !== 1
    )
      return this.building.unsupported(at, 'with ... from, except `with co from generate_cos(...)`');
    const base = this.#elaborator.relation(from.args[0], scope);
    if (this.#isCo0(base)) return scope;
    const { expressions } = this.building;
    const writes = expressions.baseSet('W');
    const both = expressions.combineRelations(
      'intersection',
      expressions.baseRelation('loc'),
      expressions.product(writes, writes),
    );
    const wanted = expressions.combineRelations('intersection', base, both);
    const value = expressions.combineRelations('difference', wanted, expressions.baseRelation('co'));
    this.building.axioms.push({
      type: 'relation',
      value,
      kind: 'empty',
      negated: false,
      flag: false,
      name: 'co',
      at,
    });
    return scope;
  }

  #isCo0(expr: RelationExpr): boolean {
    const binding = expr.kind === 'ref' ? this.building.bindings[expr.binding] : undefined;
    return binding?.name === 'co0' && binding.at.file === preludeFile;
  }
}
