/**
 * A discriminated union, written as an interface with a property for each kind: its type says what the kind has beside its `Key`
 * and what all kinds have in common. All properties are readonly.
 */
export type Variants<Kinds, Common = unknown, Key extends string = 'kind'> = {
  [K in keyof Kinds]: Readonly<Common & Record<Key, K> & Kinds[K]>;
}[keyof Kinds];
