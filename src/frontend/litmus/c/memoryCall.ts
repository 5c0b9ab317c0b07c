// Calls of atomic functions into events, each with the fences that the table of memory orders has for it.

import { addressOf, binary, constant, type Expr, unary } from '../../../program/expression.js';
import { loadPart, type MemoryOrder, mergedOrder } from '../../../program/memoryOrder.js';
import { type AtomicOperation, forbiddenOrder, surround } from '../../../program/orderFences.js';
import { fetchExpr } from '../../../program/rmw.js';
import type { Statement } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Span } from '../syntax.js';
import type { ExpressionLowering } from './expression.js';
import { type MemoryFunction, namedOrder, type OrderSource } from './functions.js';
import type { CallSyntax, CExpr } from './syntax.js';

type FunctionOf<K extends MemoryFunction['kind']> = Extract<MemoryFunction, { kind: K }>;

export function lowerMemoryCall(
  lowering: ExpressionLowering,
  call: CallSyntax,
  f: MemoryFunction,
  span: Span,
  target: string | undefined,
): void {
  const { source } = lowering.scope;
  lowering.arity(call, f.arity);
  const pointer = (e: CExpr): Expr => (isLvalue(f) ? lowering.address(e) : lowering.value(e));
  switch (f.kind) {
    case 'load': {
      const order = orderOf(lowering, call, f.order, 'load');
      const address = pointer(call.args[0]);
      ordered(lowering, 'load', order, span, () =>
        lowering.emit(
          {
            kind: 'load',
            target: target ?? lowering.temporary(f.width),
            address,
            ...(f.plain === true ? {} : { order }),
            ...present({ width: f.width }),
          },
          span,
        ),
      );
      return;
    }
    case 'store': {
      refuseResult();
      const order = orderOf(lowering, call, f.order, 'store');
      const address = pointer(call.args[0]);
      const value = lowering.value(call.args[1]);
      ordered(lowering, 'store', order, span, () =>
        lowering.emit(
          {
            kind: 'store',
            address,
            value,
            ...present({ width: f.width }),
            ...(f.plain === true ? {} : { order }),
          },
          span,
        ),
      );
      if (f.fenced === true) lowering.emit({ kind: 'fence', fence: 'full' }, span);
      return;
    }
    case 'rmw':
      if (f.result === 'none') refuseResult();
      readModifyWrite(lowering, call, f, span, target);
      return;
    case 'cas':
      if (f.expected === 'value') compareExchange(lowering, call, f, span, target);
      else compareExchangeThroughPointer(lowering, call, f, span, target);
      return;
    case 'fence': {
      refuseResult();
      const order = f.order === 'none' ? 'relaxed' : orderOf(lowering, call, f.order, 'fence');
      ordered(lowering, 'fence', order, span, () => {});
    }
  }

  function refuseResult(): void {
    if (target !== undefined) source.fail('bad-expression', `${call.name} yields no value`, call);
  }
}

const isLvalue = (f: MemoryFunction): boolean => (f.kind === 'load' || f.kind === 'store') && f.lvalue;

function orderOf(
  lowering: ExpressionLowering,
  call: CallSyntax,
  order: OrderSource,
  operation: AtomicOperation | 'failure',
): MemoryOrder {
  if (typeof order === 'string') return order;
  const { source } = lowering.scope;
  const argument = call.args[order.argument];
  const named = argument.kind === 'name' ? namedOrder(argument.name) : undefined;
  if (named === undefined)
    return source.fail(
      'bad-order',
      'expected a memory order',
      argument,
      'memory_order_relaxed, _acquire, _release, _acq_rel or _seq_cst',
    );
  if (operation === 'rmw' || operation === 'fence') return named;
  if (surround(operation === 'failure' ? 'load' : operation, named) === undefined)
    return source.fail('bad-order', forbiddenOrder(operation, named), argument);
  return named;
}

/** Emits an event between the fences of its order. */
function ordered(
  lowering: ExpressionLowering,
  operation: AtomicOperation,
  order: MemoryOrder,
  span: Span,
  event: () => void,
): void {
  const fences = surround(operation, order);
  // Around an access they are the machine's; a thread fence is one to C too.
  const machine = operation === 'fence' ? {} : ({ order: 'relaxed' } as const);
  for (const fence of fences?.before ?? []) lowering.emit({ kind: 'fence', fence, ...machine }, span);
  event();
  for (const fence of fences?.after ?? []) lowering.emit({ kind: 'fence', fence, ...machine }, span);
}

/** The order of a read-modify-write as the program carries it, where relaxed is what is not said. */
const annotation = (order: MemoryOrder, failure?: MemoryOrder): Pick<Statement, 'order' | 'failure'> =>
  present({
    order: order === 'relaxed' ? undefined : order,
    failure: failure === loadPart(order) ? undefined : failure,
  });

