// Expressions of the syntax tree to typed expressions: names looked up, functions inlined, sets told from relations.

import type { SourceSpan } from '../program/statement.js';
import { InputError } from '../support/diagnostic.js';
import type { RelationExpr, SetExpr, Typed } from './ast.js';
import type { Building } from './building.js';
import { resolveRecursive } from './recursion.js';
import { describe, type Scope, type Value } from './scope.js';
import type { Expression, LetBinding } from './syntax.js';

export class Elaborator {
  readonly #building: Building;

  constructor(building: Building) {
    this.#building = building;
  }

  value(expr: Expression, scope: Scope): Value {
    const { expressions } = this.#building;
    switch (expr.kind) {
      case 'name':
        return this.lookUp(expr.name, expr.at, scope);
      case 'empty':
        return { type: 'empty', as: expr.type };
      case 'universe':
        return { type: 'set', value: expressions.universe };
      case 'binary':
        switch (expr.operator) {
          case 'product':
            return {
              type: 'relation',
              value: expressions.product(this.set(expr.left, scope), this.set(expr.right, scope)),
            };
          case 'sequence':
            return {
              type: 'relation',
              value: expressions.sequence(this.relation(expr.left, scope), this.relation(expr.right, scope)),
            };
          default:
            return this.#combine(expr.operator, expr.left, expr.right, scope);
        }
      case 'unary': {
        if (expr.operator === 'identity')
          return { type: 'relation', value: expressions.identity(this.set(expr.operand, scope)) };
        const operand = this.value(expr.operand, scope);
        if (expr.operator === 'complement' && typeOf(operand) === 'set')
          return { type: 'set', value: expressions.complementSet(this.#toSet(operand, expr.operand.at)) };
        const relation = this.#toRelation(operand, expr.operand.at);
        return { type: 'relation', value: expressions.unaryRelation(expr.operator, relation) };
      }
      case 'apply':
        return this.#apply(expr.function, expr.args, expr.at, scope);
      case 'let':
        return this.value(expr.body, this.#local(expr.bindings, expr.recursive, scope));
      case 'try':
        return this.#try(expr.value, expr.otherwise, scope);
      case 'variant':
        // Variants are herd's command-line switches: none is ever set here.
        return this.value(expr.otherwise, scope);
    }
  }

  set(expr: Expression, scope: Scope): SetExpr {
    return this.#toSet(this.value(expr, scope), expr.at);
  }

  relation(expr: Expression, scope: Scope): RelationExpr {
    return this.#toRelation(this.value(expr, scope), expr.at);
  }

  typed(expr: Expression, scope: Scope): Typed {
    const value = this.value(expr, scope);
    return typeOf(value) === 'set'
      ? { type: 'set', value: this.#toSet(value, expr.at) }
      : { type: 'relation', value: this.#toRelation(value, expr.at) };
  }

  lookUp(name: string, at: SourceSpan, scope: Scope): Value {
    const value = scope.get(name);
    if (value === undefined) {
      const similar = scope.names().find((known) => known.toLowerCase() === name.toLowerCase());
      const hint = similar === undefined ? undefined : `did you mean ${similar}?`;
      return this.#building.fail(at, 'cat-unknown-name', `nothing is named ${name}`, hint);
    }
    return value.type === 'unsupported' ? this.#building.unsupported(at, value.reason) : value;
  }

  /** The scope of a body whose parameters stand for the values of `args`. */
  bind(
    callee: { readonly parameters: readonly string[]; readonly scope: Scope },
    name: string,
    args: readonly Expression[],
    at: SourceSpan,
    scope: Scope,
  ): Scope {
    const { parameters } = callee;
    if (parameters.length !== args.length) {
      const wanted = parameters.length === 1 ? '1 argument' : `${parameters.length} arguments`;
      this.#building.fail(at, 'cat-arguments', `${name} takes ${wanted}, not ${args.length}`);
    }
    return callee.scope.with(
      new Map(parameters.map((parameter, i) => [parameter, this.value(args[i], scope)])),
    );
  }

  #combine(
    kind: 'union' | 'intersection' | 'difference',
    leftExpr: Expression,
    rightExpr: Expression,
    scope: Scope,
  ): Value {
    const { expressions } = this.#building;
    const left = this.value(leftExpr, scope);
    const right = this.value(rightExpr, scope);
    if (left.type === 'empty' && right.type === 'empty') return left;
    if (left.type === 'set' || (left.type === 'empty' && right.type === 'set')) {
      const a = this.#toSet(left, leftExpr.at);
      const b = this.#toSet(right, rightExpr.at);
      return { type: 'set', value: expressions.combineSets(kind, a, b) };
    }
    const a = this.#toRelation(left, leftExpr.at);
    const b = this.#toRelation(right, rightExpr.at);
    return { type: 'relation', value: expressions.combineRelations(kind, a, b) };
  }

  #toSet(value: Value, at: SourceSpan): SetExpr {
    if (value.type === 'set') return value.value;
    if (value.type === 'empty') return this.#building.expressions.emptySet;
    return this.#mistyped('a set of events', value, at);
  }

  #toRelation(value: Value, at: SourceSpan): RelationExpr {
    if (value.type === 'relation') return value.value;
    if (value.type === 'empty') return this.#building.expressions.emptyRelation;
    return this.#mistyped('a relation', value, at);
  }

  #mistyped(wanted: string, found: Value, at: SourceSpan): never {
    const hint =
      wanted === 'a relation' && found.type === 'set' ? '[S] is the identity on a set S' : undefined;
    return this.#building.fail(at, 'cat-type', `expected ${wanted}, but this is ${describe(found)}`, hint);
  }

  #apply(name: string, args: readonly Expression[], at: SourceSpan, scope: Scope): Value {
    const callee = this.lookUp(name, at, scope);
    switch (callee.type) {
      case 'projection': {
        if (args.length !== 1)
          this.#building.fail(at, 'cat-arguments', `${name} takes 1 argument, not ${args.length}`);
        const operand = this.relation(args[0], scope);
        return { type: 'set', value: this.#building.expressions.project(callee.kind, operand) };
      }
      case 'function':
        return this.value(callee.body, this.bind(callee, name, args, at, scope));
      default:
        return this.#building.fail(at, 'cat-type', `${name} is ${describe(callee)}, not a function`);
    }
  }

  /** `let ... in`: local values are put in place of their names. */
  #local(bindings: readonly LetBinding[], recursive: boolean, scope: Scope): Scope {
    if (recursive) return scope.with(resolveRecursive(bindings, scope, this.#building, this));
    const names = new Map<string, Value>();
    for (const { name, parameters, value } of bindings)
      names.set(
        name,
        parameters === undefined
          ? this.value(value, scope)
          : { type: 'function', parameters, body: value, scope },
      );
    return scope.with(names);
  }

  #try(value: Expression, otherwise: Expression, scope: Scope): Value {
    try {
      return this.value(value, scope);
    } catch (error) {
      const code = error instanceof InputError ? error.diagnostic.code : undefined;
      if (code === 'cat-unknown-name' || code === 'cat-unsupported') return this.value(otherwise, scope);
      throw error;
    }
  }
}

/** The type of a value where no other type is required. */
const typeOf = (value: Value): Value['type'] => (value.type === 'empty' ? value.as : value.type);
