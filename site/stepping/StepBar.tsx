// The steps of a run: a tick for each, tall where a store reaches memory.

import type { RunStep } from '../../src/report/stepping/view.js';
import { Icon } from '../parts/Icon.js';

export interface StepBarProps {
  readonly steps: readonly RunStep[];
  readonly threads: readonly string[];
  readonly at: number;
  /** Steps of events that are pointed at. */
  readonly pointed: ReadonlySet<string>;
  readonly machineOpen: boolean;
  readonly onGo: (position: number) => void;
  readonly onInteresting: () => void;
  readonly onMachine: () => void;
  readonly onPoint: (event: string | undefined) => void;
}

/** More ticks are too narrow to have space between them. */
const manySteps = 40;

export function StepBar({
  steps,
  threads,
  at,
  pointed,
  machineOpen,
  onGo,
  onInteresting,
  onMachine,
  onPoint,
}: StepBarProps) {
  const last = steps.length;
  const current = steps[at - 1];
  return (
    <div class="transport" role="group" aria-label="Steps">
      <button type="button" aria-label="to the start" disabled={at === 0} onClick={() => onGo(0)}>
        <Icon name="first" />
      </button>
      <button type="button" aria-label="back" disabled={at === 0} onClick={() => onGo(at - 1)}>
        <Icon name="back" />
      </button>
      <div class={`track ${last > manySteps ? 'many' : ''}`}>
        {steps.map((step, i) => (
          <button
            key={`${step.taken}`}
            type="button"
            tabIndex={-1}
            class={[
              'tick',
              i < at ? 'past' : '',
              i === at - 1 ? 'current' : '',
              step.commit ? 'commit' : '',
              step.event !== undefined && pointed.has(step.event) ? 'pointed' : '',
            ].join(' ')}
            title={`${i + 1}. ${stepWords(step, threads)}`}
            aria-label={`step ${i + 1}: ${stepWords(step, threads)}`}
            onClick={() => onGo(i + 1)}
            onMouseEnter={() => onPoint(step.event)}
            onMouseLeave={() => onPoint(undefined)}
          />
        ))}
      </div>
      <button type="button" aria-label="forward" disabled={at === last} onClick={() => onGo(at + 1)}>
        <Icon name="forward" />
      </button>
      <button type="button" aria-label="to the end" disabled={at === last} onClick={() => onGo(last)}>
        <Icon name="last" />
      </button>
      <button type="button" class="text" disabled={at === last} onClick={onInteresting}>
        Next interesting
      </button>
      <span
        class="position"
        role="status"
        aria-label={`step ${at} of ${last}${current === undefined ? '' : `: ${stepWords(current, threads)}`}`}
      >
        {at} / {last}
      </span>
      <button
        type="button"
        aria-label="memory, buffers and steps"
        aria-pressed={machineOpen}
        onClick={onMachine}
      >
        <Icon name="panel" />
      </button>
    </div>
  );
}

const stepWords = ({ thread, text, commit }: RunStep, threads: readonly string[]): string =>
  `${threads[thread]} ${commit ? 'commits ' : ''}${text}`;
