// The arguments of main and of the functions before and after it: a program name and the user's arguments, in an empty environment.

import { addressOf, constant, type Expr } from '../../../../program/expression.js';
import { toNumber } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { libraryPrefix } from '../../library/index.js';
import type { FunctionSymbol, Value, ValueOf, Variable } from '../../typed.js';
import { type CType, charType, pointerTo } from '../../types.js';
import { foldBinary, resized } from '../fold.js';
import type { Frame } from '../frame.js';
import { usedVariables, visitStatement } from '../scan.js';
import type { ProgramState } from '../state.js';

const programName = 'program';

const bytesOfPointer = 8;

/** `argv`, which ends with a null pointer. */
function argumentList(args: readonly string[], at: SourceSpan): Variable {
  const common = { storage: 'global', threadLocal: false, at, addressed: true, assigned: true } as const;
  const type: CType = pointerTo(charType);
  const texts = [programName, ...args].map((arg): Variable => {
    const bytes = Buffer.from(arg);
    return {
      ...common,
      name: JSON.stringify(arg),
      type: { kind: 'array', of: charType, length: bytes.length + 1 },
      initial: [...bytes].map((value, offset) => ({ offset, type: charType, value: (value << 24) >> 24 })),
    };
  });
  return {
    ...common,
    name: 'argv',
    type: { kind: 'array', of: type, length: texts.length + 1 },
    initial: texts.map((variable, i) => ({
      offset: i * bytesOfPointer,
      type,
      value: { kind: 'address', variable, offset: 0 },
    })),
  };
}

/** The arguments argc, argv and envp. One that the function does not name is 0, so that there is no memory for it. */
export function commandLine(program: ProgramState, { definition, at }: FunctionSymbol): Expr[][] {
  const named = usedVariables(definition?.body ?? []);
  const args = program.options.args ?? [];
  return (definition?.parameters ?? []).map((parameter, i) => {
    const { type } = parameter;
    const width = program.valueWidth(type);
    if (i === 0) return [constant(args.length + 1, width)];
    if (!named.has(parameter) || type.kind !== 'pointer') return [constant(0, width)];
    program.argumentList ??= argumentList(args, at);
    const list = addressOf(program.globalLocation(program.argumentList, 0));
    // there is nothing in the environment but its end, which is that of the list
    const end = constant((args.length + 1) * bytesOfPointer);
    return [resized(i === 1 ? list : foldBinary('+', list, end), width, false)];
  });
}

const numbers = new Set(['atoi', 'atol', 'atoll'].map((name) => libraryPrefix + name));

/** `argv[index]`, if a value is that of a parameter. */
function elementOf(value: Value): { readonly argv: Variable; readonly index: number } | undefined {
  if (value.kind === 'convert') return elementOf(value.operand);
  if (value.kind !== 'load' || value.place.kind !== 'deref') return undefined;
  const { pointer } = value.place;
  const [base, index] =
    pointer.kind === 'offset' && pointer.index.kind === 'const'
      ? [pointer.pointer, toNumber(pointer.index.value)]
      : [pointer, 0];
  if (base.kind !== 'load' || base.place.kind !== 'variable') return undefined;
  return { argv: base.place.variable, index };
}

/** Whether main leaves an argument as it is: it names argv only to read elements, and this one only as a number. */
function isOnlyRead(argv: Variable, index: number, main: FunctionSymbol): boolean {
  let others = 0;
  const isIt = (value: Value): boolean => {
    const element = elementOf(value);
    return element?.argv === argv && element.index === index;
  };
  for (const statement of main.definition?.body ?? [])
    visitStatement(statement, {
      variable: (variable) => {
        if (variable === argv) others++;
      },
      value: (value) => {
        if (value.kind === 'load' && elementOf(value)?.argv === argv && !isIt(value)) others--;
        if (isNumber(value) && value.args.some(isIt)) others--;
      },
    });
  return others === 0;
}

const isNumber = (value: Value): value is ValueOf<'call'> =>
  value.kind === 'call' && value.callee.kind === 'function' && numbers.has(value.callee.function.name);

/** The value of `atoi(argv[1])`, where it is known beforehand: it often says how many threads there are. */
export function numberOfArgument(frame: Frame, call: ValueOf<'call'>): readonly Expr[] | undefined {
  const { program, function: symbol } = frame;
  const args = program.options.args ?? [];
  const element = isNumber(call) && symbol.name === 'main' ? elementOf(call.args[0]) : undefined;
  if (element === undefined || element.argv !== symbol.definition?.parameters[1]) return undefined;
  const digits = /^\s*([+-]?\d{1,9})(?!\d)/.exec(args[element.index - 1] ?? '')?.[1];
  if (!isOnlyRead(element.argv, element.index, symbol)) return undefined;
  return digits === undefined ? undefined : [constant(Number(digits), program.valueWidth(call.type))];
}
