// What main is called with, and what runs before it and after it: the name of a program and nothing else, in an empty environment.

import { addressOf, constant, type Expr } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import { type CType, charType, pointerTo } from '../types.js';
import { foldBinary, resized } from './fold.js';
import { usedVariables } from './scan.js';
import type { ProgramState } from './state.js';

const programName = 'program';

const bytesOfPointer = 8;

/** `argv`, which ends with a null pointer. */
function argumentList(at: SourceSpan): Variable {
  const common = { storage: 'global', threadLocal: false, at, addressed: true, assigned: true } as const;
  const text: Variable = {
    ...common,
    name: `"${programName}"`,
    type: { kind: 'array', of: charType, length: programName.length + 1 },
    initial: [...programName].map((c, offset) => ({ offset, type: charType, value: c.charCodeAt(0) })),
  };
  const type: CType = pointerTo(charType);
  return {
    ...common,
    name: 'argv',
    type: { kind: 'array', of: type, length: 2 },
    initial: [{ offset: 0, type, value: { kind: 'address', variable: text, offset: 0 } }],
  };
}

/** The arguments argc, argv and envp. One that the function does not name is 0, so that there is no memory for it. */
export function commandLine(program: ProgramState, { definition, at }: FunctionSymbol): Expr[][] {
  const named = usedVariables(definition?.body ?? []);
  return (definition?.parameters ?? []).map((parameter, i) => {
    const { type } = parameter;
    const width = program.valueWidth(type);
    if (i === 0) return [constant(1, width)];
    if (!named.has(parameter) || type.kind !== 'pointer') return [constant(0, width)];
    program.argumentList ??= argumentList(at);
    const list = addressOf(program.globalLocation(program.argumentList, 0));
    // there is nothing in the environment but its end, which is that of the list
    return [resized(i === 1 ? list : foldBinary('+', list, constant(bytesOfPointer)), width, false)];
  });
}
