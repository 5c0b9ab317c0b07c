// The page of the panel: the graph, the steps and the machine of the workbench, on the data that the server sends.

import { render } from 'preact';
import { useState } from 'preact/hooks';
import { ExecutionGraph } from '../../../site/execution/ExecutionGraph.js';
import { Machine } from '../../../site/stepping/Machine.js';
import { StepBar } from '../../../site/stepping/StepBar.js';
import type { RunView } from '../../../src/report/stepping/view.js';
import '../../../site/style/index.css';
import './view.css';

interface Execution {
  readonly title: string;
  readonly subtitle: string;
  readonly view: RunView;
}

/** What the editor gives to the script of a panel. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void };
const editor = acquireVsCodeApi();

function View({ subtitle, view }: Execution) {
  const [at, setAt] = useState(view.steps.length);
  const [pointed, setPointed] = useState<string | undefined>(undefined);
  const [machineOpen, setMachineOpen] = useState(true);
  const marks = new Set(pointed === undefined ? [] : [pointed]);
  const interesting = (): void => {
    const next = view.steps.findIndex((step, i) => i >= at && step.interesting);
    setAt(next < 0 ? view.steps.length : next + 1);
  };
  return (
    <section class="pane execution" aria-label="Execution">
      <div class="head">
        <div class="title">
          <h2>Execution</h2> <span class="pill chosen">{view.model.toUpperCase()}</span>
          <span class="what">{subtitle}</span>
        </div>
      </div>
      <div class="canvas">
        <ExecutionGraph
          run={view}
          at={at}
          pointed={marks}
          hidden={new Set()}
          cycleOnly={false}
          onPoint={setPointed}
          onPick={(event) => {
            setAt(event.step + 1);
            if (event.at !== undefined) editor.postMessage({ line: event.at.line, column: event.at.column });
          }}
          onCamera={() => {}}
          onScale={() => {}}
        />
      </div>
      <div class="machine">
        <StepBar
          steps={view.steps}
          threads={view.threads}
          at={at}
          pointed={marks}
          machineOpen={machineOpen}
          onGo={setAt}
          onInteresting={interesting}
          onPoint={setPointed}
          onMachine={() => setMachineOpen(!machineOpen)}
        />
        {machineOpen && (
          <div class="machine-body">
            <Machine
              machine={view.machine[at]}
              threads={view.threads}
              hasBuffers={view.model !== 'sc'}
              last={view.steps[at - 1]}
            />
          </div>
        )}
      </div>
    </section>
  );
}

let number = 0;
window.addEventListener('message', ({ data }: MessageEvent<Execution>) => {
  const place = document.getElementById('view');
  // A new execution begins anew.
  if (place !== null) render(<View key={number++} {...data} />, place);
});
editor.postMessage('ready');
