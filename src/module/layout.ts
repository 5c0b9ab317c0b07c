// Layouts for reports: a type as a tree of named members, so that a trace says `q->head` and not `heap 3 + 8`. The
// division into cells goes by accesses. A walk through an array whose length the reader does not give stays within the
// array that the layout has there. An access that leaves it has no cell of its own, which is a finding.

/** The name of a layout in the module's table: types refer to themselves, so trees refer to each other by name. */
export type LayoutName = string;

export type Layout =
  | {
      readonly kind: 'scalar';
      readonly size: number;
      /** How its bits read. */
      readonly reads: 'signed' | 'unsigned' | 'bool' | 'char' | 'float';
    }
  /** `to` is absent for `void *` and pointers to functions. */
  | { readonly kind: 'pointer'; readonly to?: LayoutName }
  | {
      readonly kind: 'array';
      readonly element: LayoutName;
      readonly count: number;
      /** Bytes of an element. */
      readonly stride: number;
    }
  | {
      readonly kind: 'record';
      readonly size: number;
      readonly union?: true;
      readonly members: readonly Member[];
    };

export interface Member {
  /** Empty for an anonymous struct or union, whose members are named as its own. */
  readonly name: string;
  readonly offset: number;
  readonly layout: LayoutName;
  /** A bit-field: the first bit from `offset` on, and how many. */
  readonly bits?: { readonly first: number; readonly count: number };
}
