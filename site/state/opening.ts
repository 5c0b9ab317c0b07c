// Which run is opened when an answer is new: a finding, or a state that SC does not reach, or any state.

import { effect } from '@preact/signals';
import { merged } from '../answers/Answer.js';
import { findingWords } from '../answers/words.js';
import type { Run } from '../protocol.js';
import { answer, phase, running } from './asking.js';
import { close, isOpen, open, shown } from './run.js';

/** A run from a link, for the first answer. */
let wanted: { readonly run: Run; readonly at?: number } | undefined;

export function openWhenAnswered(run: Run, at?: number): void {
  wanted = at === undefined ? { run } : { run, at };
}

export function startOpening(): void {
  effect(() => {
    if (phase.value === 'error') {
      if (shown.peek() !== undefined) close();
      return;
    }
    const known = answer.value;
    const all = merged.value;
    if (phase.value !== 'fresh' || known === undefined || all === undefined) return;
    if (isOpen(known.source.revision)) return;
    if (wanted !== undefined) {
      const { run, at } = wanted;
      wanted = undefined;
      open(run, 'the steps of the link', 'link', true, at);
      return;
    }
    const [finding] = all.findings;
    const findingRun = finding?.runs.values().next().value;
    if (finding !== undefined && findingRun !== undefined) {
      open(findingRun, `${findingWords(finding)}: ${finding.message}`, finding.key);
      return;
    }
    // Models come one after the other: a later one may have more to show.
    const done = !running.value.has('explicit states');
    const row = all.rows.find(({ nonSc }) => nonSc) ?? (done ? all.rows[all.rows.length - 1] : undefined);
    const run =
      row && [...row.runs].find(([model, kept]) => kept !== undefined && (model !== 'sc' || !row.nonSc))?.[1];
    if (row !== undefined && run !== undefined)
      open(run, all.observed.map((name, i) => `${name}=${row.values[i]}`).join('  '), row.key);
    else {
      const cycle = known.robust.find(({ answer: one }) => one.run !== undefined)?.answer;
      if (cycle?.run !== undefined) open(cycle.run, 'a cycle that SC does not have', `cycle ${cycle.model}`);
    }
  });
}
