// The symbolic engine's answers when one formula answers everything. It costs less than one question after the other,
// and it is another way to the same answers.

import type { Outcome } from '../../execution/execution.js';
import { outcomeKey } from '../../execution/execution.js';
import { cutLoopKey } from '../../execution/finding.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import type { Answer, Survey } from '../../symbolic/survey.js';
import type { Claim } from '../engine.js';
import { certifyShown, type ShownClaim } from './certified.js';
import type { Inquiries } from './inquiries.js';
import { askedFormula, type CrosscheckLimits, comparableFinding } from './options.js';
import type { QuestionName, RouteVerdict } from './routeAnswer.js';
import type { SymbolicQueries } from './symbolicRoute.js';

export function askSurvey(
  inquiries: Inquiries,
  engine: SymbolicQueries,
  program: Program,
  limits: CrosscheckLimits,
  most: number,
): void {
  const { model } = inquiries;
  const { unroll, timeLimitMs } = limits;
  const formula = askedFormula(program);
  const questions: QuestionName[] = ['outcomes', 'findings', 'cut loops', 'traces'];
  if (formula !== undefined) questions.push('condition');
  if (model !== 'sc') questions.push('robustness');
  const surveyed = inquiries.ask('symbolic', questions, () =>
    engine.survey(program, {
      model,
      unroll,
      most,
      ...present({ timeLimitMs, formula }),
    }),
  );
  if (surveyed === undefined) return;
  sayAnswers(inquiries, surveyed);
  certifyShown(inquiries, program, shownBy(surveyed), unroll);
}

function sayAnswers(inquiries: Inquiries, surveyed: Survey): void {
  const { outcomes, graphs, complete, findings, allFindings, cutLoops, reachable, cycle } = surveyed;
  const say = (question: QuestionName, said: RouteVerdict): void => inquiries.say(question, 'symbolic', said);
  say('outcomes', { kind: 'set', items: outcomes.map(outcomeKey), complete });
  say('traces', { kind: 'count', count: graphs, complete });
  const found = findings.map((f) => comparableFinding(f.finding));
  say('findings', { kind: 'set', items: found, complete: allFindings });
  const loops = (cutLoops ?? []).map(cutLoopKey);
  say('cut loops', { kind: 'set', items: loops, complete: cutLoops !== undefined });
  if (reachable !== undefined) say('condition', existence(reachable));
  if (cycle !== undefined) say('robustness', existence(cycle));
}

const existence = ({ exists }: Answer): RouteVerdict => ({
  kind: 'exists',
  exists: exists === true,
  complete: exists !== 'unknown',
});

function shownBy({ findings, reachable, cycle }: Survey): ShownClaim[] {
  const shown: ShownClaim[] = findings.map(({ finding, witness }) => ({
    claim: { kind: 'finding', finding },
    shown: { execution: witness.execution, witness },
  }));
  const add = (answer: Answer | undefined, claim: (outcome: Outcome) => Claim): void => {
    const witness = answer?.witness;
    if (witness === undefined) return;
    const { execution } = witness;
    shown.push({ claim: claim(execution.outcome ?? []), shown: { execution, witness } });
  };
  add(reachable, (outcome) => ({ kind: 'outcome', outcome }));
  add(cycle, () => ({ kind: 'hb-cycle' }));
  return shown;
}
