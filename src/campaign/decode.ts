// Reads answers that came from elsewhere. Every part is asked for by its type; text is for people and loses what would steer a
// terminal.

import type { CutLoop } from '../execution/finding.js';
import { type DiagnosticCode, isDiagnosticCode } from '../support/codes/index.js';
import type { Decoder } from '../support/decoder.js';
import type { Diagnostic } from '../support/diagnostic.js';
import { type Phase, phases } from '../support/phase.js';
import type { Shortfall } from '../verdict/engine.js';
import {
  decodeClaim,
  decodeEvent,
  decodeFinding,
  decodeRace,
  decodeSpan,
  decodeStep,
  decodeValue,
  findingKinds,
} from '../verdict/witnessFile.js';
import { plainText } from './json.js';
import type { WireExplored, WireMonitored, WireRaces, WireRoute, WireStates } from './wire.js';

/** Without control characters. */
export const decodeText = (d: Decoder): string => plainText(d.string());

/** A line of a stranger's text, not too long to read. */
export const shownText = (text: string): string => {
  const line = plainText(text).replace(/[\n\t]+/g, ' ');
  return line.length > mostShown ? `${line.slice(0, mostShown)}...` : line;
};

const mostShown = 300;

export function decodeExplored(d: Decoder): WireExplored {
  return {
    outcomes: d.at('outcomes').list((o) => ({ outcome: o.at('outcome').list(decodeValue), ...scheduled(o) })),
    findings: d.at('findings').list((f) => ({ finding: decodeFinding(f.at('finding')), ...scheduled(f) })),
    flawed: d.at('flawed').list((f) => ({ claim: decodeClaim(f.at('claim')), ...scheduled(f) })),
    ...decodeEnd(d),
    ...d.optional('blindTo', (list) => list.list((kind) => kind.oneOf(findingKinds))),
    complete: d.at('complete').boolean(),
  };
}

export const decodeRoute = (d: Decoder): WireRoute => ({
  robust: decodeMaybe(d.at('robust')),
  ...d.optional('schedule', (s) => s.list(decodeStep)),
  ...decodeEnd(d),
});

export const decodeRaces = (d: Decoder): WireRaces => ({
  races: d.at('races').list((r) => ({ race: decodeRace(r.at('race')), ...scheduled(r) })),
  cutShort: d.at('cutShort').list(decodeFinding),
  complete: d.at('complete').boolean(),
  ...decodeEnd(d),
});

export function decodeMonitored(d: Decoder): WireMonitored {
  return {
    executions: d.at('executions').integer(),
    blocked: d.at('blocked').integer(),
    complete: d.at('complete').boolean(),
    cutLoops: d.at('cutLoops').list(decodeCutLoop),
    ...d.optional('shortfall', decodeShortfall),
    answers: d.at('answers').list((a) => ({
      robust: decodeMaybe(a.at('robust')),
      pairs: a.at('pairs').list((pair) => ({
        event: decodeEvent(pair.at('event')),
        overtaken: decodeEvent(pair.at('overtaken')),
        address: pair.at('address').integer(),
      })),
      ...a.optional('schedule', (s) => s.list(decodeStep)),
    })),
  };
}

export const decodeStates = (d: Decoder): WireStates => ({
  robust: decodeMaybe(d.at('robust')),
  ...d.optional('outcome', (o) => o.list(decodeValue)),
  ...d.optional('finding', decodeFinding),
  ...d.optional('schedule', (s) => s.list(decodeStep)),
});

const scheduled = (d: Decoder): Pick<WireExplored['outcomes'][number], 'schedule'> => ({
  schedule: d.at('schedule').list(decodeStep),
});

const decodeMaybe = (d: Decoder): boolean | null => d.nullable((b) => b.boolean()) ?? null;

function decodeEnd(d: Decoder): Pick<WireRoute, 'cutLoops' | 'shortfall' | 'statistics'> {
  const statistics = d.at('statistics');
  return {
    cutLoops: d.at('cutLoops').list(decodeCutLoop),
    ...d.optional('shortfall', decodeShortfall),
    statistics: { ...statistics.record((n) => n.number()), ms: statistics.at('ms').number() },
  };
}

export const decodeCutLoop = (d: Decoder): CutLoop => ({
  thread: d.at('thread').integer(),
  label: decodeText(d.at('label')),
  ...d.optional('at', decodeSpan),
});

const stopReasons = ['time', 'memory', 'interrupted', 'unconfirmed', 'one-worker'] as const;

function decodeShortfall(d: Decoder): Shortfall {
  const kind = d.at('kind').oneOf([...stopReasons, 'executions', 'strategy', 'unsupported'] as const);
  switch (kind) {
    case 'unsupported':
      return { kind, diagnostic: decodeDiagnostic(d.at('diagnostic')) };
    case 'executions':
    case 'strategy':
      return { kind };
    default:
      return { kind, ...d.optional('phase', decodePhase) };
  }
}

const decodePhase = (d: Decoder): Phase => d.oneOf(phases);

export const decodeDiagnostic = (d: Decoder): Diagnostic => ({
  code: d
    .at('code')
    .as((code): DiagnosticCode | undefined => (isDiagnosticCode(code) ? code : undefined), 'a known code'),
  message: decodeText(d.at('message')),
  ...d.optional('file', decodeText),
  ...d.optional('line', (v) => v.integer()),
  ...d.optional('column', (v) => v.integer()),
  ...d.optional('endColumn', (v) => v.integer()),
  ...d.optional('hint', decodeText),
});
