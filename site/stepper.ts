// An execution: its graph, and memory, store buffers and registers after each step. Buttons, slider, and the arrow keys on the graph.

import type { StepView } from '../src/report/graph/steps.js';
import { element, make } from './elements.js';
import type { ExecutionView } from './protocol.js';

export class Stepper {
  #steps: readonly StepView[] = [];
  #at = 0;

  constructor() {
    const slider = element('position', HTMLInputElement);
    slider.oninput = () => this.#go(Number(slider.value));
    element('first', HTMLButtonElement).onclick = () => this.#go(0);
    element('back', HTMLButtonElement).onclick = () => this.#go(this.#at - 1);
    element('forward', HTMLButtonElement).onclick = () => this.#go(this.#at + 1);
    element('last', HTMLButtonElement).onclick = () => this.#go(this.#steps.length - 1);
    // It scrolls, so it can have the focus.
    element('graph', HTMLElement).tabIndex = 0;
    element('graph', HTMLElement).onkeydown = ({ key }) => {
      if (key === 'ArrowRight') this.#go(this.#at + 1);
      else if (key === 'ArrowLeft') this.#go(this.#at - 1);
    };
  }

  hide(): void {
    element('execution', HTMLElement).hidden = true;
  }

  show({ title, svg, steps }: ExecutionView): void {
    this.#steps = steps;
    element('execution', HTMLElement).hidden = false;
    const heading = element('execution-title', HTMLElement);
    heading.textContent = title;
    // Made by this page from the program's names, all escaped; parsed as a picture, not as a page.
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    element('graph', HTMLElement).replaceChildren(document.importNode(picture, true));
    element('stepper', HTMLElement).hidden = steps.length === 0;
    element('position', HTMLInputElement).max = String(Math.max(0, steps.length - 1));
    this.#go(0);
    heading.focus();
  }

  #go(wanted: number): void {
    const step = this.#steps[Math.max(0, Math.min(wanted, this.#steps.length - 1))];
    if (step === undefined) return;
    this.#at = this.#steps.indexOf(step);
    element('position', HTMLInputElement).value = String(this.#at);
    element('step-number', HTMLElement).textContent = `step ${this.#at} of ${this.#steps.length - 1}`;
    element('step-text', HTMLElement).textContent = step.text;
    const list = make('dl', [
      make('dt', 'memory'),
      make('dd', step.memory.join('  ')),
      ...step.buffers.flatMap(({ thread, stores }) => [
        make('dt', `buffer ${thread}`),
        make('dd', stores.length === 0 ? '(empty)' : stores.join(', ')),
      ]),
      ...step.registers.flatMap(({ thread, values }) => [
        make('dt', `registers ${thread}`),
        make('dd', values.join('  ')),
      ]),
    ]);
    element('machine', HTMLElement).replaceChildren(list);
    for (const node of document.querySelectorAll('#graph [data-node]'))
      node.classList.toggle('now', node.getAttribute('data-node') === step.node);
  }
}
