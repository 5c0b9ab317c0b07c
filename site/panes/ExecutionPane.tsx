// The execution pane: connects the graph, the steps and the machine to what the page shows.

import { signal } from '@preact/signals';
import type { GraphRelation } from '../../src/report/graph/graph.js';
import type { RunView } from '../../src/report/stepping/view.js';
import { ExecutionGraph } from '../execution/ExecutionGraph.js';
import { savePng, saveSvg } from '../execution/exportPicture.js';
import { kinds, kindWords } from '../execution/kinds.js';
import type { Camera } from '../execution/useCamera.js';
import { Empty } from '../parts/Empty.js';
import { Icon } from '../parts/Icon.js';
import { answer, phase } from '../state/asking.js';
import { hoveredEvent, hoveredSpot, pointedEvents } from '../state/pointer.js';
import * as run from '../state/run.js';
import { source } from '../state/source.js';
import { machineOpen, wide } from '../state/view.js';
import { Choices } from '../stepping/Choices.js';
import { Machine } from '../stepping/Machine.js';
import { StepBar } from '../stepping/StepBar.js';
import { Splitter } from './Splitter.js';

const hidden = signal<ReadonlySet<GraphRelation>>(new Set());
const cycleOnly = signal(false);
const scale = signal(1);
export const camera = signal<Camera | undefined>(undefined);

const setCamera = (made: Camera): void => {
  camera.value = made;
};
const setScale = (now: number): void => {
  scale.value = now;
};
const point = (event: string | undefined): void => {
  hoveredEvent.value = event;
};

export function ExecutionPane() {
  const now = phase.value;
  const shown = run.shown.value;
  const view = run.view.value;
  const isStale = shown !== undefined && shown.source.revision !== source.value.revision;
  const classes = `pane execution ${isStale ? 'stale' : ''} ${machineOpen.value ? '' : 'folded'}`;
  return (
    <section class={classes} aria-label="Execution" inert={isStale} data-revision={shown?.source.revision}>
      {now === 'error' || shown === undefined || view === undefined ? (
        <Nothing />
      ) : (
        <Shown shown={shown} view={view} />
      )}
    </section>
  );
}

function Nothing() {
  switch (phase.value) {
    case 'error':
      return <Empty title="No execution" text="Mend the error in the source first." />;
    case 'loading':
      return <Empty title="Opening…" text="The explicit engine starts at once; Z3 loads behind it." />;
    default:
      return (
        <div class="empty">
          <b>No execution is open</b>
          <p>Choose a state or a finding, or take the steps yourself.</p>
          <ByHand />
        </div>
      );
  }
}

/** Starts a run from the beginning under a model. */
function ByHand() {
  return (
    <div class="by-hand" role="group" aria-label="Step by hand from the start">
      {source.value.models.map((model) => (
        <button key={model} type="button" class="btn small" onClick={() => run.openByHand(model)}>
          {model.toUpperCase()} by hand
        </button>
      ))}
    </div>
  );
}

function Shown({ shown, view }: { shown: run.Shown; view: RunView }) {
  const at = Math.min(run.at.value, view.steps.length);
  const next = run.next.value;
  return (
    <>
      <Head shown={shown} view={view} />
      <div class="canvas">
        <ExecutionGraph
          run={view}
          at={at}
          pointed={pointedEvents.value}
          hidden={hidden.value}
          cycleOnly={cycleOnly.value}
          onPoint={point}
          onPick={({ step }) => run.go(step + 1)}
          onCamera={setCamera}
          onScale={setScale}
        />
      </div>
      {machineOpen.value && (
        <Splitter name="machine" label="Resize graph and machine" direction="down" within=".execution" />
      )}
      <div class="machine">
        <StepBar
          steps={view.steps}
          threads={view.threads}
          at={at}
          pointed={pointedEvents.value}
          machineOpen={machineOpen.value}
          onGo={run.go}
          onInteresting={run.goInteresting}
          onPoint={point}
          onMachine={() => {
            machineOpen.value = !machineOpen.value;
          }}
        />
        {machineOpen.value && (
          <div class="machine-body" tabIndex={0} role="region" aria-label="Machine">
            <Machine
              machine={view.machine[at]}
              threads={view.threads}
              hasBuffers={view.model !== 'sc'}
              last={view.steps[at - 1]}
            />
            <Choices
              threads={view.threads}
              choices={next?.choices}
              reachable={next?.reachable}
              end={at === view.steps.length ? view.end : undefined}
              byHand={shown.byHand}
              canUndo={at > 0}
              isNext={run.isNext}
              onChoose={run.choose}
              onPoint={(choice) => {
                hoveredSpot.value = choice?.at;
              }}
              onUndo={run.undo}
              searching={run.searching.value}
              onSearch={run.searchOn}
            />
          </div>
        )}
      </div>
    </>
  );
}

