// The answer: a sentence, the engines and bounds it rests on, and the tabs of the same program.

import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Empty } from '../parts/Empty.js';
import type { Question } from '../protocol.js';
import { answer, askRepair, phase, running } from '../state/asking.js';
import { tab } from '../state/view.js';
import { AnswerBanner } from './Banner.js';
import { merge } from './merged.js';
import { Problems } from './Problems.js';
import { Races } from './Races.js';
import { Repair } from './Repair.js';
import { Robustness } from './Robustness.js';
import { States } from './States.js';
import { Summary } from './Summary.js';

export const merged = computed(() => {
  const known = answer.value;
  return known === undefined ? undefined : merge(known.source, known.states);
});

const titles: readonly (readonly [Question, string])[] = [
  ['states', 'States'],
  ['robust', 'Robustness'],
  ['races', 'Races'],
  ['repair', 'Repair'],
];

export function Answer() {
  const now = phase.value;
  const isStale = now === 'stale' || now === 'asking';
  return (
    <section
      class={`pane answer ${now}`}
      aria-label="Answer"
      data-phase={now}
      data-revision={answer.value?.source.revision}
    >
      <AnswerBanner />
      {now === 'loading' ? (
        <div class="skeleton" role="status" aria-label="The engines start">
          <i />
          <i />
          <i />
          <i />
          <i />
        </div>
      ) : now === 'error' || (isStale && answer.value?.states.length === 0) ? (
        <div class="fade" inert={isStale}>
          <Problems />
        </div>
      ) : (
        <div class="fade" inert={isStale}>
          <Summary />
          <Tabs />
        </div>
      )}
    </section>
  );
}

function Tabs() {
  const chosen = tab.value;
  // Looking at the tab is what asks for a repair.
  useEffect(() => {
    if (tab.value === 'repair') askRepair();
  }, [tab.value, phase.value, running.value.size]);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const i = titles.findIndex(([name]) => name === tab.value);
    const [name] = titles[(i + step + titles.length) % titles.length];
    tab.value = name;
    document.getElementById(`tab-${name}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Questions">
        {titles.map(([name, title]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={chosen === name}
            aria-controls="tab-panel"
            tabIndex={chosen === name ? 0 : -1}
            onKeyDown={move}
            onClick={() => {
              tab.value = name;
            }}
          >
            {title}
            <Badge name={name} />
          </button>
        ))}
      </div>
      <div class="body" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`} tabIndex={0}>
        {chosen === 'states' ? (
          <States />
        ) : chosen === 'robust' ? (
          <Robustness />
        ) : chosen === 'races' ? (
          <Races />
        ) : (
          <Repair />
        )}
      </div>
    </>
  );
}

function Badge({ name }: { name: Question }) {
  const known = answer.value;
  if (name === 'robust' && known?.robust.some(({ answer: one }) => one.robust === false))
    return (
      <span class="badge" title="not robust">
        !<span class="hidden-text"> not robust</span>
      </span>
    );
  const races = new Set(known?.races.flatMap(({ answer: one }) => one.races.map(({ key }) => key)));
  if (name === 'races' && races.size > 0)
    return (
      <span class="badge">
        {races.size}
        <span class="hidden-text"> found</span>
      </span>
    );
  return null;
}

/** For tabs whose question is under way, or was not asked. */
export function Waiting({ question, idle }: { question: Question; idle: string }) {
  const busy = [...running.value].some((one) => one.endsWith(question));
  const refused = answer.value?.refused.find((one) => one.question === question);
  if (!busy && refused !== undefined) return <Empty title="No answer" text={refused.why} />;
  return busy ? (
    <Empty title="The engines are at work" text="The answer appears here." bar />
  ) : (
    <Empty title="Not asked" text={idle} />
  );
}
