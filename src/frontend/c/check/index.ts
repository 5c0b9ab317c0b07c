// The type checker: the syntax trees of a program's files to one typed unit. Names with internal linkage stay apart, the others
// are the same in all files.

import type { ExternalDeclaration, FunctionDefinition } from '../ast.js';
import { nameOf } from '../declarators.js';
import { typeError } from '../diagnostics.js';
import type { Mistakes } from '../mistakes.js';
import type { Unit, Variable } from '../typed.js';
import { isComplete, typeName } from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { isBuiltin } from './builtins/index.js';
import { declareGlobals, isCbmcs } from './declarations.js';
import { aroundMain, checkFunction } from './functions.js';
import { withOwnInlines, withoutCopies } from './inlineDefinitions.js';
import { callsForErrors, isCheckers, speaksOfErrors } from './library.js';
import { breakNames, type Context, type ModelFunctions, Scope, type UnitState } from './scope.js';
import { checkStaticAssertion } from './typeNames.js';

export { builtinNames } from './builtins/index.js';

type File = readonly ExternalDeclaration[];

const functionsOf = (files: readonly File[]): FunctionDefinition[] =>
  files.flat().filter((declaration) => declaration.kind === 'function');

const namesOf = (definitions: readonly FunctionDefinition[]): Set<string> =>
  new Set(definitions.flatMap(({ declarator }) => nameOf(declarator) ?? []));

/** `used`: the names in the files. */
export function checkUnits(
  given: readonly File[],
  mistakes: Mistakes,
  used: ReadonlySet<string>,
  model: ModelFunctions,
): Unit {
  const isKnown = (name: string): boolean => isBuiltin(name) || model.prototype(name) !== undefined;
  const files = withOwnInlines(withoutCopies(given, isKnown));
  const namesErrors = callsForErrors(used) || speaksOfErrors(files.flat());
  const unit: UnitState = {
    globals: [],
    functions: new Map(),
    bodies: [],
    external: new Map(),
    definedAt: new Map(),
    used: new Map(),
    defined: namesOf(functionsOf(files)),
    namesErrors,
    isForChecker: namesErrors || [...used].some(isCheckers),
    statics: files.map((file) =>
      namesOf(functionsOf([file]).filter(({ specifiers }) => specifiers.storage === 'static')),
    ),
    names: new Set(),
    strings: new Map(),
    openEnums: new Map(),
    mistakes,
    structs: [],
    model,
  };
  files.forEach((declarations, file) => {
    const fileScope = new Scope();
    const context: Context = { unit, scope: fileScope, fileScope, file };
    for (const declaration of declarations) {
      const check = (): void => checkExternal(context, declaration);
      const checked = declaration.kind === 'function' ? mistakes.guard(check) : mistakes.guardReached(check);
      if (!checked.ok && declaration.kind === 'declaration')
        breakNames(context, declaration, checked.mistake);
    }
  });
  for (const { tag, at } of unit.openEnums.values())
    mistakes.guard(() => typeError(`unknown enum ${tag}`, at));
  for (const variable of unit.globals) mistakes.guard(() => checkDefined(unit, variable));
  // a declaration without a use means nothing: preprocessed headers are full of them
  const globals = unit.globals.filter(
    (variable) => variable.literal === true || unit.definedAt.has(variable) || unit.used.has(variable),
  );
  return {
    globals: [...globals, ...unit.strings.values()],
    functions: unit.functions,
    ...aroundMain(unit.bodies),
  };
}

function checkDefined(unit: UnitState, variable: Variable): void {
  const { name, at } = variable;
  const used = unit.used.get(variable);
  if (!unit.definedAt.has(variable) && unit.model.hasVariable(name)) {
    variable.ofLibrary = true;
    return;
  }
  // `int a[];`, and no more is said of it: one element (C11 6.9.2)
  if (unit.definedAt.has(variable) && variable.type.kind === 'array' && variable.type.length === undefined)
    variable.type = { ...variable.type, length: 1 };
  const { type } = variable;
  if (!isComplete(type) && (used !== undefined || unit.definedAt.has(variable)))
    incompleteType(type, `${name} has the incomplete type ${typeName(type)}`, at);
  if (used !== undefined && !unit.definedAt.has(variable) && variable.initial === undefined && !isCbmcs(name))
    typeError(
      `${name} is declared but no file defines it`,
      used,
      '--link makes one program of several files',
    );
}

function checkExternal(context: Context, declaration: ExternalDeclaration): void {
  switch (declaration.kind) {
    case 'declaration':
      declareGlobals(context, declaration);
      return;
    case 'function':
      checkFunction(context, declaration);
      return;
    case 'static-assert':
      checkStaticAssertion(context, declaration);
      return;
  }
}
