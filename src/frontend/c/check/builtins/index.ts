// All library functions diptych knows, by name.

import { bug } from '../../../../support/diagnostic.js';
import { present } from '../../../../support/present.js';
import type { ExpressionOf } from '../../ast.js';
import type { Value } from '../../typed.js';
import type { Context } from '../scope.js';
import { atomics } from './atomics.js';
import { cbmc } from './cbmc.js';
import { compiler } from './compiler.js';
import { macros } from './macros.js';
import { quantifiers } from './quantifiers.js';
import { checkArity, type Library, type LibraryFunction } from './table.js';
import { verification } from './verification.js';

/** Filled on first use: the tables import expression checking, which imports this file. */
let library: Library | undefined;

function all(): Library {
  library ??= new Map([...compiler, ...atomics, ...verification, ...quantifiers, ...cbmc]);
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
