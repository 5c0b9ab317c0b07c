// Passes keep the behaviour of a module: the interpreter is asked about the module before and after them.

import type { explore } from '../../src/explicit/explore.js';
import type { Module } from '../../src/module/module.js';
import type { parseModule } from '../../src/module/parse.js';
import type { programOfModule } from '../../src/module/passes/index.js';
import { link, noLibrary } from '../../src/module/passes/link.js';
import type { settle } from '../../src/module/passes/settle/index.js';
import { StateNames } from '../../src/report/state.js';
import { behaviours, TooManyStates } from './interpreter.js';

/** The parts of diptych that are judged: those of a copy with a bug, perhaps. */
export interface JudgedPasses {
  parseModule: typeof parseModule;
  settle: typeof settle;
  programOfModule: typeof programOfModule;
  explore: typeof explore;
}

/** The behaviours before and after; undefined if they cannot be compared. */
export type Compared = readonly [before: readonly string[], after: readonly string[]] | undefined;

/** Undefined where the interpreter gives up, or the passes refuse memory that is shared in different sizes. */
function ifComparable(compare: () => Compared): Compared {
  try {
    return compare();
  } catch (error) {
    if (error instanceof TooManyStates || isMixedSize(error)) return undefined;
    throw error;
  }
}

/** Whether it is that refusal. The error may be one of another copy of diptych. */
function isMixedSize(error: unknown): boolean {
  const said = error instanceof Error && 'diagnostic' in error ? error.diagnostic : undefined;
  return typeof said === 'object' && said !== null && 'code' in said && said.code === 'c-mixed-size';
}

/** The interpreter looks at so many states at most, which takes about a second. */
const mostStates = 8_000;

/** Each once, and without the pointers `q` and `b`: the locals that they may point to have other names once they are settled. */
const ends = (module: Module): string[] =>
  [
    ...new Set(
      [...behaviours(module, mostStates)].map((end) =>
        end.replaceAll(/(?<=^| |waits )[bq]=\[.*?\](?: |$)/g, ''),
      ),
    ),
  ].sort();

/** The module with names for its numbers, which final states show. */
const named = (text: string): string =>
  `layout "int" scalar 4 signed\n${text.replace(/^global @([gh]) (.*)$/gm, 'global @$1 $2 label "$1" layout "int"')}`;

/** The numbers of an end of the interpreter's, as a final state shows them; undefined for a finding or a thread that waits. */
function numbersOf(end: string): string | undefined {
  const bytes = ['g', 'h'].map((name) => new RegExp(`^(?:.* )?${name}=\\[([\\d,]*)\\]`).exec(end)?.[1]);
  if (end.startsWith('waits') || bytes.includes(undefined)) return undefined;
  const numbers = bytes.map(
    (list = '') => new Int32Array(new Uint8Array(list.split(',').map(Number)).buffer)[0],
  );
  return `g=${numbers[0]}; h=${numbers[1]};`;
}

type OnPass = Parameters<typeof programOfModule>[2]['onPass'];

/** The final states under SC of the program that the module becomes. Findings have other words there, and count as one. */
export const asProgram = (judged: JudgedPasses, text: string, onPass?: OnPass): Compared =>
  ifComparable(() => programEnds(judged, text, onPass));

function programEnds(
  { parseModule, programOfModule, explore }: JudgedPasses,
  text: string,
  onPass: OnPass | undefined,
): Compared {
  const module = parseModule(named(text));
  const options = { name: 'random', ...(onPass === undefined ? {} : { onPass }) };
  const program = programOfModule(module, noLibrary, options);
  const { outcomes, findings, cutLoops } = explore(program, { model: 'sc', unroll: 4 });
  if (cutLoops.length > 0 || findings.some(({ finding }) => finding.kind === 'mixed-size')) return undefined;
  const all = ends(link(module, noLibrary));
  // Bytes without a value are no number.
  if (all.some((end) => /\b[gh]=[^\]]*null/.test(end))) return undefined;
  const states = all.map(numbersOf).filter((end) => end !== undefined);
  const names = new StateNames(program);
  const withFinding = (shown: readonly string[], found: boolean): string[] => [
    ...new Set([...shown, ...(found ? ['a finding'] : [])]),
  ];
  return [
    withFinding(
      states,
      all.some((end) => !/\bg=/.test(end)),
    ).sort(),
    withFinding(
      outcomes.map((outcome) => names.state(outcome)),
      findings.length > 0,
    ).sort(),
  ];
}

/** The ends of the settled module. A global that no thread mentions any more keeps its first value. */
export const asSettled = ({ parseModule, settle }: JudgedPasses, text: string): Compared =>
  ifComparable(() => {
    const linked = link(parseModule(text), noLibrary);
    const threads = settle(linked);
    const whole = { ...threads, globals: new Map([...linked.globals, ...threads.globals]) };
    return [ends(linked), ends(whole)];
  });
