// Asks the editor to go to a place of the source.

import { signal } from '@preact/signals';
import type { Spot } from '../state/pointer.js';
import { openFile, source } from '../state/source.js';

export const wantedSpot = signal<Spot | undefined>(undefined);

export function goTo(spot: Spot): void {
  const index = spot.file === undefined ? 0 : source.peek().files.findIndex(({ name }) => name === spot.file);
  if (index < 0) return;
  openFile.value = index;
  wantedSpot.value = { ...spot };
}
