// Calls: of functions, of llvm.* (builtins/), of inline assembly.

import { constant, local, type Value } from '../../../module/value.js';
import { present } from '../../../support/present.js';
import type { Argument, Call, Instruction } from '../syntax.js';
import { emitAssembly } from './assembly.js';
import { builtinOf } from './builtins/index.js';
import type { Emitter } from './emitter.js';

export function emitCall(emitter: Emitter, call: Call & Instruction): void {
  const { callee } = call;
  if (callee.kind === 'assembly') {
    emitAssembly(emitter, call, callee);
    return;
  }
  if (callee.kind === 'global') {
    if (callee.name.startsWith('llvm.')) {
      const builtin = builtinOf(callee.name);
      if (builtin === undefined) emitter.refuse(`the function ${callee.name}`);
      builtin(emitter, call);
      return;
    }
    if (emitter.unit.file.functions.get(callee.name)?.body === undefined && jumps(emitter, call, callee.name))
      return;
  }
  emitter.push({
    kind: 'call',
    results: call.type.kind === 'void' ? [] : emitter.results(emitter.pieces(call.type)),
    target: emitter.value(callee),
    args: call.arguments.flatMap((argument) => argumentValues(emitter, argument)),
    ...present({ holds: emitter.contents.get(call.result ?? '') }),
  });
}

/** A struct that is passed by value is copied by the caller, into a local of its own. */
function argumentValues(emitter: Emitter, { value, attributes }: Argument): readonly Value[] {
  const { byval } = attributes;
  if (byval === undefined) return emitter.values(value);
  const name = emitter.fresh('byval');
  const size = emitter.size(byval);
  emitter.locals.set(name, { name, size, align: attributes.align ?? emitter.align(byval) });
  emitter.push({ kind: 'copy', to: local(name), from: emitter.value(value), size: constant(size, 'i64') });
  return [local(name)];
}

/** setjmp returns into the function that calls it, so that no model in C can stand for it. */
function jumps(emitter: Emitter, call: Call, name: string): boolean {
  const args = call.arguments.map(({ value }) => value);
  if (/^(?:_|__sig|sig)?setjmp$/.test(name)) {
    const [result] = emitter.results(emitter.pieces(call.type));
    emitter.intrinsic('landing', [emitter.value(args[0]), constant(0, 'ptr')], result);
    return true;
  }
  if (/^(?:_|sig)?longjmp$/.test(name)) {
    emitter.intrinsic(
      'jump',
      args.map((value) => emitter.value(value)),
    );
    return true;
  }
  return false;
}
