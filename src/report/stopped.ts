// A limit that was reached, in words: where, and what helps.

import type { Diagnostic, DiagnosticCode } from '../support/diagnostic.js';
import type { Phase } from '../support/phase.js';
import type { Shortfall, StopReason } from '../verdict/engine.js';

type StoppedBy = Extract<Shortfall, { readonly kind: StopReason }>;

/** `the time limit was reached while encoding` */
export const stopText = ({ kind, phase }: StoppedBy): string =>
  `${limitText[kind]}${phase === undefined ? '' : ` while ${phase}`}`;

const limitText: Readonly<Record<StopReason, string>> = {
  time: 'the time limit was reached',
  interrupted: 'it was interrupted',
  memory: 'the memory limit was reached',
  unconfirmed: 'it was stopped: the other engine had already answered (--confirm sets how long to wait)',
  'one-worker': 'one worker answered for both engines, and this machine had no time to check it',
};

/** `searches`: whether the command explores programs, and has the options of those that do. */
export const stoppedDiagnostic = (stopped: StoppedBy, searches = true): Diagnostic => ({
  code: codes[stopped.kind],
  message: `no answer: ${stopText(stopped)}`,
  ...hintOf(stopped, searches),
});

export const smallerBoundLine = (bound: number, asked: number): string =>
  `the bound is --unroll ${bound}: there was no time for an answer with --unroll ${asked}\n`;

export const refusedBoundLine = (bound: number, asked: number): string =>
  `the bound is --unroll ${bound}: with --unroll ${asked} the program is not supported\n`;

export const anyValuesLine =
  'the program reads a value that was never written: this answer lets it be any value (-D DIPTYCH_ANY_VALUES)\n';

const codes: Readonly<Record<StopReason, DiagnosticCode>> = {
  time: 'time-limit',
  memory: 'memory-limit',
  interrupted: 'interrupted',
  unconfirmed: 'unconfirmed',
  'one-worker': 'one-worker',
};

function hintOf({ kind, phase = 'starting' }: StoppedBy, searches = true): { hint?: string } {
  if (kind === 'interrupted' || kind === 'unconfirmed' || kind === 'one-worker') return {};
  const more = kind === 'time' ? 'a longer --timeout' : 'a larger --memory';
  const other = searches ? helps[phase] : undefined;
  return { hint: `${more}${other === undefined ? '' : `, or ${other}`}` };
}

/** Advice that may lead to an answer. */
export function adviceOf(shortfall: Shortfall | undefined): string | undefined {
  switch (shortfall?.kind) {
    case 'executions':
      return 'a larger --max-executions';
    case 'time':
    case 'memory':
      return hintOf(shortfall).hint;
    default:
      return undefined;
  }
}

/** Options that make a phase smaller. */
const helps: Partial<Record<Phase, string>> = {
  preprocessing: 'fewer and smaller macros and included files',
  parsing: 'a smaller file',
  checking: 'a smaller file',
  inlining: 'smaller arrays, a smaller --unroll, or fewer nested loops and inlined calls',
  unrolling: 'a smaller --unroll, or --engine explicit',
  analysing: 'a smaller --unroll, or --engine explicit',
  encoding: 'a smaller --unroll, or --engine explicit',
  solving: 'a smaller --unroll, or --engine explicit',
  exploring: 'a smaller --unroll, --max-executions, or --engine symbolic',
  monitoring: 'a smaller --unroll, or --engine symbolic',
};
