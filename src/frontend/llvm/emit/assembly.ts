// Inline assembly of LLVM IR. The instructions themselves are those of every reader (frontend/assembly).

import { undef } from '../../../module/value.js';
import { emitAssembly as emitLines, linesOf, understoodAssembly } from '../../assembly/index.js';
import type { Call, Value as Operand } from '../syntax.js';
import { operandsOf } from './assemblyOperands.js';
import type { Emitter } from './emitter.js';

type Assembly = Extract<Operand, { kind: 'assembly' }>;

export function emitAssembly(emitter: Emitter, call: Call, { text, constraints }: Assembly): void {
  const refuse = (): never => emitter.refuse(`the assembly "${text}"`, understoodAssembly);
  if (call.indirect !== undefined && call.indirect.length > 0) refuse();
  const lines = linesOf(
    text
      .replace(/\$\{(\d+):\w\}/g, '#$1')
      .replace(/\$(\d+)/g, '#$1')
      .replace(/\$[$#]/g, '$'),
  );
  const operands = operandsOf(emitter, call, constraints);
  const assembler = {
    push: emitter.push.bind(emitter),
    kept: emitter.kept.bind(emitter),
    temporary: emitter.temporary.bind(emitter),
    intrinsic: emitter.intrinsic.bind(emitter),
    any: undef,
  };
  if (!emitLines(assembler, operands, lines)) refuse();
  emitter.result(
    operands.flatMap(({ isOutput, address, value, type }) =>
      isOutput && address === undefined && type !== undefined ? [value ?? undef(type)] : [],
    ),
  );
}
