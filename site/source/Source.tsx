// The source pane: files, editor, and one line below with what to look for, or the error and its hint.

import { OneProblem } from '../answers/Problems.js';
import { answer, phase } from '../state/asking.js';
import { hint } from '../state/source.js';
import { Editor } from './Editor.js';
import { FileTabs } from './FileTabs.js';

export function Source() {
  return (
    <section class="pane source" aria-label="Source">
      <FileTabs />
      <Editor />
      <Foot />
    </section>
  );
}

function Foot() {
  const now = phase.value;
  const [problem] = answer.value?.problems ?? [];
  if (now === 'error' && problem !== undefined)
    return (
      <div class="foot error">
        <OneProblem problem={problem} />
      </div>
    );
  if (now === 'stale') return <div class="foot">edited · asking after a pause</div>;
  return (
    <div class="foot">{hint.value === '' ? 'Every edit is answered after a short pause.' : hint.value}</div>
  );
}
