// `diptych fences`: the cheapest fences that make a program robust, or its assertions hold, as a patch.

import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EditKind } from '../frontend/edit/index.js';
import { additions, type Editable } from '../program/editable.js';
import { type Costs, defaultCosts, equalCosts } from '../repair/costs.js';
import { goals } from '../repair/goal.js';
import type { RepairResult } from '../repair/repair.js';
import type { Verification } from '../repair/verification.js';
import { fencesJson, redundantJson } from '../report/fences/json.js';
import { redundantText } from '../report/fences/redundantText.js';
import { fencesReport } from '../report/fences/report.js';
import { fencesText } from '../report/fences/text.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Attachment, ProgramCommand } from './fileCommand.js';
import { type AskOptions, parseList, readOptionsOf } from './options.js';
import { gravest, type Status, status } from './status.js';

export const fences: ProgramCommand = {
  guarded: true,

  define: (parent): Command =>
    parent
      .command('fences')
      .summary('find the cheapest fences that repair a program')
      .description(
        'Finds, for each program, a set of fences of least cost with which it is robust against TSO or PSO, or with which its assertions hold there. Both engines verify the changed file, and nothing cheaper will do.',
      )
      .addOption(
        new Option(
          '--goal <goal>',
          'property to restore (default: assertions if the model breaks one, else robust)',
        ).choices(goals),
      )
      .addOption(
        new Option(
          '--cost <list>',
          `costs (default: ${additions.map((add) => `${add}=${defaultCosts[add]}`).join(',')})`,
        ).argParser(parseCosts),
      )
      .option('--all', 'all repairs of the least cost, not only one')
      .option('--strengthen', 'also make stores stronger: release, seq_cst (C only)')
      .option('--redundant', 'which fences that are there can go, as many as possible')
      .option('--write <file>', 'also write the repaired program there')
      .option(
        '--strict',
        'a repair that was verified only up to the unroll bound, or not by every engine, is no answer',
      )
      .addHelpText('after', examples),

  async ask({ file, engines, options, confirm, limits: { onProgress, ...limits } }) {
    const models = options.model.filter((model) => model !== 'sc');
    const [only] = models;
    if (only === undefined)
      throw new InputError({
        code: 'fences-model',
        message: 'fences are for tso and pso: under sc there is nothing that they order',
        file,
      });
    checkWrite(file, models.length, options);
    const { readEditable } = await import('../frontend/edit/index.js');
    const kind: EditKind =
      options.redundant === true ? 'remove' : options.strengthen === true ? 'strengthen' : 'add';
    const editable = await readEditable(
      file,
      { ...readOptionsOf(options), ...present({ guard: limits.guard }) },
      kind,
    );
    const { repair } = await import('../repair/repair.js');
    const start = performance.now();
    const results: RepairResult[] = [];
    for (const [i, model] of models.entries()) {
      const left =
        limits.timeLimitMs === undefined
          ? undefined
          : Math.max(1, (limits.timeLimitMs - (performance.now() - start)) / (models.length - i));
      results.push(
        await repair(editable, {
          model,
          engines,
          confirm,
          limits: { ...limits, ...present({ timeLimitMs: left }) },
          onRound: ({ number, clauses, proposed }) =>
            onProgress?.({ engine: 'repair', model, round: number, clauses, proposed: proposed.length }),
          ...present({
            goal: options.goal,
            costs: options.cost ?? (kind === 'remove' ? equalCosts : undefined),
            all: options.all,
            redundant: options.redundant,
            additions: kind === 'strengthen' ? additions : undefined,
          }),
        }),
      );
    }
    return {
      status: gravest(results.map((result) => statusOf(result, options.strict === true))),
      attachments: writtenFiles(editable, results, options),
      ...(kind === 'remove' ? {} : { report: () => fencesReport(file, editable, results) }),
      json: () => (kind === 'remove' ? redundantJson : fencesJson)(file, editable, results),
      text: (style) =>
        (kind === 'remove' ? redundantText : fencesText)(file, editable, results, options.unroll, style),
    };
  },

  summary(statuses) {
    const count = (wanted: Status): number => statuses.filter((s) => s === wanted).length;
    const rest: readonly [number, string][] = [
      [count(status.noAnswer), 'without answer'],
      [count(status.badInput), 'bad'],
      [count(status.disagreement), 'in disagreement'],
    ];
    return [
      `${statuses.length} files: ${count(status.holds)} repaired or in no need of it, ${count(status.violated)} that fences do not help`,
      ...rest.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`),
    ].join(', ');
  },
};

const examples = `
Examples:
  diptych fences -m tso SB.litmus                      a patch: diptych fences -m tso f.c | patch -p1
  diptych fences -m pso --goal assertions queue.c      only what keeps its assertions
  diptych fences -m tso --write fixed.c dekker.c       the repaired program as a file of its own
  diptych fences -m tso --redundant lock.c             fences that can go
  diptych fences -m pso --cost full=10 --all lock.c    every repair of the least cost
Exit status 0: repaired and verified, or none needed; 1: no fence helps; 4: no answer.`;

function parseCosts(text: string): Costs {
  const costs = { ...defaultCosts };
  for (const part of parseList(text)) {
    const [name, value] = part.split('=');
    const known = additions.find((add) => add === name);
    if (known === undefined)
      throw new InvalidArgumentError(`'${name}' is not one of ${additions.join(', ')}.`);
    const cost = Number(value);
    if (value === undefined || !Number.isSafeInteger(cost) || cost < 1)
      throw new InvalidArgumentError(`The cost of ${known} must be a whole number from 1 on.`);
    costs[known] = cost;
  }
  return costs;
}

function checkWrite(file: string, models: number, { write, force }: AskOptions): void {
  if (write === undefined) return;
  if (models > 1)
    throw new InputError({
      code: 'fences-write',
      message: '--write is for one model: the repairs for tso and pso differ',
      hint: 'name one with --model',
    });
  if (resolve(write) === resolve(file) && force !== true)
    throw new InputError({
      code: 'fences-write',
      message: `--write ${write} would overwrite the program itself`,
      hint: 'name another file, or say --force',
    });
}

function writtenFiles(
  editable: Editable,
  results: readonly RepairResult[],
  { write }: AskOptions,
): readonly Attachment[] {
  if (write === undefined) return [];
  return results.flatMap(({ answer }): Attachment[] => {
    const own = editable.program.source?.text ?? '';
    if (answer.kind === 'none-needed') return [{ path: write, text: editable.edit([])[0]?.after ?? own }];
    if (answer.kind !== 'repaired') return [];
    const [{ choices }] = answer.repairs;
    const files = editable.edit(choices.map(({ candidate }) => candidate));
    const other = files.find(({ file }) => file !== editable.file);
    if (other !== undefined)
      throw new InputError({
        code: 'fences-write',
        message: `the repair changes ${other.file}, which the program includes`,
        hint: 'apply the diff instead of --write',
      });
    return [{ path: write, text: files[0]?.after ?? own }];
  });
}

const isDoubtful = ({ bounded, silent }: Verification): boolean => bounded.length > 0 || silent.length > 0;

function statusOf({ answer }: RepairResult, strict: boolean): Status {
  switch (answer.kind) {
    case 'none-needed':
      return strict && isDoubtful(answer.verification) ? status.noAnswer : status.holds;
    case 'repaired':
      return strict && answer.repairs.some(({ verification }) => isDoubtful(verification))
        ? status.noAnswer
        : status.holds;
    case 'fails-under-sc':
    case 'no-place':
      return status.violated;
    case 'disagreement':
      return status.disagreement;
    case 'unknown':
      return status.noAnswer;
  }
}
