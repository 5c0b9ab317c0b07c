// What the engines said: the table of final states under all models, the engines side by side, robustness.

import type { ModelName } from '../src/execution/execution.js';
import type { EngineName } from '../src/verdict/engine.js';
import { element, make } from './elements.js';
import type { ModelStates, RobustAnswer } from './protocol.js';

const engines: readonly EngineName[] = ['explicit', 'symbolic'];

export class Answers {
  readonly #open: (engine: EngineName, key: string) => void;
  #models: readonly ModelName[] = [];
  #states: ModelStates[] = [];

  constructor(open: (engine: EngineName, key: string) => void) {
    this.#open = open;
  }

  begin(kind: 'outcomes' | 'robust', models: readonly ModelName[]): void {
    this.#models = models;
    this.#states = [];
    for (const id of ['states', 'engines', 'robustness']) element(id, HTMLElement).replaceChildren();
    if (kind === 'robust') return;
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
    if (engine === 'explicit' && lines.length > 0)
      box.append(make('pre', lines.join('\n'), { class: 'wide', tabindex: '0' }));
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
