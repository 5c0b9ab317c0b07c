// The cheapest fences that make the program robust, as a diff that can be shown in the editor and taken.

import type { ModelName } from '../../src/execution/execution.js';
import { Empty } from '../parts/Empty.js';
import type { RepairAnswer } from '../protocol.js';
import { proposal } from '../source/proposal.js';
import { answer } from '../state/asking.js';
import { replaceFiles } from '../state/source.js';
import { pane } from '../state/view.js';
import { Waiting } from './Answer.js';
import { counted, modelWord } from './words.js';

export function Repair() {
  const known = answer.value;
  if (known === undefined || known.repair.length === 0)
    return <Waiting question="repair" idle="A repair is for TSO or PSO: choose one of them." />;
  const models = known.source.models.filter((model) => model !== 'sc');
  return (
    <>
      {models.map((model) => (
        <OneModel key={model} model={model} answers={known.repair.map((one) => one.answer)} />
      ))}
    </>
  );
}

function OneModel({ model, answers }: { model: ModelName; answers: readonly RepairAnswer[] }) {
  const own = answers.filter((one) => one.model === model);
  // The later answer is confirmed by more engines.
  const best = own.at(-1);
  if (best === undefined)
    return <Waiting question="repair" idle="The repair for the other model is found first." />;
  if (best.kind === 'none-needed')
    return (
      <section>
        <h2>{modelWord(model)}</h2>
        <Empty title="Nothing to repair" text={`The program is robust under ${modelWord(model)} as it is.`} />
      </section>
    );
  if (best.kind !== 'repaired')
    return (
      <section>
        <h2>{modelWord(model)}</h2>
        <p class="prose">{best.words}</p>
      </section>
    );
  return <Repaired repair={best} />;
}

function Repaired({ repair: { model, cost, files, confirmedBy } }: { repair: RepairAnswer }) {
  const added = files
    .flatMap(({ diff }) => diff.split('\n'))
    .filter((line) => /^\+(?!\+\+)/.test(line)).length;
  const isShown = proposal.value?.model === model;
  const name = modelWord(model);
  return (
    <section>
      <h2>Cheapest repair for {name}</h2>
      <p class="prose">
        {counted(added, 'line').replace(/^./, (first) => first.toUpperCase())} added or changed, at a cost of{' '}
        {cost}. No repair is cheaper. {confirmedBy.length > 0 && `Verified by ${confirmedBy.join(' and ')}.`}
      </p>
      {files.map((file) => (
        <pre
          key={file.name}
          class="diff"
          tabIndex={0}
          role="region"
          aria-label={`Changes of ${file.name} for ${name}`}
        >
          {files.length > 1 && <span class="at">{file.name}</span>}
          {file.diff
            .split('\n')
            .filter((line) => !/^(---|\+\+\+)/.test(line))
            .map((line, i) => (
              <span
                key={i}
                class={line[0] === '+' ? 'added' : line[0] === '-' ? 'removed' : line[0] === '@' ? 'at' : ''}
              >
                {line === '' ? ' ' : line}
                {'\n'}
              </span>
            ))}
        </pre>
      ))}
      <div class="row start">
        <button
          type="button"
          class="btn primary"
          onClick={() => {
            proposal.value = undefined;
            replaceFiles(files);
          }}
        >
          Take this repair<span class="hidden-text"> for {name}</span>
        </button>
        <button
          type="button"
          class="btn"
          aria-pressed={isShown}
          onClick={() => {
            proposal.value = isShown ? undefined : { model, files };
            pane.value = 'source';
          }}
        >
          {isShown ? 'Hide in the editor' : 'Show in the editor'}
          <span class="hidden-text">, for {name}</span>
        </button>
      </div>
    </section>
  );
}
