// Calls of library functions where a cancelled thread ends, in programs that cancel threads (library/cancellation.ts). POSIX names functions that
// are cancellation points, and others that may be: of these, the streams, which are points where glibc's reach the system.

import type { ExpressionOf } from '../ast.js';
import { hasEffect } from '../effects.js';
import { cancellationPointFunction, isCancelledFunction, perhapsPointFunction } from '../library/index.js';
import type { Value } from '../typed.js';
import { newLocal } from './declarations.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';
import { whole } from './synthetic.js';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Those that wait for threads, `sleep` and `usleep` have theirs in the library. */
const points = words(`
  accept clock_nanosleep close connect creat dprintf fdatasync fsync nanosleep open open64 openat poll pread pthread_clockjoin_np pthread_timedjoin_np
  read recv recvfrom select sem_clockwait sem_timedwait send sendto system thrd_sleep vdprintf write`);

const perhapsPoints = words(`
  fclose fflush fgetc fgets fopen fprintf fputc fputs fread fscanf fseek fseeko fwrite getc getchar getdelim getline pclose perror popen printf
  putc putchar puts scanf vfprintf vprintf`);

/** The call with its cancellation point: first, or last where the arguments have effects. */
export function atPoint(context: Context, name: string, e: ExpressionOf<'call'>, call: Value): Value {
  const point = pointOf(name);
  if (point === undefined || context.scope.lookup(isCancelledFunction)?.kind !== 'function') return call;
  const { at } = e;
  const left = checkValue(context, {
    kind: 'call',
    callee: { kind: 'name', name: point, at },
    args: [],
    at,
  });
  if (!e.args.some(hasEffect)) return { kind: 'comma', left, right: call, type: call.type, at };
  if (call.type.kind === 'void') return { kind: 'comma', left: call, right: left, type: call.type, at };
  const result = newLocal('result', call.type, at);
  return {
    kind: 'statements',
    items: [
      { kind: 'declare', variable: result, initialiser: whole(call.type, call), at },
      { kind: 'expression', value: left, at },
    ],
    result,
    type: call.type,
    at,
  };
}

function pointOf(name: string): string | undefined {
  if (points.has(name)) return cancellationPointFunction;
  return perhapsPoints.has(name) ? perhapsPointFunction : undefined;
}
