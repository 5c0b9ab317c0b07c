// Definitions of functions.

import type { SourceSpan } from '../../../program/statement.js';
import type { Declarator, Expression, FunctionDefinition } from '../ast.js';
import { functionIn, nameOf } from '../declarators.js';
import { typeError, unsupported } from '../diagnostics.js';
import { hasEffect } from '../effects.js';
import type { TypedStatement, Variable } from '../typed.js';
import { isComplete, speaksOfLengths, typeName } from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { noteAroundMain } from './aroundMain.js';
import { newVariable } from './declarations.js';
import { checkValue } from './expressions.js';
import { declareFunction } from './functionNames.js';
import { withKnownLabels } from './labels.js';
import { type Context, inner } from './scope.js';
import { checkBody } from './statements.js';
import { baseType, declaredType, parameterType } from './typeNames.js';

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
