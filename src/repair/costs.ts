// The relative costs of the additions.

import type { Addition } from '../program/editable.js';

export type Costs = Readonly<Record<Addition, number>>;

/** A full fence waits; the others only keep an order. */
export const defaultCosts: Costs = { full: 2, 'store-store': 1, release: 1, seq_cst: 2 };

/** For the question how many there have to be. */
export const equalCosts: Costs = { full: 1, 'store-store': 1, release: 1, seq_cst: 1 };
