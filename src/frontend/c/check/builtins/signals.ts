// Functions whose structs and sets are those of diptych's header or, in a preprocessed file, of glibc's. An argument
// written as `&set` is not put into memory, so the signals of a set and the handler stay known.

import type { Expression } from '../../ast.js';
import { signalRequests } from '../../builtin.js';
import { signalFunctions } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { type CType, intType, unqualified, unsignedLongType, voidPointer, voidType } from '../../types.js';
import { coerce } from '../conversions.js';
import { checkValue } from '../expressions.js';
import { checkPlace } from '../places.js';
import { argument, type BuiltinCall, entry, type Library, meaning } from './table.js';
import { expanded } from './template.js';

/** The object that the argument points to, as an expression. */
const pointee = (arg: Expression): Expression =>
  arg.kind === 'unary' && arg.op === '&' ? arg.operand : { kind: 'unary', op: '*', operand: arg, at: arg.at };

const isAddress = (arg: Expression): boolean => arg.kind === 'unary' && arg.op === '&';

/** The members of the struct that the argument points to; undefined if it points to none. */
function members(call: BuiltinCall, index: number): readonly string[] | undefined {
  return membersOf(pointedTo(call, call.args[index]));
}

const membersOf = (type: CType | undefined): readonly string[] | undefined =>
  type?.kind === 'struct' ? (type.struct.layout?.fields.map(({ name }) => name ?? '') ?? []) : undefined;

const memberType = (type: CType | undefined, member: string): CType | undefined =>
  type?.kind === 'struct' ? type.struct.layout?.fields.find(({ name }) => name === member)?.type : undefined;

function pointedTo({ context }: BuiltinCall, arg: Expression): CType | undefined {
  if (arg.kind === 'unary' && arg.op === '&') return unqualified(checkPlace(context, arg.operand).type);
  const { type } = checkValue(context, arg);
  return type.kind === 'pointer' ? unqualified(type.to) : undefined;
}

/** The first 64 signals of the set that `set` is. */
function bitsOf(names: readonly string[], set: string): string {
  if (names.includes('__bits')) return `${set}.__bits`;
  return names.includes('__val') ? `${set}.__val[0]` : `*(unsigned long *)&${set}`;
}

/** A function of a set and perhaps a number: A0 is the set, A1 the number. */
const onSet = (name: string, body: (bits: string) => string) =>
  entry(name, name === 'sigemptyset' || name === 'sigfillset' || name === 'sigisemptyset' ? 1 : 2, (call) => {
    const names = members(call, 0);
    const [set, ...rest] = call.args;
    if (names === undefined)
      return expanded(call, `${signalFunctions[name]}(${call.args.map((_, i) => `A${i}`).join()})`);
    return expanded({ ...call, args: [pointee(set), ...rest] }, body(bitsOf(names, '(A0)')));
  });

const numbered = (then: string): string =>
  `int __lib_n = (A1); int __lib_r = __lib_n < 1 || __lib_n > 64 ? ${signalFunctions.fail}(22) : 0; ${then}`;

const sets = [
  onSet('sigemptyset', (bits) => `({ ${bits} = 0; 0; })`),
  onSet('sigfillset', (bits) => `({ __diptych_signal_member(0); ${bits} = -1ul; 0; })`),
  onSet('sigisemptyset', (bits) => `(${bits} == 0)`),
  onSet(
    'sigaddset',
    (bits) =>
      `({ ${numbered(`__diptych_signal_member(__lib_n); if (!__lib_r) ${bits} |= 1ul << (__lib_n - 1);`)} __lib_r; })`,
  ),
  onSet(
    'sigdelset',
    (bits) => `({ ${numbered(`if (!__lib_r) ${bits} &= ~(1ul << (__lib_n - 1));`)} __lib_r; })`,
  ),
  onSet(
    'sigismember',
    (bits) => `({ ${numbered(`if (!__lib_r) __lib_r = (int)(${bits} >> (__lib_n - 1) & 1);`)} __lib_r; })`,
  ),
];

/** A1 and A2 are the sets, or pointers to them. */
const changesMask = (name: string, result: string) =>
  entry(name, 3, (call) => {
    const [how, set, old] = call.args;
    const given = members(call, 1);
    const before = members(call, 2);
    const read =
      given === undefined
        ? '(A3) ? *(unsigned long *)(A3) : 0'
        : isAddress(set)
          ? bitsOf(given, '(A1)')
          : `(A3) ? ${bitsOf(given, '(A1)')} : 0`;
    const isGiven = isAddress(set) ? '1' : '(A3) != 0';
    const write =
      before === undefined ? '' : `${isAddress(old) ? '' : 'if (A4)'} ${bitsOf(before, '(A2)')} = __lib_b;`;
    return expanded(
      { ...call, args: [how, pointee(set), pointee(old), set, old] },
      `({ int __lib_h = (A0); unsigned long __lib_s = ${read}; int __lib_i = ${isGiven};
        unsigned long __lib_b = ${signalFunctions.mask}();
        int __lib_e = __lib_i ? ${signalFunctions.changeMask}(__lib_h, __lib_s) : 0;
        if (!__lib_e) { ${write} }
        ${result}; })`,
    );
  });

