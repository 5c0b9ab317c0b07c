// Whether every trace is one of SC, and if not, the cycle.

import { Place } from '../parts/Place.js';
import { type Answer, answer } from '../state/asking.js';
import { hoveredSpot } from '../state/pointer.js';
import { open } from '../state/run.js';
import { pane } from '../state/view.js';
import { Waiting } from './Answer.js';
import { modelWord } from './words.js';

export function Robustness() {
  const known = answer.value;
  if (known === undefined || known.robust.length === 0)
    return <Waiting question="robust" idle="Robustness compares a weak model with SC: choose TSO or PSO." />;
  const models = known.source.models.filter((model) => model !== 'sc');
  return (
    <>
      {models.map((model) => (
        <OneModel key={model} answers={known.robust.filter((one) => one.answer.model === model)} />
      ))}
    </>
  );
}

function OneModel({ answers }: { answers: Answer['robust'] }) {
  const bad = answers.find(({ answer: { robust } }) => robust === false);
  const good = answers.filter(({ answer: { robust } }) => robust === true);
  const [first] = answers;
  if (first === undefined) return null;
  const { model } = first.answer;
  const by = (bad === undefined ? good : answers.filter(({ answer: { robust } }) => robust === false))
    .map(({ engine }) => engine)
    .join(' and ');
  const disagree = bad !== undefined && good.length > 0;
  const word = bad !== undefined ? 'not robust' : good.length > 0 ? 'robust' : 'no answer';
  const bounded = answers.flatMap(({ answer: one }) => one.bounded);
  return (
    <section class="robustness">
      <h2>
        {modelWord(model)}{' '}
        <span class={`verdict ${bad ? 'violated' : good.length > 0 ? 'holds' : ''}`}>{word}</span>
        {by !== '' && <span class="dim">{by}</span>}
      </h2>
      {disagree && <p class="fail">The engines disagree: this is a bug in diptych.</p>}
      {bad === undefined ? (
        good.length > 0 && (
          <p class="prose">
            Every trace under {modelWord(model)} is one of SC
            {bounded.length > 0 ? `, up to a bound: ${[...new Set(bounded)].join('; ')}` : ''}.
          </p>
        )
      ) : (
        <Cycle answer={bad.answer} />
      )}
    </section>
  );
}

function Cycle({ answer: { cycle, why, run, model } }: { answer: Answer['robust'][0]['answer'] }) {
  return (
    <>
      {why !== undefined && <p class="prose">{why}</p>}
      <ol class="cycle">
        {cycle.map(({ thread, text, relation, words, at }) => (
          <li
            key={`${thread} ${text} ${relation}`}
            onMouseEnter={() => {
              hoveredSpot.value = at;
            }}
            onMouseLeave={() => {
              hoveredSpot.value = undefined;
            }}
          >
            <span class="thread-name">{thread}</span>
            <code>{text}</code>
            {at !== undefined && <Place at={at} />}
            <em class={relation}>{words}</em>
          </li>
        ))}
      </ol>
      {run !== undefined && (
        <button
          type="button"
          class="btn"
          onClick={() => {
            open(run, `a cycle that SC does not have`, `cycle ${model}`);
            pane.value = 'execution';
          }}
        >
          Show this cycle
        </button>
      )}
    </>
  );
}
