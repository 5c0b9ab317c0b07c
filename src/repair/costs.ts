// The relative costs of the additions.

import type { Addition } from '../program/editable.js';

export type Costs = Readonly<Record<Addition, number>>;

/** A full fence costs more, because it waits for the store buffer; the others only keep an order. */
export const defaultCosts: Costs = { full: 2, 'store-store': 1, release: 1, seq_cst: 2 };

/** With equal costs, the cheapest repair is the one with the fewest additions. */
export const equalCosts: Costs = { full: 1, 'store-store': 1, release: 1, seq_cst: 1 };
