// The syntax of the sections of a litmus file, before names are resolved. Offsets count characters of the file.

import type { Width } from '../../program/integer.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface NumberSyntax extends Span {
  readonly kind: 'number';
  readonly text: string;
}

/** `x`, `t[1]`, `&x`: an address. */
export interface AddressSyntax extends Span {
  readonly kind: 'address';
  readonly name: string;
  readonly index?: NumberSyntax;
}

export type ValueSyntax = NumberSyntax | AddressSyntax;

/** `0:EAX`, `P0:EAX`, `writer:r0`, and `%a0`, whose thread is the one that uses it. */
export interface RegisterSyntax extends Span {
  readonly kind: 'register';
  readonly thread?: string;
  readonly name: string;
}

/** `x`, `[x]`, `*x`, `t[1]`: the contents of a cell. */
export interface CellSyntax extends Span {
  readonly kind: 'cell';
  readonly name: string;
  readonly index?: NumberSyntax;
}

export type PlaceSyntax = RegisterSyntax | CellSyntax;

export interface TypeSyntax extends Span {
  readonly words: readonly string[];
}

/** One item of the init section. For an array, the cell's index is its size. */
export interface InitItem extends Span {
  readonly type?: TypeSyntax;
  readonly place: PlaceSyntax;
  readonly value?: ValueSyntax | ListSyntax;
}

export interface ListSyntax extends Span {
  readonly kind: 'list';
  readonly values: readonly ValueSyntax[];
}

export type PropSyntax =
  | { readonly kind: 'true' | 'false' }
  | (Span & {
      readonly kind: 'compare';
      readonly op: '=' | '!=';
      readonly left: PlaceSyntax;
      readonly right: ValueSyntax | PlaceSyntax | ListSyntax;
    })
  | { readonly kind: 'not'; readonly operand: PropSyntax }
  | { readonly kind: 'and' | 'or' | 'implies'; readonly left: PropSyntax; readonly right: PropSyntax };

export interface FinalSyntax {
  readonly locations: readonly (PlaceSyntax & { readonly unsigned?: Width })[];
  readonly filter?: PropSyntax;
  /** A test without a condition says `forall (true)`; `no condition` says that there is none. */
  readonly condition:
    | { readonly quantifier: 'exists' | 'not exists' | 'forall'; readonly prop: PropSyntax }
    | 'none';
}
