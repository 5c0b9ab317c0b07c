// What the engines said: the table of final states under all models, the engines side by side, robustness, races, repairs.

import type { ModelName } from '../src/execution/execution.js';
import type { EngineName } from '../src/verdict/engine.js';
import { element, make } from './elements.js';
import type { ModelStates, RacesAnswer, RepairAnswer, RobustAnswer } from './protocol.js';

const engines: readonly EngineName[] = ['explicit', 'symbolic'];

export class Answers {
  readonly #open: (engine: EngineName, key: string) => void;
  readonly #apply: (text: string) => void;
  #models: readonly ModelName[] = [];
  #states: ModelStates[] = [];

  /** `open` shows an execution, `apply` puts a repaired program in place of the one that was asked about. */
  constructor(open: (engine: EngineName, key: string) => void, apply: (text: string) => void) {
    this.#open = open;
    this.#apply = apply;
  }

  begin(models: readonly ModelName[]): void {
    this.#models = models;
    this.#states = [];
    for (const id of ['states', 'engines', 'robustness', 'found-races', 'repairs'])
      element(id, HTMLElement).replaceChildren();
  }

  states(answer: ModelStates): void {
    this.#states.push(answer);
    this.#showStates();
    this.#showEngines();
  }

  robust(engine: EngineName, answers: readonly RobustAnswer[]): void {
    const box = element('robustness', HTMLElement);
    for (const { model, robust, key } of answers) {
      const word = robust === null ? 'no answer' : robust ? 'robust' : 'not robust';
      const line = make('p', [
        make('strong', `${model}: ${word}`, robust === false ? { class: 'bad' } : {}),
        document.createTextNode(` (${engine} engine) `),
      ]);
      if (key !== undefined) line.append(this.#button('show the cycle', engine, key));
      box.append(line);
    }
    const lines = answers[0]?.lines ?? [];
    if (engine === 'explicit' && lines.length > 0) box.append(wide('pre', lines.join('\n')));
  }

  races(engine: EngineName, { raceFree, lines, races }: RacesAnswer): void {
    const box = element('found-races', HTMLElement);
    const word = raceFree === null ? 'no answer' : raceFree ? 'no data race in SC executions' : 'data races';
    const line = make('p', [
      make('strong', word, raceFree === false ? { class: 'bad' } : {}),
      document.createTextNode(` (${engine} engine) `),
    ]);
    for (const { key, text } of races) line.append(this.#button('show it', engine, key, text));
    box.append(line);
    if (engine === 'explicit') box.append(wide('pre', lines.join('\n')));
  }

  repair({ model, lines, repaired }: RepairAnswer): void {
    const box = element('repairs', HTMLElement);
    box.append(make('h2', `Repair for ${model.toUpperCase()}`), wide('pre', lines.join('\n')));
    if (repaired === undefined) return;
    const diff = wide('pre', '');
    for (const text of repaired.diff.split('\n'))
      diff.append(make('span', `${text}\n`, { class: classOf(text) }));
    const button = make('button', 'Apply', { type: 'button', 'aria-label': `Apply the repair for ${model}` });
    button.onclick = () => this.#apply(repaired.text);
    box.append(diff, button);
  }

  #showStates(): void {
    const of = (model: ModelName): ModelStates[] => this.#states.filter((answer) => answer.model === model);
    const rows = new Map<string, readonly string[]>();
    for (const { states } of this.#states) for (const { values } of states) rows.set(values.join(), values);
    const observed = this.#states[0]?.observed ?? [];
    const head = make('tr', [
      ...observed.map((name) => make('th', name, { scope: 'col' })),
      ...this.#models.map((model) => make('th', model.toUpperCase(), { scope: 'col' })),
      make('th', '', { class: 'word' }),
    ]);
    const sorted = [...rows].sort(([, a], [, b]) => compare(a, b));
    const body = sorted.map(([key, values]) => {
      const reached = (model: ModelName): ModelStates | undefined =>
        of(model).find(({ states }) => states.some((state) => state.values.join() === key));
      const known = (model: ModelName): boolean => of(model).some(({ complete }) => complete);
      const nonSc = known('sc') && reached('sc') === undefined;
      return make(
        'tr',
        [
          ...values.map((value) => make('td', value)),
          ...this.#models.map((model) => {
            const answer = reached(model);
            const state = answer?.states.find((row) => row.values.join() === key);
            if (answer === undefined || state === undefined) return make('td', known(model) ? '–' : '?');
            return make('td', [
              this.#button('yes', answer.engine, state.key, `${values.join(' ')} under ${model}`),
            ]);
          }),
          make('td', nonSc ? 'non-SC' : '', { class: 'word' }),
        ],
        nonSc ? { class: 'non-sc' } : {},
      );
    });
    const table = make('table', [
      make('caption', 'Final states; choose one to see an execution'),
      make('thead', [head]),
      make('tbody', body),
    ]);
    element('states', HTMLElement).replaceChildren(
      make('div', [table], { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Final states' }),
      ...this.#findings(),
    );
  }

  #findings(): HTMLElement[] {
    return this.#states.flatMap(({ model, engine, findings, condition }) => [
      ...(condition !== undefined && engine === 'explicit' ? [make('p', `${model}: ${condition}`)] : []),
      ...findings.map(({ key, text }) => {
        const line = make('p', [make('span', `${model}: ${text} `, { class: 'bad' })]);
        line.append(this.#button('show it', engine, key, `${text} under ${model}`));
        return line;
      }),
    ]);
  }

