// The answer in one sentence, with engines, agreement and bounds.

import type { EngineName } from '../../src/verdict/engine.js';
import { Place } from '../parts/Place.js';
import { answer, running, stopped } from '../state/asking.js';
import { source } from '../state/source.js';
import { merged } from './Answer.js';
import type { Merged } from './merged.js';
import { sentence } from './words.js';

const engines: readonly EngineName[] = ['explicit', 'symbolic'];

export function Summary() {
  const known = merged.value;
  if (known === undefined) return null;
  const { tone, main, rest } = sentence(known);
  const [finding] = known.differences.length > 0 ? [] : known.findings;
  return (
    <div class={`summary ${tone}`}>
      <p class="main">{main}</p>
      <p class="rest">
        {finding === undefined ? (
          rest
        ) : (
          <>
            <code>{rest}</code> in {finding.thread}
            {finding.at !== undefined && (
              <>
                , <Place at={finding.at} />
              </>
            )}
          </>
        )}
      </p>
      <p class="proof">
        {engines.map((engine) => (
          <EnginePill key={engine} engine={engine} />
        ))}
      </p>
      <p class="proof dim">{basis(known)}</p>
      {known.differences.slice(1, 6).map((difference) => (
        <p key={difference} class="rest">
          {difference}
        </p>
      ))}
    </div>
  );
}

function EnginePill({ engine }: { engine: EngineName }) {
  const known = answer.value;
  const busy = [...running.value].some((one) => one === `${engine} states`);
  const models = known?.source.models ?? [];
  const own = known?.states.filter((one) => one.engine === engine) ?? [];
  const work = own
    .map(({ model, work: done, ms }) => `${model.toUpperCase()}: ${done}, ${ms.toFixed(1)} ms`)
    .join('\n');
  if (own.length === models.length && own.every(({ complete }) => complete))
    return (
      <span class="pill ok" title={work}>
        {engine}
      </span>
    );
  if (busy)
    return (
      <span class="pill run">
        <i />
        {engine} {own.length > 0 ? `${own.length} of ${models.length}` : 'at work'}
      </span>
    );
  const refused = known?.refused.find((one) => one.engine === engine && one.question === 'states');
  const word =
    refused !== undefined
      ? 'has no answer'
      : own.length > 0
        ? 'did not finish'
        : stoppedHere()
          ? 'stopped'
          : 'waits';
  return (
    <span class="pill" title={refused?.why ?? own.find(({ shortfall }) => shortfall)?.shortfall}>
      {engine} {word}
    </span>
  );
}

const stoppedHere = (): boolean => stopped.value === source.value.revision;

/** How much the sentence is worth. */
function basis(known: Merged): string {
  const parts: string[] = [];
  if (known.differences.length === 0 && known.confirmed.size > 0)
    parts.push(
      known.confirmed.size === known.models.length ? 'both engines agree' : 'the engines agree so far',
    );
  parts.push(`${(known.ms / 1000).toFixed(2)} s`);
  if (known.bounded.length > 0) parts.push(`up to a bound: ${known.bounded.slice(0, 3).join('; ')}`);
  else if (known.known.size === known.models.length) parts.push('complete, no bound reached');
  if (known.shortfalls.length > 0 && known.known.size < known.models.length) parts.push(known.shortfalls[0]);
  return parts.join(' · ');
}
