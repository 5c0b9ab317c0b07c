// Statements in the C dialect of litmus files, one per line. Statements that C lacks are written as calls and
// keywords that the front end reads back; docs/language.md lists them.

import { blockShapeText } from './cells.js';
import type { Integer, Width } from './integer.js';
import { type NameStyle, printContents, printExpr, printInteger, printName } from './printExpression.js';
import {
  type AssertedFinding,
  type FenceKind,
  type FetchOp,
  mayBeInterrupted,
  type RmwOp,
  type Statement,
} from './statement.js';
import { targetWidth } from './widths.js';

const fenceText: Readonly<Record<FenceKind, string>> = {
  full: 'smp_mb();',
  'store-store': 'smp_wmb();',
  'load-load': 'smp_rmb();',
};

export interface StatementStyle extends NameStyle {
  /** The text that names a thread in a spawn. */
  threadName(index: number): string;
}

const fetchName: Record<FetchOp, string> = {
  '+': 'add',
  '-': 'sub',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '*': 'mul',
  nand: 'nand',
};

/** `isFirst` says whether a register may be declared here, where it is written for the first time. */
export function printBody(
  body: readonly Statement[],
  style: StatementStyle,
  indent: string,
  declares: (register: string) => boolean,
): string[] {
  return body.flatMap((statement) => printStatement(statement, style, indent, declares));
}

const never = (): boolean => false;

function printStatement(
  s: Statement,
  style: StatementStyle,
  indent: string,
  declares: (register: string) => boolean,
): string[] {
  const order = printOrder(s);
  const line = (text: string): string[] => [`${indent}${order}${text}`];
  const nested = (body: readonly Statement[]): string[] => printBody(body, style, `${indent}  `, never);
  const braces = (head: string, body: readonly Statement[]): string[] =>
    body.length === 0 ? line(`${head}{ }`) : [...line(`${head}{`), ...nested(body), `${indent}}`];
  const e = (expr: Parameters<typeof printExpr>[0]): string => printExpr(expr, style);
  const set = (target: string, value: string): string[] =>
    line(
      `${declares(target) ? (targetWidth(s) === 64 ? 'wide ' : 'int ') : ''}${printName(target)} = ${value};`,
    );
  const whether = mayBeInterrupted(s) ? ', interruptible' : '';
  switch (s.kind) {
    case 'assign':
      return set(s.target, e(s.value));
    case 'load':
      if (s.until !== undefined)
        return set(
          s.target,
          `await(${e(s.address)}, ${testName[s.until.test]}, ${e(s.until.value)}${whether})`,
        );
      if (s.has !== undefined)
        return set(s.target, `peek${s.width ?? ''}(${e(s.address)}, ${printName(s.has)})`);
      if (s.width !== undefined) return set(s.target, `load${s.width}(${e(s.address)})`);
      return set(s.target, printContents(s.address, style));
    case 'store':
      if (s.lifetime === 'empties') return line(`empty${s.width ?? ''}(${e(s.address)});`);
      if (s.lifetime === 'destroys') return line(`destroy(${e(s.address)});`);
      if (s.lifetime !== undefined)
        return line(`${s.lifetime === 'begins' ? 'begin' : 'end'}_lifetime(${e(s.address)});`);
      if (s.width !== undefined) return line(`store${s.width}(${e(s.address)}, ${e(s.value)});`);
      return line(`${printContents(s.address, style)} = ${e(s.value)};`);
    case 'rmw': {
      const call = printRmw(e(s.address), s.op, s.width, e);
      return s.target === undefined ? line(`${call};`) : set(s.target, call);
    }
    case 'fence':
      return line(fenceText[s.fence]);
    case 'atomic':
      return braces(s.loads === true ? '__loads ' : 'atomic ', s.body);
    case 'if': {
      const head = braces(`if (${e(s.condition)}) `, s.whenTrue);
      if (s.whenFalse.length === 0) return head;
      const [first, ...rest] = braces('else ', s.whenFalse);
      const last = head.pop() ?? '';
      return [...head, `${last} ${first.trimStart()}`, ...rest];
    }
    case 'block':
      return braces(`${printName(s.label)}: `, s.body);
    case 'while': {
      const bound = s.bound === undefined ? '' : `bound (${s.bound}) `;
      return braces(`${printName(s.label)}: while (${e(s.condition)}) ${bound}`, s.body);
    }
    case 'break':
    case 'continue':
      return line(`${s.kind} ${printName(s.label)};`);
    case 'assume':
      return line(`assume(${e(s.condition)});`);
    case 'assert':
      return line(`assert(${[e(s.condition), ...assertionDetails(s.message, s.finding)].join(', ')});`);
    case 'nondet': {
      const any = s.from === undefined && s.to === undefined;
      const bound = (n: Integer | undefined): string => (n === undefined ? '_' : printInteger(n));
      return set(s.target, any ? 'nondet()' : `nondet(${bound(s.from)}, ${bound(s.to)})`);
    }
    case 'spawn':
      return line(`spawn(${[style.threadName(s.thread), ...s.args.map(e)].join(', ')});`);
    case 'join':
      return line(`join(${e(s.thread)}${whether});`);
    case 'lock': {
      const { until, leaves } = s;
      if (until === undefined && leaves === undefined) return line(`lock(${e(s.address)}${whether});`);
      const waits = `${testName[until?.test ?? '==']}, ${until === undefined ? 0 : e(until.value)}`;
      const change = `${leaves?.op === '+' ? 'add' : 'set'}, ${leaves === undefined ? 1 : e(leaves.value)}`;
      return line(`take(${e(s.address)}, ${waits}, ${change}${whether});`);
    }
    case 'unlock':
      return line(`unlock(${e(s.address)}${s.holder === undefined ? '' : `, ${e(s.holder)}`});`);
    case 'free':
      return line(`${s.kind}(${e(s.address)});`);
    case 'alloc':
      return set(
        s.target,
        `${s.zeroed ? 'zalloc' : 'alloc'}(${e(s.size)}${s.shape === undefined ? '' : `, "${blockShapeText(s.shape)}"`})`,
      );
  }
}

function assertionDetails(message: string | undefined, finding: AssertedFinding | undefined): string[] {
  if (finding === undefined) return message === undefined ? [] : [JSON.stringify(message)];
  return [JSON.stringify(message ?? ''), JSON.stringify(finding)];
}

const testName = { '==': 'is', '>=': 'least' } as const;

/** `__order(release)` before a statement that has one, `__order(acquire, relaxed)` with that of failure. */
function printOrder({ order, failure }: Statement): string {
  if (order === undefined && failure === undefined) return '';
  return `__order(${order ?? '_'}${failure === undefined ? '' : `, ${failure}`}) `;
}

function printRmw(
  address: string,
  op: RmwOp,
  width: Width | undefined,
  e: (expr: Parameters<typeof printExpr>[0]) => string,
): string {
  const bits = width ?? '';
  switch (op.kind) {
    case 'xchg':
      return `xchg${bits}_relaxed(${address}, ${e(op.value)})`;
    case 'fetch':
      return `fetch_${fetchName[op.op]}${bits}_relaxed(${address}, ${e(op.value)})`;
    case 'cas':
      return `cmpxchg${bits}_relaxed(${address}, ${e(op.expected)}, ${e(op.desired)})`;
  }
}
