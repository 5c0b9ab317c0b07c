// The rivals that can be run beside diptych (`diptych tables rivals --with NAME=PATH,...`): how each is told a program, a model
// and a bound, and what its output means. Command lines are those of the tools' own documents: GenMC's manual, `nidhuggc
// --help`, `cbmc --help` (which Deagle, made of CBMC, shares), herd's manual.

import { dirname } from 'node:path';
import type { ModelName } from '#diptych/execution/execution.js';
import { InputError } from '#diptych/support/diagnostic.js';
import type { Tools } from '../table.js';

/** `diptych` is another build of it, for every table. */
const toolNames = ['genmc', 'nidhugg', 'deagle', 'cbmc', 'herd7', 'diptych'] as const;

/** Those that check C programs. */
export const checkerNames = ['genmc', 'nidhugg', 'deagle', 'cbmc'] as const;
export type CheckerName = (typeof checkerNames)[number];

export interface ToolQuestion {
  readonly file: string;
  /** As after -D. */
  readonly defines: readonly string[];
  /** How often loops run; absent: as often as the program says. */
  readonly unroll?: number;
  readonly model: ModelName;
}

type ToolVerdict = 'holds' | 'violated' | 'refused';

export interface Tool {
  readonly title: string;
  /** The arguments that print its version. */
  readonly version: readonly string[];
  /** The words after its path; undefined if it does not know the model. */
  arguments(question: ToolQuestion): readonly string[] | undefined;
  verdict(text: string): ToolVerdict;
}

const macros = ({ defines, file }: ToolQuestion): string[] => [
  ...defines.map((define) => `-D${define}`),
  `-I${dirname(file)}`,
];

/** The verdict of a stateless model checker's output. */
const explored = (text: string): ToolVerdict =>
  /No errors were detected/.test(text)
    ? 'holds'
    : /Error detected|Error:.*violation/i.test(text)
      ? 'violated'
      : 'refused';

/** The verdict in the output of CBMC and its descendants. */
const solved = (text: string): ToolVerdict =>
  /VERIFICATION SUCCESSFUL/.test(text) ? 'holds' : /VERIFICATION FAILED/.test(text) ? 'violated' : 'refused';

/** Bodies of loops are run one time less than the number says. */
const unwound = (question: ToolQuestion): string[] => [
  '--mm',
  question.model,
  ...(question.unroll === undefined
    ? []
    : ['--unwind', String(question.unroll + 1), '--no-unwinding-assertions']),
  ...macros(question),
  question.file,
];

export const checkers: Readonly<Record<CheckerName, Tool>> = {
  genmc: {
    title: 'GenMC',
    version: ['--version'],
    arguments: (question) =>
      question.model === 'pso'
        ? undefined
        : [
            `-${question.model}`,
            ...(question.unroll === undefined ? [] : [`-unroll=${question.unroll}`]),
            '-disable-race-detection',
            '--',
            ...macros(question),
            question.file,
          ],
    verdict: explored,
  },
  nidhugg: {
    title: 'Nidhugg',
    version: ['--version'],
    arguments: (question) => [
      ...macros(question),
      '--',
      `--${question.model}`,
      ...(question.unroll === undefined ? [] : [`--unroll=${question.unroll}`]),
      question.file,
    ],
    verdict: explored,
  },
  deagle: {
    title: 'Deagle',
    version: ['--version'],
    arguments: (question) => unwound(question),
    verdict: solved,
  },
  cbmc: {
    title: 'CBMC',
    version: ['--version'],
    arguments: (question) => unwound(question),
    verdict: solved,
  },
};

/** herd has no name for PSO. */
const herdModels: Readonly<Record<ModelName, string | undefined>> = {
  sc: 'sc.cat',
  tso: 'x86tso.cat',
  pso: undefined,
};

export const herd = {
  title: 'herd7',
  version: ['-version'],
  arguments(files: readonly string[], model: ModelName): readonly string[] | undefined {
    const cat = herdModels[model];
    return cat === undefined ? undefined : ['-model', cat, ...files];
  },
  /** By name of the test: whether its final state is seen. */
  observations(text: string): ReadonlyMap<string, boolean> {
    return new Map(
      [...text.matchAll(/^Observation (\S+) (Always|Sometimes|Never)/gm)].map(([, name, word]) => [
        name,
        word !== 'Never',
      ]),
    );
  },
};

/** `genmc=PATH,cbmc=PATH` */
export function parseTools(text: string): Tools {
  const tools: Record<string, string> = {};
  for (const item of text.split(',')) {
    const [name, ...path] = item.split('=');
    const known = toolNames.find((tool) => tool === name);
    if (known === undefined || path.length === 0 || path.join('=') === '')
      throw new InputError({
        code: 'unknown-rival',
        message: `${item} does not say where a rival is`,
        hint: `NAME=PATH, where NAME is one of ${toolNames.join(', ')}`,
      });
    tools[known] = path.join('=');
  }
  return tools;
}
