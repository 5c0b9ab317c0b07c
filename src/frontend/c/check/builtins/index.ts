// All functions that the type checker knows, by name: those of the tables, and macros of `model/include/system/__expansions.h`. The macros
// are functions over the types of their arguments. A macro is expanded in the tree, at the call. So a function of the program with that name
// wins, and its declaration is no use of the macro.

import { bug } from '../../../../support/diagnostic.js';
import { present } from '../../../../support/present.js';
import { standardHeader } from '../../../libraryFile.js';
import type { Expression, ExpressionOf } from '../../ast.js';
import { libraryFile } from '../../diagnostics.js';
import { Cursor } from '../../parse/cursor.js';
import { readExpression } from '../../parse/expressions.js';
import { preprocess } from '../../preprocessor/preprocess.js';
import type { Value } from '../../typed.js';
import { checkValue } from '../expressions.js';
import type { Context } from '../scope.js';
import { atomics } from './atomics.js';
import { compiler } from './compiler.js';
import { type BuiltinCall, checkArity, type Library, type LibraryFunction } from './table.js';
import { verification } from './verification.js';

/** Filled on first use: the tables import expression checking, which imports this file. */
let library: Library | undefined;

function all(): Library {
  library ??= new Map([...compiler, ...atomics, ...verification]);
  return library;
}

export const builtinNames = (): readonly string[] => [...all().keys(), ...macros().keys()];

const named = (name: string): LibraryFunction | undefined => all().get(name) ?? macros().get(name);

/** `__builtin_memcpy` is memcpy. */
const find = (name: string): LibraryFunction | undefined =>
  named(name) ?? (name.startsWith('__builtin_') ? named(name.slice('__builtin_'.length)) : undefined);

export const isBuiltin = (name: string): boolean => find(name) !== undefined;

export function checkBuiltin(context: Context, name: string, call: ExpressionOf<'call'>): Value {
  const known = find(name) ?? bug(`${name} is no library function`);
  checkArity(call, name, known.arity);
  const { args, at, written } = call;
  return known.check({ context, name, args, at, ...present({ written }) });
}

const header = '__expansions.h';

let functions: ReadonlyMap<string, LibraryFunction> | undefined;

/** The macros of the header that are functions to programs, by name. */
function macros(): ReadonlyMap<string, LibraryFunction> {
  functions ??= new Map(
    [...(standardHeader(header) ?? '').matchAll(/^#define (?!__diptych_)(\w+)\(([^)]*)\)/gm)].map(
      ([, name, parameters]) => {
        const all = parameters === '' ? [] : parameters.split(', ');
        const [least, most] = all.includes('...')
          ? [all.length - 1, Number.POSITIVE_INFINITY]
          : [all.length, all.length];
        return [name, { arity: [least, most], check: (call) => expanded(call, name) }];
      },
    ),
  );
  return functions;
}

const parsed = new Map<string, Expression>();

function treeOf(use: string): Expression {
  const known = parsed.get(use);
  if (known !== undefined) return known;
  const cursor = new Cursor(preprocess(`#include <${header}>\n${use}`, libraryFile).tokens);
  const tree = readExpression(cursor);
  if (!cursor.done) return bug(`no macro of the library: ${use}`);
  parsed.set(use, tree);
  return tree;
}

/** A copy of a part of a tree that stands at the call, with its arguments. */
function filled(part: unknown, call: BuiltinCall): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => filled(item, call));
  const { kind, name } = part as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === 'name' && typeof name === 'string') {
    const placeholder = /^A(\d+)$/.exec(name);
    const given = placeholder === null ? undefined : call.args[Number(placeholder[1])];
    if (given !== undefined) return given;
  }
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) copy[key] = key === 'at' ? call.at : filled(value, call);
  return copy;
}

/** The arguments of the call as arguments of a macro. */
export const given = ({ args }: Pick<BuiltinCall, 'args'>): readonly string[] => args.map((_, i) => `A${i}`);

/** `words` are the arguments of the macro: those of the call, and operators or types. */
export function expanded(call: BuiltinCall, macro: string, words = given(call)): Value {
  return checkValue(call.context, filled(treeOf(`${macro}(${words.join(', ')})`), call) as Expression);
}
