// The sides of a race in words and as data, and the part of its execution that matters.

import type { Event } from '../../execution/event.js';
import type { Allocation, Execution, Witness } from '../../execution/execution.js';
import { type Race, sideOf } from '../../execution/race.js';
import { scheduledEvents } from '../../execution/visibility.js';
import type { Address, ThreadId } from '../../program/identity.js';
import { type Missing, missingBetween } from '../../races/missing.js';
import { orderOf } from '../../races/synchronisation.js';
import { present } from '../../support/present.js';
import type { CertifiedRace } from '../../verdict/races.js';

export interface ShownSide {
  readonly thread: ThreadId;
  readonly event?: Event;
  readonly allocation?: Allocation;
  /** `loads`, `stores`, `frees`: the operation on the cell. */
  readonly does: string;
  /** `plain`, `volatile`, or the order of an atomic one. */
  readonly how: string;
}

export interface ShownRace {
  readonly address: Address;
  /** The one that came first in the execution that is shown. */
  readonly sides: readonly [ShownSide, ShownSide];
  readonly missing: Missing;
  /** The execution up to the two accesses. */
  readonly witness?: Witness;
}

export function shownRace({ race, shown }: CertifiedRace): ShownRace {
  const { execution, witness } = shown;
  const order = witness === undefined ? [] : scheduledEvents(witness).map(({ event }) => event?.id);
  const [a, b] = race.sides.map((side) => shownSide(execution, race, side));
  const at = ({ event }: ShownSide): number => (event === undefined ? -1 : order.indexOf(event.id));
  const sides: readonly [ShownSide, ShownSide] = at(a) <= at(b) ? [a, b] : [b, a];
  const [first, second] = sides;
  return {
    address: race.address,
    sides,
    missing:
      first.event === undefined || second.event === undefined
        ? { kind: 'nothing' }
        : missingBetween(execution, first.event, second.event),
    ...(witness === undefined ? {} : { witness: cut(witness, Math.max(at(a), at(b)) + 1) }),
  };
}

const cut = (witness: Witness, steps: number): Witness => ({
  ...witness,
  schedule: witness.schedule.slice(0, steps),
  execution: { ...witness.execution, blocked: new Map(), findings: [] },
});

function shownSide(execution: Execution, { address }: Race, side: Race['sides'][0]): ShownSide {
  const found = sideOf(execution, side);
  if (found === undefined || !('kind' in found))
    return {
      thread: side.thread,
      does: 'allocates',
      how: 'plain',
      ...present({ allocation: found }),
    };
  const read = found.reads.find((access) => access.address === address);
  const write = found.writes.find((access) => access.address === address);
  const access = write ?? read;
  const order = access === undefined ? undefined : orderOf(found, access);
  const volatile = found.order === 'volatile' || access?.order === 'volatile';
  return {
    thread: side.thread,
    event: found,
    does: verb(found, read !== undefined, write !== undefined),
    how: order ?? (volatile ? 'volatile' : 'plain'),
  };
}

function verb({ kind, failed }: Event, reads: boolean, writes: boolean): string {
  if (kind === 'free') return 'frees';
  if (kind === 'lock') return 'locks';
  if (kind === 'unlock') return 'unlocks';
  if (failed === true || !writes) return 'loads';
  return reads ? 'updates' : 'stores';
}
