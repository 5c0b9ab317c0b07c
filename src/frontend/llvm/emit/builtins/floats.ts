// Floating-point functions: those that are operations of the module, and those of the mathematical library.

import { isFloat } from '../../../../module/type.js';
import { binary, compare, constant, select, symbol, type UnaryOp, unary } from '../../../../module/value.js';
import { type Builtin, operand } from './builtin.js';

const operation =
  (op: UnaryOp): Builtin =>
  (emitter, call) => {
    const pieces = emitter.pieces(operand(call, 0).type);
    emitter.result(emitter.values(operand(call, 0)).map((value, k) => unary(op, pieces[k].type, value)));
  };

/** A call of the function of that name; that for floats ends in f. */
const library =
  (name: string): Builtin =>
  (emitter, call) => {
    const args = call.arguments.map(({ value }) => emitter.value(value));
    const { type } = emitter.piece(call.type);
    const takes = call.arguments.map(({ value }) => emitter.piece(value.type).type);
    const target = symbol(emitter.unit.external(type === 'f32' ? `${name}f` : name, takes, [type]));
    emitter.push({ kind: 'call', results: emitter.results(emitter.pieces(call.type)), target, args });
  };

/** Rounded twice or once: the compiler may do either. */
const multiplyAdd: Builtin = (emitter, call) => {
  const [a, b, c] = [0, 1, 2].map((k) => emitter.values(operand(call, k)));
  emitter.result(a.map((value, k) => binary('fadd', binary('fmul', value, b[k]), c[k])));
};

/** A number if one of the two is none. */
const extreme =
  (op: 'folt' | 'fogt'): Builtin =>
  (emitter, call) => {
    const left = emitter.values(operand(call, 0)).map((value) => emitter.kept(value));
    const right = emitter.values(operand(call, 1)).map((value) => emitter.kept(value));
    emitter.result(
      left.map((a, k) =>
        select(
          compare('funo', a, a),
          right[k],
          select(compare('funo', right[k], right[k]), a, select(compare(op, a, right[k]), a, right[k])),
        ),
      ),
    );
  };

const copySign: Builtin = (emitter, call) => {
  const pieces = emitter.pieces(call.type);
  const signs = emitter.values(operand(call, 1));
  emitter.result(
    emitter.values(operand(call, 0)).map((value, k) => {
      const { type } = pieces[k];
      const whole = type === 'f32' ? 'i32' : 'i64';
      const sign = compare('slt', unary('bitcast', whole, signs[k]), constant(0, whole));
      const magnitude = unary('fabs', type, value);
      return select(sign, unary('fneg', type, magnitude), magnitude);
    }),
  );
};

/** A conversion to an integer that saturates at its bounds; NaN becomes 0. */
const saturated =
  (op: 'fptosi' | 'fptoui'): Builtin =>
  (emitter, call) => {
    const from = emitter.piece(operand(call, 0).type);
    const to = emitter.piece(call.type);
    if (!isFloat(from.type) || to.bits > 64) emitter.refuse('this conversion');
    const value = emitter.kept(emitter.value(operand(call, 0)));
    const signed = op === 'fptosi';
    const least = signed ? -(1n << BigInt(to.bits - 1)) : 0n;
    const greatest = (1n << BigInt(signed ? to.bits - 1 : to.bits)) - 1n;
    const float = (n: bigint) =>
      unary(signed ? 'sitofp' : 'uitofp', from.type, constant(BigInt.asIntN(64, n), 'i64'));
    emitter.result([
      select(
        compare('funo', value, value),
        constant(0, to.type),
        select(
          compare('fole', value, float(least)),
          constant(least, to.type),
          select(
            compare('foge', value, float(greatest)),
            constant(greatest, to.type),
            unary(op, to.type, value),
          ),
        ),
      ),
    ]);
  };

export const floats: Readonly<Record<string, Builtin>> = {
  fabs: operation('fabs'),
  sqrt: operation('fsqrt'),
  floor: operation('ffloor'),
  ceil: operation('fceil'),
  trunc: operation('ftrunc'),
  round: operation('fround'),
  fmuladd: multiplyAdd,
  minnum: extreme('folt'),
  maxnum: extreme('fogt'),
  copysign: copySign,
  'fptosi.sat': saturated('fptosi'),
  'fptoui.sat': saturated('fptoui'),
  ...Object.fromEntries(
    [
      'fma',
      'rint',
      'nearbyint',
      'roundeven',
      'pow',
      'exp',
      'exp2',
      'log',
      'log2',
      'log10',
      'sin',
      'cos',
      'tan',
      'ldexp',
    ].map((name): [string, Builtin] => [name, library(name)]),
  ),
};
