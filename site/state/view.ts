// The shown parts of the page and their look. No program or answer depends on them.

import { effect, signal } from '@preact/signals';
import type { Question } from '../protocol.js';

export type PaneName = 'source' | 'answer' | 'execution';

/** On a phone one pane is shown at a time. */
export const pane = signal<PaneName>('source');
export const tab = signal<Question>('states');
/** Only states that SC does not reach. */
export const onlyNonSc = signal(false);
/** The execution has the whole width. */
export const wide = signal(false);
export const machineOpen = signal(true);

const stored = 'diptych-theme';

function firstTheme(): boolean {
  try {
    const chosen = localStorage.getItem(stored);
    if (chosen !== null) return chosen === 'dark';
  } catch {
    // The browser keeps nothing for this page.
  }
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

export const dark = signal(firstTheme());

export function toggleTheme(): void {
  dark.value = !dark.value;
  try {
    localStorage.setItem(stored, dark.value ? 'dark' : 'light');
  } catch {
    // The choice holds until the page is closed.
  }
}

export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = dark.value ? 'dark' : 'light';
  });
}
