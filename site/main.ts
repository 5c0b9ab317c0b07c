// The page: editor, answers of both engines as they come, an execution with its graph and its steps. The first question is put
// before the editor is loaded, and its answer is shown before the editor is built: until then the program is in a text box.

import type { ModelName } from '../src/execution/execution.js';
import { present } from '../src/support/present.js';
import type { EngineName } from '../src/verdict/engine.js';
import { Answers } from './answers.js';
import { element } from './elements.js';
import { examples } from './examples.js';
import { ProgramEditor } from './programEditor.js';
import type { Language, Reply, Request, Source } from './protocol.js';
import { decodeShared, encodeShared } from './share.js';
import { Stepper } from './stepper.js';
// First, since it starts the thread of the engine that answers first.
import { startWorker } from './workers.js';

/** Milliseconds after which the symbolic engine is asked whatever the explicit one has said. */
const patience = 2000;

class Page {
  readonly #editor = new ProgramEditor(element('editor', HTMLElement), () => this.run('outcomes'));
  readonly #answers = new Answers(
    (engine, key) => this.#ask(engine, { kind: 'execution', key }),
    (text) => {
      this.#editor.set(text, this.#language());
      this.run('robust');
    },
  );
  readonly #stepper = new Stepper();
  readonly #workers = new Map<EngineName, Worker>();
  readonly #busy = new Set<EngineName>();
  #problem: string | undefined;
  /** The question to the symbolic engine, which is put when the explicit one has said something: a first answer comes sooner. */
  #next: (() => void) | undefined;

  start(): void {
    const menu = element('example', HTMLSelectElement);
    for (const [i, { name }] of examples.entries()) menu.add(new Option(name, String(i)));
    menu.onchange = () => this.#load(examples[Number(menu.value)]);
    const language = element('language', HTMLSelectElement);
    language.onchange = () => this.#editor.language(this.#language());
    element('run', HTMLButtonElement).onclick = () => this.run('outcomes');
    element('robust', HTMLButtonElement).onclick = () => this.run('robust');
    element('races', HTMLButtonElement).onclick = () => this.run('races');
    element('repair', HTMLButtonElement).onclick = () => this.run('repair');
    element('cancel', HTMLButtonElement).onclick = () => this.#cancel();
    element('share', HTMLButtonElement).onclick = () => void this.#share();
    const shared = decodeShared(location.hash);
    if (shared === undefined) this.#load(examples[0]);
    else {
      this.#load(shared);
      element('unroll', HTMLInputElement).value = String(shared.unroll);
      for (const box of this.#modelBoxes()) box.checked = shared.models.some((model) => model === box.value);
    }
    this.run('outcomes');
  }

  run(kind: 'outcomes' | 'robust' | 'races' | 'repair'): void {
    this.#cancel('');
    this.#problem = undefined;
    element('problem', HTMLElement).hidden = true;
    this.#editor.mark(undefined);
    const models = this.#models();
    this.#answers.begin(models);
    this.#stepper.hide();
    const source: Source = {
      text: this.#editor.text(),
      language: this.#language(),
      unroll: Math.max(0, Math.min(50, Number(element('unroll', HTMLInputElement).value) || 0)),
    };
    this.#ask('explicit', { kind, source, models });
    if (kind === 'repair') return;
    this.#busy.add('symbolic');
    this.#next = () => this.#ask('symbolic', { kind, source, models });
    setTimeout(() => this.#goOn(), patience);
  }

  /** What the first answer does not wait for. */
  #goOn(): void {
    void this.#editor.load();
    const next = this.#next;
    this.#next = undefined;
    next?.();
  }

  #ask(engine: EngineName, request: Request): void {
    let worker = this.#workers.get(engine);
    if (worker === undefined) {
      worker = startWorker(engine);
      worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#reply(engine, data);
      worker.onerror = () =>
        this.#reply(engine, { kind: 'problem', message: `the ${engine} engine does not start here` });
      this.#workers.set(engine, worker);
    }
    if (request.kind !== 'execution') this.#busy.add(engine);
    this.#showBusy();
    worker.postMessage(request);
  }

  #reply(engine: EngineName, reply: Reply): void {
    this.#goOn();
    switch (reply.kind) {
      case 'states':
        this.#answers.states(reply.answer);
        return;
      case 'robust':
        this.#answers.robust(engine, reply.answers);
        return;
      case 'races':
        this.#answers.races(engine, reply.answer);
        return;
      case 'repair':
        this.#answers.repair(reply.answer);
        return;
      case 'execution':
        this.#stepper.show(reply.view);
        return;
      case 'progress':
        this.#status(reply.text);
        return;
      case 'problem':
        this.#busy.delete(engine);
        this.#showProblem(reply);
        return;
      case 'done':
        this.#busy.delete(engine);
        this.#showBusy();
    }
  }

  #showProblem(problem: Extract<Reply, { kind: 'problem' }>): void {
    const place = problem.line === undefined ? '' : `line ${problem.line}: `;
    const text = `${place}${problem.message}${problem.hint === undefined ? '' : `\n${problem.hint}`}`;
    // Both engines read the same program: the same mistake is said once.
    if (this.#problem === text) return;
    this.#problem = text;
    const box = element('problem', HTMLElement);
    box.textContent = text;
    box.hidden = false;
    if (problem.line !== undefined)
      this.#editor.mark({
        line: problem.line,
        column: problem.column ?? 1,
        message: problem.message,
        ...present({ endColumn: problem.endColumn }),
      });
    this.#showBusy();
  }

  /** A worker that is busy is ended; the next question starts another one. */
  #cancel(text = 'cancelled'): void {
    for (const engine of this.#busy) {
      this.#workers.get(engine)?.terminate();
      this.#workers.delete(engine);
    }
    const was = this.#busy.size > 0;
    this.#next = undefined;
    this.#busy.clear();
    this.#showBusy();
    if (was && text !== '') this.#status(text);
  }

  #showBusy(): void {
    const busy = [...this.#busy];
    element('cancel', HTMLButtonElement).hidden = busy.length === 0;
    this.#status(
      busy.length === 0
        ? this.#problem === undefined
          ? 'done'
          : ''
        : `${busy.join(' and ')} engine at work…`,
    );
  }

  #status(text: string): void {
    element('status', HTMLElement).textContent = text;
  }

  async #share(): Promise<void> {
    location.hash = encodeShared({
      text: this.#editor.text(),
      language: this.#language(),
      models: this.#models(),
      unroll: Number(element('unroll', HTMLInputElement).value),
    });
    try {
      await navigator.clipboard.writeText(location.href);
      this.#status('the address of this page now holds the program; it was copied');
    } catch {
      this.#status('the address of this page now holds the program');
    }
  }

  #load({ text, language }: { text: string; language: Language }): void {
    element('language', HTMLSelectElement).value = language;
    this.#editor.set(text, language);
  }

  #language = (): Language => (element('language', HTMLSelectElement).value === 'c' ? 'c' : 'litmus');

  #modelBoxes = (): HTMLInputElement[] => [...element('models', HTMLElement).querySelectorAll('input')];

  #models(): ModelName[] {
    const chosen = this.#modelBoxes()
      .filter((box) => box.checked)
      .map((box) => box.value);
    return (['sc', 'tso', 'pso'] as const).filter((model) => model === 'sc' || chosen.includes(model));
  }
}

new Page().start();