function readModifyWrite(
  lowering: ExpressionLowering,
  call: CallSyntax,
  f: FunctionOf<'rmw'>,
  span: Span,
  target: string | undefined,
): void {
  const swapped =
    f.eitherOrder === true && isPointer(lowering, call.args[1]) && !isPointer(lowering, call.args[0]);
  const [pointerAt, valueAt] = swapped ? [1, 0] : [f.pointer, f.value];
  const values = call.args.map((argument, i) =>
    i === pointerAt || i === valueAt ? lowering.value(argument) : constant(0),
  );
  const address = values[pointerAt];
  const value = valueAt === undefined ? constant(1) : values[valueAt];
  const order = orderOf(lowering, call, f.order, 'rmw');
  const old = f.result === 'old' || target === undefined ? target : lowering.temporary();
  ordered(lowering, 'rmw', order, span, () =>
    lowering.emit(
      {
        kind: 'rmw',
        ...present({ target: old }),
        address,
        op: f.op === 'xchg' ? { kind: 'xchg', value } : { kind: 'fetch', op: f.op, value },
        ...present({ width: f.width }),
        ...annotation(order),
      },
      span,
    ),
  );
  if (target === undefined || old === undefined || old === target || f.op === 'xchg') return;
  const next = fetchExpr(f.op, lowering.scope.register(old), value);
  const result = f.result === 'is-zero' ? binary('==', next, constant(0)) : next;
  lowering.emit({ kind: 'assign', target, value: result }, span);
}

/** Whether an argument is written as an address, for functions whose argument order differs between libraries. */
function isPointer(lowering: ExpressionLowering, e: CExpr): boolean {
  if (e.kind === 'address') return true;
  return e.kind === 'name' && lowering.scope.resolve(e.name, e).kind === 'address';
}

function compareExchange(
  lowering: ExpressionLowering,
  call: CallSyntax,
  f: FunctionOf<'cas'>,
  span: Span,
  target: string | undefined,
): void {
  const [address, expected, desired] = call.args.slice(0, 3).map((argument) => lowering.value(argument));
  const order = orderOf(lowering, call, f.order, 'rmw');
  ordered(lowering, 'rmw', order, span, () =>
    lowering.emit(
      {
        kind: 'rmw',
        ...present({ target }),
        address,
        op: { kind: 'cas', expected, desired },
        ...present({ width: f.width }),
        ...annotation(order),
      },
      span,
    ),
  );
}

/** C11: the expected value lives behind a pointer, receives what was read, and the result says whether they were equal. */
function compareExchangeThroughPointer(
  lowering: ExpressionLowering,
  call: CallSyntax,
  f: FunctionOf<'cas'>,
  span: Span,
  target: string | undefined,
): void {
  const { scope } = lowering;
  const place = call.args[1];
  const local = place.kind === 'address' && scope.registers.has(place.name) ? place.name : undefined;
  const address = lowering.value(call.args[0]);
  const pointer =
    local !== undefined
      ? constant(0)
      : place.kind === 'address'
        ? addressOf(scope.memory.mention(place.name, place))
        : lowering.value(place);
  const desired = lowering.value(call.args[2]);
  const expected = local ?? lowering.temporary();
  if (local === undefined) lowering.emit({ kind: 'load', target: expected, address: pointer }, span);
  const old = lowering.temporary();
  const success = orderOf(lowering, call, f.order, 'rmw');
  const failure = f.failure === undefined ? undefined : orderOf(lowering, call, f.failure, 'failure');
  const order = failure === undefined ? success : mergedOrder(success, failure);
  ordered(lowering, 'rmw', order, span, () =>
    lowering.emit(
      {
        kind: 'rmw',
        target: old,
        address,
        op: { kind: 'cas', expected: scope.register(expected), desired },
        ...annotation(success, failure),
      },
      span,
    ),
  );
  const equal = lowering.temporary();
  lowering.emit(
    { kind: 'assign', target: equal, value: binary('==', scope.register(old), scope.register(expected)) },
    span,
  );
  if (local !== undefined) lowering.emit({ kind: 'assign', target: local, value: scope.register(old) }, span);
  else
    lowering.emit(
      {
        kind: 'if',
        condition: unary('!', scope.register(equal)),
        whenTrue: [
          { kind: 'store', address: pointer, value: scope.register(old), at: scope.source.at(span) },
        ],
        whenFalse: [],
      },
      span,
    );
  if (target !== undefined) lowering.emit({ kind: 'assign', target, value: scope.register(equal) }, span);
}
