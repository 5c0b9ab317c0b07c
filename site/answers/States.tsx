// The table of final states, the findings, and what becomes of the condition.

import type { ModelName } from '../../src/execution/execution.js';
import { Empty } from '../parts/Empty.js';
import { Place } from '../parts/Place.js';
import type { ConditionView, Run } from '../protocol.js';
import { answer } from '../state/asking.js';
import { open, shown } from '../state/run.js';
import { onlyNonSc, pane } from '../state/view.js';
import { merged } from './Answer.js';
import type { Found, Merged, Row } from './merged.js';
import { findingWords, modelWord, modelWords } from './words.js';

const show = (run: Run | undefined, title: string, key: string): void => {
  if (run === undefined) return;
  open(run, title, key);
  pane.value = 'execution';
};

export function States() {
  const known = merged.value;
  if (known === undefined) return null;
  return (
    <>
      {known.findings.length > 0 && (
        <section>
          <h2>Findings</h2>
          {known.findings.map((finding) => (
            <Finding key={finding.key} finding={finding} />
          ))}
        </section>
      )}
      <Table known={known} />
      <Condition />
    </>
  );
}

/** The first weak model shows more than SC. */
const bestModel = (models: readonly ModelName[]): ModelName | undefined =>
  models.find((model) => model !== 'sc') ?? models[0];

function Finding({ finding }: { finding: Found }) {
  const { key, message, thread, models, engines, runs, at } = finding;
  const model = bestModel(models.filter((one) => runs.has(one)));
  const title = `${findingWords(finding)}: ${message}`;
  return (
    <div class={`finding ${shown.value?.key === key ? 'on' : ''}`}>
      <span class="dot" />
      <span class="grow">
        <b>
          {findingWords(finding)}: <code>{message}</code>
        </b>
        <small>
          {thread}
          {at !== undefined && (
            <>
              , <Place at={at} />
            </>
          )}{' '}
          · {modelWords(models)} · found by {engines.join(' and ')}
        </small>
      </span>
      {model !== undefined && (
        <button type="button" class="btn small" onClick={() => show(runs.get(model), title, key)}>
          Show
        </button>
      )}
    </div>
  );
}

/** More rows are drawn when they are asked for. */
const mostRows = 300;

function Table({ known }: { known: Merged }) {
  const nonSc = known.rows.filter((row) => row.nonSc).length;
  const filtered = onlyNonSc.value && nonSc > 0;
  const rows = filtered ? known.rows.filter((row) => row.nonSc) : known.rows;
  return (
    <section>
      <div class="row">
        <h2>
          Final states{' '}
          <span class="count">{filtered ? `${rows.length} of ${known.rows.length}` : rows.length}</span>
        </h2>
        <label class="switch">
          <input
            type="checkbox"
            checked={filtered}
            disabled={nonSc === 0}
            onChange={(event) => {
              onlyNonSc.value = event.currentTarget.checked;
            }}
          />
          <span class="knob" />
          only non-SC ({nonSc})
        </label>
      </div>
      {rows.length === 0 ? (
        <Empty title="No final state" text="No execution has come to an end so far." />
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Final states">
          <table class="states">
            <thead>
              <tr>
                {known.observed.map((name) => (
                  <th key={name} scope="col" class="value">
                    {name}
                  </th>
                ))}
                {known.models.map((model) => (
                  <th key={model} scope="col" class="model">
                    {modelWord(model)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, mostRows).map((row) => (
                <StateRow key={row.key} row={row} known={known} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="legend">
        {rows.length > mostRows && `The first ${mostRows} of ${rows.length} are shown. `}
        {nonSc > 0 && (
          <>
            <span class="swatch" /> needs a store buffer: SC never ends so.{' '}
          </>
        )}
        {rows.length > 0 && 'Choose a row to see an execution.'}
      </p>
    </section>
  );
}

function StateRow({ row, known }: { row: Row; known: Merged }) {
  const { key, values, runs, nonSc } = row;
  const text = known.observed.map((name, i) => `${name}=${values[i]}`).join('  ');
  const pick = (model: ModelName | undefined): void => {
    if (model !== undefined) show(runs.get(model), text, key);
  };
  const current = shown.value;
  const on = current?.key === key;
  const best = bestModel(known.models.filter((model) => runs.get(model) !== undefined));
  return (
    // A row can be clicked anywhere; the keyboard has the buttons in it.
    <tr class={`${nonSc ? 'non-sc' : ''} ${on ? 'on' : ''}`} onClick={() => pick(best)}>
      {values.map((value, i) => (
        <td key={known.observed[i]} class="value">
          {value}
        </td>
      ))}
      {known.models.map((model) => (
        <td key={model} class="model">
          {runs.has(model) ? (
            <button
              type="button"
              class="hit"
              aria-label={`${text} under ${modelWord(model)}: show an execution`}
              aria-pressed={on && current?.run.model === model}
              onClick={(event) => {
                event.stopPropagation();
                pick(model);
              }}
            >
              ●
            </button>
          ) : (
            <span class="miss" title={known.known.has(model) ? 'not reachable' : 'not known yet'}>
              {known.known.has(model) ? '–' : '?'}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

function Condition() {
  const states = answer.value?.states ?? [];
  const of = (model: ModelName): ConditionView | undefined =>
    states.find((one) => one.model === model && one.condition !== undefined)?.condition;
  const models = (answer.value?.source.models ?? []).filter((model) => of(model) !== undefined);
  const [first] = models;
  if (first === undefined) return null;
  return (
    <section>
      <h2>Condition</h2>
      <p class="condition">
        <code>{of(first)?.text}</code>
      </p>
      <p class="chips">
        {models.map((model) => {
          const observation = of(model)?.observation ?? null;
          return (
            <span key={model} class={`verdict ${observation === 'Never' ? '' : 'seen'}`}>
              {modelWord(model)} {observation === null ? 'not known' : observation.toLowerCase()}
            </span>
          );
        })}
      </p>
    </section>
  );
}