function Head({ shown, view }: { shown: run.Shown; view: RunView }) {
  const hasCycle = view.events.some(({ onCycle }) => onCycle);
  const name = `${source.value.files[0].name.replace(/\.\w+$/, '')}-${view.model}`;
  const title = `${name} ${shown.title}`;
  const toggle = (kind: GraphRelation): void => {
    const next = new Set(hidden.value);
    if (!next.delete(kind)) next.add(kind);
    hidden.value = next;
  };
  return (
    <div class="head">
      <div class="title">
        <h2>Execution</h2> <span class="pill chosen">{view.model.toUpperCase()}</span>
        <span class="what" title={shown.title}>
          {shown.byHand ? 'your own steps' : shown.title}
        </span>
        <span class="grow" />
        <button
          type="button"
          class="btn small ghost start-hand"
          title="Take every step yourself, from the start"
          onClick={() => run.openByHand(view.model)}
        >
          <Icon name="hand" size={13} /> By hand
        </button>
      </div>
      <div class="tools">
        <div class="kinds" role="group" aria-label="Relations">
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              class={`kind ${kind}`}
              aria-pressed={!hidden.value.has(kind)}
              title={kindWords[kind]}
              onClick={() => toggle(kind)}
            >
              <svg width="18" height="8" aria-hidden="true">
                <path d="M0 4h18" />
              </svg>
              {kind}
            </button>
          ))}
          {hasCycle && (
            <button
              type="button"
              class="kind cycle-button"
              aria-pressed={cycleOnly.value}
              onClick={() => {
                cycleOnly.value = !cycleOnly.value;
              }}
            >
              cycle only
            </button>
          )}
        </div>
        <span class="grow" />
        <Zoom name={name} title={title} />
      </div>
    </div>
  );
}

function Zoom({ name, title }: { name: string; title: string }) {
  const with_ = (work: (made: Camera) => void) => (): void => {
    const made = camera.value;
    if (made !== undefined) work(made);
  };
  return (
    <div class="zoom" role="group" aria-label="Picture">
      <button type="button" aria-label="zoom out" onClick={with_((made) => made.by(0.8))}>
        <Icon name="minus" />
      </button>
      <span class="percent">{Math.round(scale.value * 100)}%</span>
      <button type="button" aria-label="zoom in" onClick={with_((made) => made.by(1.25))}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label="fit" title="Fit (f)" onClick={with_((made) => made.fit())}>
        <Icon name="fit" />
      </button>
      <button
        type="button"
        class="save"
        aria-label="Save as SVG"
        title="Save as SVG"
        onClick={with_((made) => saveSvg(made, name, title))}
      >
        <Icon name="save" />
        <small>svg</small>
      </button>
      <button
        type="button"
        class="save"
        aria-label="Save as PNG"
        title="Save as PNG"
        onClick={with_((made) => void savePng(made, name, title))}
      >
        <Icon name="save" />
        <small>png</small>
      </button>
      <button
        type="button"
        class="widen"
        aria-label="whole width"
        title="Whole width"
        aria-pressed={wide.value}
        onClick={() => {
          wide.value = !wide.value;
        }}
      >
        <Icon name="wide" />
      </button>
    </div>
  );
}

/** Whether the answer has anything that SC has not. */
export const hasNews = (): boolean =>
  answer.value?.problems.length !== 0 ||
  answer.value.robust.some(({ answer: { robust } }) => robust === false) ||
  answer.value.states.some(({ findings }) => findings.length > 0);
