// From a reader's module to the engines' program: the passes, in order. Each is a file or a folder here.

import { defaultUnroll } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { Module } from '../module.js';
import { printModule } from '../print.js';
import { knownBlockSizes } from './blockSizes.js';
import type { Indivisible } from './cells/mixed.js';
import { checkConditions } from './conditions.js';
import { computedFloats } from './floats.js';
import { type Library, link } from './link.js';
import { programOf } from './program/index.js';
import { defaultSettleOptions, settle } from './settle/index.js';
import { answerSpurious } from './spurious.js';
import { endWithThreads } from './threadEnds.js';

export interface ModuleOptions {
  readonly name: string;
  /** How deep a recursion without a known end is followed. */
  readonly unroll?: number;
  /** The arguments of main, after the name of the program. */
  readonly args?: readonly string[];
  /** The variables of a final state; absent: all globals that are numbers. */
  readonly observe?: readonly string[];
  /** Absent: a program that needs it is refused. */
  readonly indivisible?: Indivisible;
  /** Is shown the module after each pass. */
  readonly onPass?: (pass: PassName, module: Module) => void;
}

interface Pass {
  readonly name: string;
  readonly run: (module: Module, library: Library, options: ModuleOptions) => Module;
}

/** `read` is the module as its reader left it. */
const passes = [
  { name: 'read', run: (module) => module },
  { name: 'link', run: (module, library, { observe }) => link(module, library, observe) },
  {
    name: 'settle',
    run: (module, _, { unroll, args, observe }) =>
      settle(module, {
        ...defaultSettleOptions,
        depth: unroll ?? defaultUnroll,
        ...present({ args, observe }),
      }),
  },
  { name: 'conditions', run: (module) => checkConditions(module) },
  { name: 'spurious', run: (module, _, { unroll }) => answerSpurious(module, unroll) },
  { name: 'block-sizes', run: (module) => knownBlockSizes(module) },
  { name: 'thread-ends', run: (module) => endWithThreads(module) },
  { name: 'floats', run: (module, library) => computedFloats(module, library) },
] as const satisfies readonly Pass[];

type PassName = (typeof passes)[number]['name'];
export const passNames: readonly PassName[] = passes.map((pass) => pass.name);

/**
 * The last module whose accesses could not be divided, after all passes, by its text at first. The question is asked again with
 * accesses that are atomic sections (cli/mixedSizes.ts), and the passes need not run again.
 */
let undivided: { readonly text: string; readonly module: Module } | undefined;

export function programOfModule(module: Module, library: Library, options: ModuleOptions): Program {
  const { name, observe, unroll, args, indivisible } = options;
  const textOf = (): string => [printModule(module), unroll, args, observe].join('\0');
  const known = indivisible === undefined || undivided?.text !== textOf() ? undefined : undivided.module;
  const last = known ?? afterPasses(module, library, options);
  try {
    return programOf(last, { name, ...present({ observe, unroll, indivisible }) });
  } catch (error) {
    if (error instanceof InputError && error.diagnostic.code === 'c-mixed-size')
      undivided = { text: textOf(), module: last };
    throw error;
  }
}

function afterPasses(module: Module, library: Library, options: ModuleOptions): Module {
  let current = module;
  for (const pass of passes) {
    current = pass.run(current, library, options);
    options.onPass?.(pass.name, current);
  }
  return current;
}
