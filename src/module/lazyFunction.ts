// Functions of the library are known by name and by what they mention. Most are never followed, so their bodies are read when something asks
// for them.

import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Body, Func } from './module.js';

/** The function without its body. */
export const declared = ({
  name,
  returns,
  takes,
  label,
  at,
  variadic,
  model,
  weak,
  particular,
  mentions,
}: Func): Func => ({
  name,
  returns,
  takes,
  ...present({ label, at, variadic, model, weak, particular, mentions }),
});

/** The function with the body that `make` yields when it is asked for. */
export function lazyFunction(head: Func, make: () => Body | undefined): Func {
  let made: Body | undefined;
  return {
    ...declared(head),
    get body() {
      made ??= make() ?? bug(`${head.name} has no body`);
      return made;
    },
  };
}

/** Whether the function has a body; none is read for the answer. */
export const isDefined = (f: Func | undefined): f is Func =>
  f !== undefined && (f.mentions !== undefined || f.body !== undefined);
