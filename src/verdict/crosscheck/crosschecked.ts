// The result of cross-checking one program.

import { type Inquiries, sumOfTimes, type Times } from './inquiries.js';
import { agreementOf, type Inquiry } from './routeAnswer.js';

export interface Crosschecked {
  /** The number of questions, and of those that got the same answer from every route that had one. */
  readonly queries: number;
  readonly agreements: number;
  readonly disagreements: readonly Inquiry[];
  /** Questions that fewer than two routes could answer within the limits. */
  readonly open: readonly Inquiry[];
  /** Milliseconds per route. */
  readonly times: Times;
}

/** The sum of what was said under each model. */
export function crosschecked(all: readonly Inquiries[]): Crosschecked {
  const inquiries = all.flatMap((asked) => asked.list());
  const of = (agreement: ReturnType<typeof agreementOf>): Inquiry[] =>
    inquiries.filter((inquiry) => agreementOf(inquiry) === agreement);
  return {
    queries: inquiries.length,
    agreements: of('agreement').length,
    disagreements: of('disagreement'),
    open: of('open'),
    times: sumOfTimes(all.map((asked) => asked.times)),
  };
}
