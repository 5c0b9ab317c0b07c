// Numbers that name something: a thread, an event, a cell. Each kind is a type of its own: one is never taken for another on its
// way through a module's border. A plain number, which a computation or an array yields, may become any of them.

declare const kind: unique symbol;

export type Named<K extends string> = number & { readonly [kind]?: K };
