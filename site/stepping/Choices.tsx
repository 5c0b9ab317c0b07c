// The possible steps: one button for each step that the machine can take, and the final states that can still be
// reached.

import type { ChoicesView, ChoiceView, ReachableView, RunEnd } from '../../src/report/stepping/view.js';
import { Icon } from '../parts/Icon.js';

export interface ChoicesProps {
  readonly threads: readonly string[];
  readonly choices: ChoicesView | undefined;
  readonly reachable: ReachableView | undefined;
  /** How the run ends, if it has. */
  readonly end: RunEnd | undefined;
  readonly byHand: boolean;
  readonly canUndo: boolean;
  readonly isNext: (choice: ChoiceView) => boolean;
  readonly onChoose: (choice: ChoiceView) => void;
  readonly onPoint: (choice: ChoiceView | undefined) => void;
  readonly onUndo: () => void;
  readonly searching: boolean;
  readonly onSearch: () => void;
}

export function Choices(props: ChoicesProps) {
  const { threads, choices, reachable, end, byHand, canUndo, onUndo } = props;
  const list = choices?.choices ?? [];
  return (
    <div class="choose" aria-busy={choices === undefined}>
      <h3>
        What can happen now <span class="count">{choices === undefined ? '…' : list.length}</span>
      </h3>
      {end !== undefined && <End end={end} />}
      {choices !== undefined && list.length === 0 && end === undefined && <p class="dim">Nothing.</p>}
      <div class="choices">
        {list.map((choice, i) => (
          <Choice key={choice.steps} {...props} choice={choice} number={i + 1} threads={threads} />
        ))}
      </div>
      {choices?.all === false && <p class="dim">The program chooses from more values than are listed.</p>}
      <div class="row start">
        {byHand && <span class="pill chosen">by hand</span>}
        <button type="button" class="btn small" disabled={!canUndo} onClick={onUndo}>
          <Icon name="undo" size={13} /> Undo
        </button>
      </div>
      <Reachable reachable={reachable} searching={props.searching} onSearch={props.onSearch} />
    </div>
  );
}

function Choice({
  choice,
  number,
  threads,
  reachable,
  isNext,
  onChoose,
  onPoint,
}: ChoicesProps & { readonly choice: ChoiceView; readonly number: number }) {
  const { thread, text, commit, note, reads } = choice;
  const could = reachable?.reads.find((one) => one.thread === thread && one.cell === reads);
  const now = text.slice(text.lastIndexOf('=') + 1);
  const others = commit || could === undefined ? [] : could.values.filter((value) => value !== now);
  return (
    <button
      type="button"
      class={`choice ${isNext(choice) ? 'next' : ''} ${commit ? 'commit' : ''}`}
      title={number < 10 ? `key ${number}` : undefined}
      onClick={() => onChoose(choice)}
      onMouseEnter={() => onPoint(choice)}
      onMouseLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(choice)}
      onBlur={() => onPoint(undefined)}
    >
      <span class="thread-name">{threads[thread]}</span>
      <code>{text}</code>
      <small>
        {note}
        {others.length > 0 && (
          <>
            {' '}
            · later it could read <b>{others.join(', ')}</b>
          </>
        )}
      </small>
    </button>
  );
}

function End({ end }: { end: RunEnd }) {
  switch (end.kind) {
    case 'state':
      return (
        <p class="ended">
          Nothing: this is a final state. <code>{end.text}</code>
        </p>
      );
    case 'finding':
      return <p class="fail">{end.text}</p>;
    case 'stuck':
      return <p class="ended">This run goes no further: {end.text}. Undo and choose another step.</p>;
  }
}

/** More states are drawn when they are asked for: the table of answers has them all. */
const mostStates = 8;

function Reachable({
  reachable,
  searching,
  onSearch,
}: {
  reachable: ReachableView | undefined;
  searching: boolean;
  onSearch: () => void;
}) {
  const found = (reachable?.states.length ?? 0) + (reachable?.findings.length ?? 0);
  return (
    <div class="reachable">
      <h3>
        Still reachable{' '}
        {reachable !== undefined && (
          <span class="count">
            {found}
            {reachable.complete ? '' : '+'}
          </span>
        )}
      </h3>
      <ul class="ends">
        {reachable?.findings.map(({ text }) => (
          <li key={text} class="bad">
            <code>{text}</code>
          </li>
        ))}
        {reachable?.states.slice(0, mostStates).map((state) => (
          // A run that shows a race observes no cell: its only final state has no text.
          <li key={state}>
            {state === '' ? <span class="dim">the program ends</span> : <code>{state}</code>}
          </li>
        ))}
        {reachable !== undefined && reachable.states.length > mostStates && (
          <li class="dim">and {reachable.states.length - mostStates} more</li>
        )}
      </ul>
      {reachable?.bounded === true && <p class="dim">up to the bound of a loop</p>}
      {reachable !== undefined && !reachable.complete && (
        <button type="button" class="btn small" disabled={searching} onClick={onSearch}>
          {searching ? 'Searching…' : 'Which final states are still reachable?'}
        </button>
      )}
    </div>
  );
}