  #showEngines(): void {
    const cell = (engine: EngineName, model: ModelName): HTMLTableCellElement => {
      const answer = this.#states.find((a) => a.engine === engine && a.model === model);
      if (answer === undefined) return make('td', '…', { class: 'word' });
      const bounded = answer.bounded ? ', up to a bound' : '';
      return make(
        'td',
        `${answer.states.length} states, ${answer.work}, ${answer.ms.toFixed(1)} ms${bounded}`,
        { class: 'word' },
      );
    };
    const agree = this.#models
      .filter((model) => this.#states.filter((a) => a.model === model && a.complete).length === 2)
      .map((model) => {
        const [one, other] = this.#states.filter((a) => a.model === model);
        const same = keys(one) === keys(other);
        return make(
          'p',
          same
            ? `both engines agree on ${model}`
            : `the engines disagree on ${model}: this is a bug in diptych`,
          same ? {} : { class: 'bad' },
        );
      });
    const table = make('table', [
      make('caption', 'Both engines'),
      make('thead', [
        make('tr', [
          make('th', ''),
          ...engines.map((engine) => make('th', engine, { scope: 'col', class: 'word' })),
        ]),
      ]),
      make(
        'tbody',
        this.#models.map((model) =>
          make('tr', [
            make('th', model.toUpperCase(), { scope: 'row', class: 'word' }),
            ...engines.map((engine) => cell(engine, model)),
          ]),
        ),
      ),
    ]);
    element('engines', HTMLElement).replaceChildren(
      make('div', [table], { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Engines' }),
      ...agree,
    );
  }

  #button(text: string, engine: EngineName, key: string, label?: string): HTMLButtonElement {
    const button = make('button', text, label === undefined ? {} : { 'aria-label': `${text}: ${label}` });
    button.onclick = () => this.#open(engine, key);
    return button;
  }
}

/** It scrolls, so the keyboard must reach it. */
const wide = (tag: 'pre', text: string): HTMLPreElement => make(tag, text, { class: 'wide', tabindex: '0' });

/** Of a line of a diff. */
function classOf(line: string): string {
  if (/^(\+\+\+|---|@@)/.test(line)) return 'faint';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '';
}

const keys = ({ states }: ModelStates): string =>
  states
    .map(({ values }) => values.join())
    .sort()
    .join('; ');

function compare(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++)
    if (a[i] !== b[i]) return Number(a[i]) - Number(b[i]) || a[i].localeCompare(b[i]);
  return 0;
}