/** A0 is the set, A1 what receives the signal, or a pointer to it. */
function sigwait(call: BuiltinCall): Value {
  const [set, number] = call.args;
  const names = members(call, 0);
  if (names === undefined || !isAddress(set)) return expanded(call, `${signalFunctions.sigwait}(A0, A1)`);
  return expanded(
    { ...call, args: [pointee(set), pointee(number)] },
    `({ (A1) = __diptych_signal_take(${bitsOf(names, '(A0)')}); 0; })`,
  );
}

/** A1 and A2 are the structs, or pointers to them. The handler is what they begin with. */
function sigaction(call: BuiltinCall): Value {
  const [number, action, old] = call.args;
  const given = members(call, 1);
  const before = members(call, 2);
  const has = (names: readonly string[], name: string, use: string, otherwise: string): string =>
    names.includes(name) ? use : otherwise;
  const { act, handlerNow, flagsNow, maskNow, handlerSet, fail } = signalFunctions;
  const setIn = (index: number, place: string): string =>
    bitsOf(membersOf(memberType(pointedTo(call, call.args[index]), 'sa_mask')) ?? [], `${place}.sa_mask`);
  const blocks = call.context.scope.lookup(handlerSet) === undefined ? '0' : setIn(1, '(A1)');
  const isGiven = given === undefined ? '0' : isAddress(action) ? '1' : 'A3 != 0';
  const handlerIn = (names: readonly string[], place: string): string =>
    names.includes('__sigaction_handler')
      ? `${place}.__sigaction_handler.sa_handler`
      : `*(void (**)(int))&${place}`;
  const install =
    given === undefined
      ? ''
      : `if (${isGiven}) __lib_r = ${act}(__lib_n, ${handlerIn(given, '(A1)')},
          ${has(given, 'sa_flags', '(int)(A1).sa_flags', '0')}, ${has(given, 'sa_mask', blocks, '0')});`;
  const tell =
    before === undefined
      ? ''
      : `if (__lib_r == 0 && ${isAddress(old) ? '1' : 'A4 != 0'}) {
          (A2) = (typeof(A2)){0};
          ${handlerIn(before, '(A2)')} = __lib_h;
          ${has(before, 'sa_flags', '(A2).sa_flags = __lib_f;', '')}
          ${has(before, 'sa_mask', `${setIn(2, '(A2)')} = __lib_m;`, '')}
        }`;
  return expanded(
    { ...call, args: [number, pointee(action), pointee(old), action, old] },
    `({ int __lib_n = (A0), __lib_r = 0;
      ${before === undefined ? '' : `void (*__lib_h)(int) = ${handlerNow}(__lib_n); int __lib_f = ${flagsNow}(__lib_n); unsigned long __lib_m = ${maskNow}(__lib_n);`}
      ${install}
      if (!(${isGiven}) && (__lib_n < 1 || __lib_n > 64)) __lib_r = ${fail}(22);
      ${tell}
      __lib_r; })`,
  );
}

const results: Readonly<Record<(typeof signalRequests)[number], CType>> = {
  act: voidType,
  handler: voidPointer,
  flags: intType,
  'handler-mask': unsignedLongType,
  mask: unsignedLongType,
  'set-mask': voidType,
  raise: voidType,
  send: voidType,
  kill: voidType,
  arrange: voidType,
  suspend: voidType,
  take: intType,
  pending: unsignedLongType,
  member: voidType,
};

const parameters: Readonly<Partial<Record<(typeof signalRequests)[number], readonly (CType | undefined)[]>>> =
  {
    act: [intType, undefined, intType, unsignedLongType, voidPointer],
    handler: [intType],
    flags: [intType],
    'handler-mask': [intType],
    'set-mask': [unsignedLongType],
    raise: [intType],
    send: [unsignedLongType, intType],
    kill: [intType],
    arrange: [intType, unsignedLongType],
    suspend: [unsignedLongType],
    take: [unsignedLongType],
    member: [intType],
  };

export const signals: Library = new Map([
  entry('sigaction', 3, sigaction),
  entry('sigwait', 2, sigwait),
  ...sets,
  changesMask('pthread_sigmask', '__lib_e'),
  changesMask('sigprocmask', `__lib_e ? ${signalFunctions.fail}(__lib_e) : 0`),
  ...signalRequests.map((what) => {
    const types = parameters[what] ?? [];
    return entry(`__diptych_signal_${what.replace('-', '_')}`, types.length, (call) => {
      const args = types.map((type, i) =>
        type === undefined ? argument(call, i) : coerce(argument(call, i), type, call.args[i].at),
      );
      return meaning({ op: 'signal', what, args }, call, results[what]);
    });
  }),
]);
