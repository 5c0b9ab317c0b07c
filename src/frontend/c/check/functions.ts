// Functions: the one that a name stands for, their definitions, and those that run before main and after it.

import type { SourceSpan } from '../../../program/statement.js';
import type { Attributes, Declarator, Expression, FunctionDefinition } from '../ast.js';
import { functionIn, nameOf } from '../declarators.js';
import { typeError, unsupported } from '../diagnostics.js';
import { hasEffect } from '../effects.js';
import type { FunctionSymbol, TypedStatement, Variable } from '../typed.js';
import { type FunctionType, isComplete, sameType, speaksOfLengths, typeName } from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { newVariable } from './declarations.js';
import { checkValue } from './expressions.js';
import { withKnownLabels } from './labels.js';
import { type Context, inner, type UnitState } from './scope.js';
import { checkBody } from './statements.js';
import { baseType, constantExpression, declaredType, parameterType } from './typeNames.js';

export function checkFunction(context: Context, definition: FunctionDefinition): void {
  const { at } = definition.declarator;
  const name = nameOf(definition.declarator);
  const base = baseType(context, definition.specifiers);
  const type = declaredType(context, base, definition.declarator);
  const declarator = functionIn(definition.declarator);
  if (name === undefined || type.kind !== 'function' || declarator === undefined)
    typeError('this is not the definition of a function', at);
  const symbol = declareFunction(context, name, type, definition.specifiers.storage === 'static', at);
  if (symbol.definition !== undefined) definedTwice(name, symbol.at, at);
  noteAroundMain(context, symbol, definition.attributes);
  const body = inner({ ...context, function: symbol });
  const sizes: TypedStatement[] = [];
  const parameters = declarator.parameters.map((parameter, i): Variable => {
    const parameterName = nameOf(parameter.declarator);
    const declared = type.parameters[i];
    const own = speaksOfLengths(declared)
      ? parameterType({ ...body, lengths: { statements: sizes, mayBeNone: true } }, parameter)
      : declared;
    const variable = newVariable(parameterName ?? `unnamed${i}`, own, 'local', parameter.at);
    if (!isComplete(variable.type))
      incompleteType(
        variable.type,
        `${variable.name} has the incomplete type ${typeName(variable.type)}`,
        parameter.at,
      );
    if (parameterName !== undefined)
      body.scope.define(parameterName, { kind: 'variable', variable }, parameter.at);
    const length = lengthOf(parameter.declarator);
    if (length !== undefined && hasEffect(length))
      sizes.push({ kind: 'expression', value: checkValue(body, length), at: length.at });
    return variable;
  });
  if (name === 'main' && type.variadic) unsupported('a main with a variable number of arguments', at);
  const checked = checkBody(body, definition.body);
  symbol.definition = { parameters, body: withKnownLabels([...sizes, ...checked]) };
  context.unit.bodies.push(symbol);
}

/** `n++` of the parameter `int a[n++]`, which is evaluated, though the parameter is a pointer. */
function lengthOf(declarator: Declarator): Expression | undefined {
  if (declarator.kind === 'name' || declarator.kind === 'abstract') return undefined;
  const { inner: named } = declarator;
  if (named.kind !== 'name') return lengthOf(named);
  return declarator.kind === 'array' ? declarator.size : undefined;
}

function definedTwice(name: string, first: SourceSpan, at: SourceSpan): never {
  const other = first.file === at.file ? '' : ` (also in ${first.file ?? 'the first file'})`;
  return typeError(`${name} is defined twice${other}`, at);
}

export function declareFunction(
  context: Context,
  name: string,
  type: FunctionType,
  isStatic: boolean,
  at: SourceSpan,
): FunctionSymbol {
  const { unit, scope } = context;
  const known = scope.own(name);
  if (known !== undefined && known.kind !== 'function' && known.kind !== 'broken')
    return typeError(`${name} is already something else`, at);
  const inFile = context.fileScope.own(name);
  const own =
    known?.kind === 'function' ? known.function : inFile?.kind === 'function' ? inFile.function : undefined;
  const key = own === undefined ? keyOf(context, name, isStatic) : (keyOfSymbol(unit, own) ?? name);
  const existing = own ?? unit.functions.get(key);
  // a call said `int f()`; that it returns nothing only makes gcc warn
  const contradicts = existing?.implicit === true && type.result.kind === 'void' ? undefined : existing;
  if (contradicts !== undefined && !sameType(contradicts.type, type))
    return typeError(
      `${name} is declared with two different types`,
      at,
      contradicts.at.file === at.file
        ? undefined
        : `the other one is in ${contradicts.at.file ?? 'the first file'}`,
    );
  if (existing?.type.unspecified === true) existing.type = type;
  const symbol = existing ?? { name, type, at, addressed: false };
  unit.functions.set(key, symbol);
  scope.replace(name, { kind: 'function', function: symbol });
  if (context.fileScope.own(name) === undefined || inFile?.kind === 'function')
    context.fileScope.replace(name, { kind: 'function', function: symbol });
  return symbol;
}

/** Static functions of different files are different functions, and none of them is the one that other files share. */
function keyOf({ file, unit }: Context, name: string, isStatic: boolean): string {
  if (file === 0) return name;
  if (isStatic || unit.statics[file]?.has(name) === true) return `${name}@${file}`;
  return unit.statics[0]?.has(name) === true ? `${name}@shared` : name;
}

const keyOfSymbol = (unit: UnitState, symbol: FunctionSymbol): string | undefined => {
  for (const [key, known] of unit.functions) if (known === symbol) return key;
  return undefined;
};

/** Without a number they are nearest to main. */
const nearest = 65535;

/** Any declaration of the function may say it. */
export function noteAroundMain(
  context: Context,
  symbol: FunctionSymbol,
  { beforeMain, afterMain }: Attributes,
): void {
  const number = (said: NonNullable<Attributes['beforeMain']>): number => {
    if (said === true) return nearest;
    const value = constantExpression(context, said);
    if (value < 0 || value > nearest) typeError(`a priority is a number from 0 to ${nearest}`, said.at);
    return value;
  };
  if (beforeMain !== undefined) symbol.beforeMain = number(beforeMain);
  if (afterMain !== undefined) symbol.afterMain = number(afterMain);
}

/** Of equal ones those run first before main, and last after it, that are defined first. */
export function aroundMain(defined: readonly FunctionSymbol[]): {
  beforeMain: FunctionSymbol[];
  afterMain: FunctionSymbol[];
} {
  const sorted = (key: 'beforeMain' | 'afterMain'): FunctionSymbol[] =>
    defined
      .filter((symbol) => symbol[key] !== undefined)
      .sort((a, b) => (a[key] ?? nearest) - (b[key] ?? nearest));
  return { beforeMain: sorted('beforeMain'), afterMain: sorted('afterMain').reverse() };
}
