// The type checker: a syntax tree to a typed unit.

import type { ExternalDeclaration, FunctionDefinition } from '../ast.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Unit, Variable } from '../typed.js';
import { isComplete, typeName } from '../types.js';
import { declareFunction, declareGlobals, newVariable } from './declarations.js';
import { type Context, inner, Scope, type UnitState } from './scope.js';
import { checkBody } from './statements.js';
import { baseType, constantExpression, declaredName, declaredType, functionDeclarator } from './typeNames.js';

export function checkUnit(declarations: readonly ExternalDeclaration[]): Unit {
  const defined = new Set<string>();
  for (const declaration of declarations) {
    const name = declaration.kind === 'function' ? declaredName(declaration.declarator) : undefined;
    if (name !== undefined) defined.add(name);
  }
  const unit: UnitState = {
    globals: [],
    functions: new Map(),
    defined,
    names: new Set(),
    strings: new Map(),
    joinsWithResult: false,
    destroys: false,
  };
  const context: Context = { unit, scope: new Scope() };
  for (const declaration of declarations) {
    switch (declaration.kind) {
      case 'declaration':
        declareGlobals(context, declaration);
        break;
      case 'function':
        checkFunction(context, declaration);
        break;
      case 'static-assert':
        if (constantExpression(context, declaration.condition) === 0)
          typeError('this static assertion fails', declaration.at);
        break;
    }
  }
  for (const variable of unit.globals)
    if (!isComplete(variable.type))
      typeError(`${variable.name} has the incomplete type ${typeName(variable.type)}`, variable.at);
  return {
    globals: [...unit.globals, ...unit.strings.values()],
    functions: unit.functions,
    joinsWithResult: unit.joinsWithResult,
    destroys: unit.destroys,
  };
}

function checkFunction(context: Context, definition: FunctionDefinition): void {
  const { at } = definition.declarator;
  const name = declaredName(definition.declarator);
  const type = declaredType(context, baseType(context, definition.specifiers), definition.declarator);
  const declarator = functionDeclarator(definition.declarator);
  if (name === undefined || type.kind !== 'function' || declarator === undefined)
    typeError('this is not the definition of a function', at);
  if (type.variadic) unsupported('a function with a variable number of arguments', at);
  const symbol = declareFunction(context, name, type, at);
  if (symbol.definition !== undefined) typeError(`${name} is defined twice`, at);
  const body = inner({ ...context, function: symbol });
  const parameters = declarator.parameters.map((parameter, i): Variable => {
    const parameterName = declaredName(parameter.declarator);
    const variable = newVariable(parameterName ?? `unnamed${i}`, type.parameters[i], 'local', parameter.at);
    if (!isComplete(variable.type))
      typeError(`${variable.name} has the incomplete type ${typeName(variable.type)}`, parameter.at);
    if (parameterName !== undefined)
      body.scope.define(parameterName, { kind: 'variable', variable }, parameter.at);
    return variable;
  });
  symbol.definition = { parameters, body: checkBody(body, definition.body) };
}
