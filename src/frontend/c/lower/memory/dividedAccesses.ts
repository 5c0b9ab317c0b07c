// Accesses to objects that are seen through scalars of different sizes. An access that covers several cells is several
// accesses. Threads that share the object could notice. Then the access becomes an atomic section, a union is left whole, or
// the program is refused (docs/adr/0007).

import type { Indivisible } from '../../../../module/passes/cells/mixed.js';
import type { Expr } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { Location, Thread } from '../../../../program/program.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { present } from '../../../../support/present.js';
import { mixedSize } from '../../diagnostics.js';
import type { StructReference } from '../../types.js';
import { staticAddress } from '../fold.js';
import type { Frame } from '../frame.js';
import { locationsOfSeveral } from '../passes/promote.js';
import type { Grain } from './views.js';

interface WholeUnions {
  readonly unions: readonly StructReference[];
  /** Refuses the program if whole unions do not help. */
  readonly refuse: () => never;
}

export interface DividingOptions {
  /** Places of accesses to several cells that are made atomic sections if that changes nothing else (keyOf). */
  readonly sections?: ReadonlySet<string>;
  /** Absent: those for which it may are refused. */
  readonly indivisible?: Indivisible;
  /** Unions that are one cell, or several as long, though their members have different sizes. */
  readonly whole?: WholeUnions;
}

interface Touch {
  readonly thread: ThreadId;
  readonly at: SourceSpan;
  readonly split: boolean;
  /** Where it is known. */
  readonly location?: string;
}

const keyOf = ({ file, line, column }: SourceSpan): string => `${file ?? ''}:${line}:${column}`;

export class DividedAccesses {
  readonly #touches = new Map<Grain, Touch[]>();

  constructor(readonly options: DividingOptions) {}

  /** An access to objects that are seen in different ways; `split`: it is several accesses to memory. */
  note(
    { thread, emitter, program }: Frame,
    grain: Grain,
    address: Expr,
    at: SourceSpan,
    split: boolean,
  ): void {
    // no thread can notice accesses that main does before it creates a thread
    if (emitter.dead || program.threads.length === 1) return;
    const touches = this.#touches.get(grain) ?? [];
    this.#touches.set(grain, touches);
    // no thread can notice that an atomic section has several accesses
    touches.push({
      thread: thread.index,
      at,
      split: split && !emitter.inAtomic,
      ...present({ location: staticAddress(address)?.location }),
    });
  }

  /** Whether what covers several cells may be made an atomic section there: where that changes nothing else. */
  isSection(at: SourceSpan): boolean {
    return this.options.sections?.has(keyOf(at)) === true;
  }

  /** Whether it is made one there, whatever that changes. */
  isForcedSection({ emitter }: Frame, at: SourceSpan): boolean {
    const { indivisible } = this.options;
    const isAtomic = emitter.orders.current.order !== undefined;
    return this.isSection(at) && (indivisible === 'all' || (indivisible === 'atomic' && isAtomic));
  }

  /** The options to try next, if a thread can notice that an access is in several pieces: sections first, then whole unions. */
  otherOptions(
    locations: readonly Location[],
    threads: readonly Thread[],
    dividesWhole: boolean,
  ): DividingOptions | undefined {
    const { options } = this;
    const split = this.#splitGrains(locations, threads);
    if (options.whole !== undefined)
      return split.length > 0 || dividesWhole ? options.whole.refuse() : undefined;
    if (split.length === 0) return undefined;
    if (options.sections === undefined) {
      const places = split.flatMap(({ touches }) => touches.filter((touch) => touch.split));
      return { sections: new Set(places.map(({ at }) => keyOf(at))) };
    }
    if (options.indivisible !== undefined) return undefined;
    const { first, other } = split.find(({ grain }) => grain.unions === undefined) ?? split[0];
    const refuse = (): never => mixedSize(first.at, other.at);
    if (split.some(({ grain }) => grain.unions === undefined)) return refuse();
    return { whole: { unions: split.flatMap(({ grain }) => grain.unions ?? []), refuse } };
  }

  /** The classes of objects that several threads access, at least one of them in several pieces. */
  #splitGrains(
    locations: readonly Location[],
    threads: readonly Thread[],
  ): { grain: Grain; touches: readonly Touch[]; first: Touch; other: Touch }[] {
    const shared = locationsOfSeveral(locations, threads);
    const isPrivate = ({ location }: Touch): boolean => location !== undefined && !shared.has(location);
    return [...this.#touches].flatMap(([grain, all]) => {
      const touches = all.filter((touch) => !isPrivate(touch));
      const first = touches.find((touch) => touch.split);
      const other = touches.find((touch) => touch.thread !== first?.thread);
      return first === undefined || other === undefined ? [] : [{ grain, touches, first, other }];
    });
  }
}
