// Waits that are in vain under SC but may end on a weak machine. Such a wait is no event under SC, so diversions.ts
// has to look.
// - A lock, if a plain store may hit its cell: it may be free while that store is still buffered.
// - A load that waits for a value that any thread writes: it may go ahead while the own stores before it are still
//   buffered.

import type { Expr } from '../../../program/expression.js';
import type { Program } from '../../../program/program.js';
import { forEachStatement, type Statement } from '../../../program/statement.js';

export function mayWaitInVain(program: Program): boolean {
  const locks = new Targets();
  const stores = new Targets();
  for (const { body } of program.threads) {
    collect(body, locks, stores);
    if (hasWaitingLoad(body)) return true;
  }
  return locks.meets(stores);
}

function hasWaitingLoad(body: readonly Statement[]): boolean {
  let found = false;
  forEachStatement(body, (s) => {
    found ||= s.kind === 'load' && s.until !== undefined;
  });
  return found;
}

/** Atomic blocks are left out: their writes are not buffered. */
function collect(body: readonly Statement[], locks: Targets, stores: Targets): void {
  for (const s of body)
    switch (s.kind) {
      case 'lock':
        locks.add(s.address);
        break;
      case 'store':
        stores.add(s.address);
        break;
      case 'if':
        collect(s.whenTrue, locks, stores);
        collect(s.whenFalse, locks, stores);
        break;
      case 'block':
      case 'while':
        collect(s.body, locks, stores);
        break;
      default:
        break;
    }
}

/** The locations that addresses may lie in. */
class Targets {
  readonly #locations = new Set<string>();
  #anywhere = false;
  #some = false;

  add(address: Expr): void {
    this.#some = true;
    const location = base(address);
    if (location === undefined) this.#anywhere = true;
    else this.#locations.add(location);
  }

  meets(other: Targets): boolean {
    if (!this.#some || !other.#some) return false;
    if (this.#anywhere || other.#anywhere) return true;
    return [...this.#locations].some((location) => other.#locations.has(location));
  }
}

/** `x`, or `t + i` for the array t: the location; undefined if the expression does not say. */
function base(address: Expr): string | undefined {
  if (address.kind === 'address') return address.location;
  return address.kind === 'binary' && address.op === '+' && address.left.kind === 'address'
    ? address.left.location
    : undefined;
}
