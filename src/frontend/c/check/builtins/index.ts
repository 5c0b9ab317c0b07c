// All library functions diptych knows, by name.

import { bug } from '../../../../support/diagnostic.js';
import { present } from '../../../../support/present.js';
import type { ExpressionOf } from '../../ast.js';
import type { Value } from '../../typed.js';
import type { Context } from '../scope.js';
import { annotations } from './annotations.js';
import { atomics } from './atomics.js';
import { bytes } from './bytes.js';
import { cbmc } from './cbmc.js';
import { compiler } from './compiler.js';
import { expansions } from './expansions.js';
import { input } from './input.js';
import { intrinsics } from './intrinsics.js';
import { mappings } from './mappings.js';
import { memory } from './memory.js';
import { output } from './output.js';
import { pipes } from './pipes.js';
import { printing } from './printing.js';
import { quantifiers } from './quantifiers.js';
import { scanning } from './scanning.js';
import { signals } from './signals.js';
import { sorting } from './sorting.js';
import { checkArity, type Library, type LibraryFunction } from './table.js';
import { threads } from './threads.js';
import { verification } from './verification.js';

/** Filled on first use: the tables import expression checking, which imports this file. */
let library: Library | undefined;

function all(): Library {
  library ??= new Map([
    ...compiler,
    ...atomics,
    ...threads,
    ...memory,
    ...mappings,
    ...bytes,
    ...printing,
    ...output,
    ...scanning,
    ...sorting,
    ...signals,
    ...verification,
    ...quantifiers,
    ...cbmc,
    ...annotations,
    ...intrinsics,
    ...input,
    ...pipes,
    ...expansions,
  ]);
  return library;
}

export const builtinNames = (): readonly string[] => [...all().keys()];

/** `__builtin_memcpy` is memcpy. */
const find = (name: string): LibraryFunction | undefined =>
  all().get(name) ?? (name.startsWith('__builtin_') ? all().get(name.slice('__builtin_'.length)) : undefined);

export const isBuiltin = (name: string): boolean => find(name) !== undefined;

export function checkBuiltin(context: Context, name: string, call: ExpressionOf<'call'>): Value {
  const known = find(name) ?? bug(`${name} is no library function`);
  checkArity(call, name, known.arity);
  const { args, at, written } = call;
  return known.check({ context, name, args, at, ...present({ written }) });
}
