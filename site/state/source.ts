// The program on the page and the options of its questions. Every change makes another revision, and every shown
// answer names its own.

import { signal } from '@preact/signals';
import type { ModelName } from '../../src/execution/execution.js';
import { type Language, languageOf, type Source, type SourceFile } from '../protocol.js';

const allModels: readonly ModelName[] = ['sc', 'tso', 'pso'];
export const usualUnroll = 3;
export const mostUnroll = 50;

let revisions = 0;

export const source = signal<Source>({
  revision: 0,
  files: [{ name: 'program.litmus', text: '' }],
  defines: [],
  unroll: usualUnroll,
  models: allModels,
});

/** The tab that is open. */
export const openFile = signal(0);

/** A hint about the program, below the editor. */
export const hint = signal('');

/** The id of the example that was chosen; empty for any other program. */
export const chosenExample = signal('');

/** Counts programs that replace the whole text, so that an editor can tell them from edits of its own. */
export const loads = signal(0);

export type Change = Partial<Omit<Source, 'revision'>>;

export function change(part: Change): void {
  source.value = { ...source.value, ...part, revision: ++revisions };
}

/** Another program takes the place of this one. */
export function load(part: Change, words = '', example = ''): void {
  openFile.value = 0;
  hint.value = words;
  chosenExample.value = example;
  change({ defines: [], unroll: usualUnroll, models: allModels, ...part });
  loads.value++;
}

export function editFile(index: number, text: string): void {
  const { files } = source.value;
  if (files[index]?.text === text) return;
  change({ files: files.map((file, i) => (i === index ? { ...file, text } : file)) });
}

/** Puts other texts in place of those of files with these names, as a repair does. */
export function replaceFiles(texts: readonly SourceFile[]): void {
  const changed = new Map(texts.map(({ name, text }) => [name, text]));
  change({
    files: source.value.files.map((file) => ({ ...file, text: changed.get(file.name) ?? file.text })),
  });
}

export function addFile(): void {
  const { files } = source.value;
  const taken = new Set(files.map(({ name }) => name));
  let n = files.length;
  while (taken.has(`file${n}.c`)) n++;
  change({ files: [...files, { name: `file${n}.c`, text: '' }] });
  openFile.value = files.length;
}

export function removeFile(index: number): void {
  const { files } = source.value;
  if (files.length < 2) return;
  change({ files: files.filter((_, i) => i !== index) });
  openFile.value = Math.max(0, Math.min(openFile.value, files.length - 2));
}

/** Whether the file could be given that name. */
export function renameFile(index: number, name: string): boolean {
  const { files } = source.value;
  const wanted = name.trim();
  const fits = /^[\w.+/-]+\.(c|i|h|litmus)$/.test(wanted) && (index === 0 || !wanted.endsWith('.litmus'));
  if (!fits || files.some((file, i) => i !== index && file.name === wanted)) return false;
  if (files[index].name !== wanted)
    change({ files: files.map((file, i) => (i === index ? { ...file, name: wanted } : file)) });
  return true;
}

export function toggleModel(model: ModelName): void {
  // SC is always asked: it says which states are the weak model's own.
  if (model === 'sc') return;
  const { models } = source.value;
  change({
    models: allModels.filter((one) => (one === model ? !models.includes(one) : models.includes(one))),
  });
}

export const language = (): Language => languageOf(source.value);
