// The bar at the top: example, models, loop bound, share, keys, light or dark.

import { exampleTopics, loadExample } from '../examples/examples.js';
import { Icon } from '../parts/Icon.js';
import { ShareButton } from '../share/Share.js';
import { change, chosenExample, mostUnroll, source, toggleModel } from '../state/source.js';
import { toggleTheme } from '../state/view.js';
import { KeysButton } from './Keys.js';

export function Header() {
  return (
    <header>
      <h1 class="logo">
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <rect x="1" y="2" width="8" height="16" rx="2" class="solid" />
          <rect x="11" y="2" width="8" height="16" rx="2" class="hollow" />
        </svg>
        <span>diptych</span>
      </h1>
      <ExamplePicker />
      <Models />
      <LoopBound />
      <span class="grow" />
      <ShareButton />
      <KeysButton />
      <button
        type="button"
        class="btn ghost icon-only"
        aria-label="Light or dark"
        title="Light or dark"
        onClick={toggleTheme}
      >
        <Icon name="sun" />
      </button>
    </header>
  );
}

function ExamplePicker() {
  return (
    <label class="pick">
      <span class="hidden-text">Example</span>
      <select
        value={chosenExample.value}
        onChange={(event) => {
          if (event.currentTarget.value !== '') void loadExample(event.currentTarget.value);
        }}
      >
        {chosenExample.value === '' && <option value="">your own program</option>}
        {exampleTopics.map(({ topic, examples }) => (
          <optgroup key={topic} label={topic}>
            {examples.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function Models() {
  return (
    <div class="models" role="group" aria-label="Memory models">
      {(['sc', 'tso', 'pso'] as const).map((model) => (
        <button
          key={model}
          type="button"
          aria-pressed={source.value.models.includes(model)}
          aria-disabled={model === 'sc'}
          title={model === 'sc' ? 'SC is always asked: the others are compared with it' : undefined}
          onClick={() => toggleModel(model)}
        >
          {model.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

function LoopBound() {
  return (
    <label class="unroll" title="How often a loop without a bound of its own runs">
      Loops
      <input
        type="number"
        min={0}
        max={mostUnroll}
        value={source.value.unroll}
        onChange={(event) => {
          const unroll = Math.max(
            0,
            Math.min(mostUnroll, Math.floor(Number(event.currentTarget.value) || 0)),
          );
          if (unroll !== source.value.unroll) change({ unroll });
        }}
      />
    </label>
  );
}
