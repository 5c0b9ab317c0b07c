// The page: header, three panes, and on a phone a dock that chooses one of them.

import { Answer } from '../answers/Answer.js';
import { Source } from '../source/Source.js';
import { type PaneName, pane, wide } from '../state/view.js';
import { ExecutionPane, hasNews } from './ExecutionPane.js';
import { Header } from './Header.js';
import { Splitter } from './Splitter.js';

export function App() {
  return (
    <>
      <Header />
      <main data-show={pane.value} class={wide.value ? 'wide' : ''}>
        <Source />
        <Splitter name="first" label="Resize source and answer" direction="across" within="main" />
        <Splitter name="rows" label="Resize source and answer rows" direction="down" within="main" />
        <Answer />
        <Splitter name="second" label="Resize answer and execution" direction="across" within="main" />
        <ExecutionPane />
      </main>
      <Dock />
    </>
  );
}

const names: readonly (readonly [PaneName, string])[] = [
  ['source', 'Source'],
  ['answer', 'Answer'],
  ['execution', 'Execution'],
];

function Dock() {
  return (
    <nav class="dock" aria-label="Panes">
      {names.map(([name, title]) => (
        <button
          key={name}
          type="button"
          aria-current={pane.value === name}
          onClick={() => {
            pane.value = name;
          }}
        >
          {title}
          {name === 'answer' && hasNews() && <i class="mark" />}
        </button>
      ))}
    </nav>
  );
}
