// Sums of a cross-check that was done elsewhere.

import { modelNames } from '../execution/execution.js';
import type { Decoder } from '../support/decoder.js';
import { present } from '../support/present.js';
import {
  type Conflict,
  type Inquiry,
  questionNames,
  type RouteAnswer,
  type RouteVerdict,
  routeNames,
  type Sums,
} from '../verdict/crosscheck/index.js';
import { decodeDiagnostic, decodeText } from './decode.js';

export function decodeSums(d: Decoder): Sums {
  return {
    programs: d.at('programs').integer(),
    queries: d.at('queries').integer(),
    agreements: d.at('agreements').integer(),
    conflicts: d.at('conflicts').list(decodeConflict),
    open: d.at('open').list((o) => ({
      name: decodeText(o.at('name')),
      inquiries: o.at('inquiries').list(decodeInquiry),
    })),
    errors: d.at('errors').list((e) => ({
      diagnostic: decodeDiagnostic(e.at('diagnostic')),
      ...e.optional('text', decodeText),
    })),
    times: Object.fromEntries(
      routeNames.flatMap((route) => {
        const { [route]: ms } = d.at('times').optional(route, (n) => n.number());
        return ms === undefined ? [] : [[route, ms]];
      }),
    ),
  };
}

function decodeConflict(d: Decoder): Conflict {
  const { seed } = d.optional('seed', (n) => n.integer());
  return {
    name: decodeText(d.at('name')),
    ...present({ seed }),
    program: decodeText(d.at('program')),
    disagreements: d.at('disagreements').list(decodeInquiry),
    smallest: {
      program: decodeText(d.at('smallest').at('program')),
      disagreements: d.at('smallest').at('disagreements').list(decodeInquiry),
    },
  };
}

const decodeInquiry = (d: Decoder): Inquiry => ({
  question: d.at('question').oneOf(questionNames),
  model: d.at('model').oneOf(modelNames),
  testimonies: d
    .at('testimonies')
    .list((t): RouteAnswer => ({ route: t.at('route').oneOf(routeNames), said: decodeSaid(t.at('said')) })),
});

function decodeSaid(d: Decoder): RouteVerdict {
  const kind = d.at('kind').oneOf(['set', 'count', 'exists', 'failed', 'no answer'] as const);
  switch (kind) {
    case 'set':
      return { kind, items: d.at('items').list(decodeText), complete: d.at('complete').boolean() };
    case 'count':
      return { kind, count: d.at('count').integer(), complete: d.at('complete').boolean() };
    case 'exists':
      return { kind, exists: d.at('exists').boolean(), complete: d.at('complete').boolean() };
    case 'failed':
      return { kind, message: decodeText(d.at('message')) };
    case 'no answer':
      return { kind, reason: decodeText(d.at('reason')) };
  }
}
