// `--graph FILE` and `--graph-dir FOLDER`: executions as pictures. The extension says in which form.

import { extname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Evidence } from '../execution/execution.js';
import type { HbEdge } from '../execution/hb.js';
import type { RaceSide } from '../execution/race.js';
import { scheduleText } from '../execution/scheduleText.js';
import type { Program } from '../program/program.js';
import { graphDot } from '../report/graph/dot.js';
import { executionGraph } from '../report/graph/graph.js';
import { graphHtml } from '../report/graph/html.js';
import { stepViews } from '../report/graph/steps.js';
import { graphSvg } from '../report/graph/svg.js';
import { jsonText } from '../report/jsonText.js';
import type { RunSpec } from '../report/stepping/view.js';
import { InputError } from '../support/diagnostic.js';
import type { Attachment } from './fileCommand.js';

export interface GraphOptions {
  readonly graph?: string;
  readonly graphDir?: string;
  readonly unroll: number;
}

const forms = ['.svg', '.png', '.dot', '.html', '.json'] as const;
type Form = (typeof forms)[number];

export const addGraphOption = (command: Command): Command =>
  command.addOption(
    new Option(
      '--graph <file>',
      'draw the execution that decides the answer: a .svg, .png, .dot or .html; or its steps and graph as .json',
    ).argParser(parseGraphFile),
  );

export const addGraphDirOption = (command: Command): Command =>
  command.addOption(new Option('--graph-dir <folder>', 'draw an execution of each final state, as .svg'));

function parseGraphFile(text: string): string {
  if (!forms.some((form) => form === extname(text)))
    throw new InvalidArgumentError(`It must end in ${forms.join(', ')}.`);
  return text;
}

/** The drawn picture. */
interface Picture {
  readonly program: Program;
  readonly evidence: Evidence;
  readonly title: string;
  readonly subtitle: string;
  readonly cycle?: readonly HbEdge[];
  readonly race?: readonly [number, number];
}

export async function pictureFile(path: string, picture: Picture, unroll: number): Promise<Attachment> {
  const { program, evidence, ...words } = picture;
  const { title } = words;
  const graph = executionGraph(program, evidence, words);
  switch (formOf(path)) {
    case '.svg':
      return { path, text: graphSvg(graph) };
    case '.dot':
      return { path, text: graphDot(graph) };
    case '.html':
      return { path, text: graphHtml(title, graphSvg(graph), stepViews(program, evidence, unroll)) };
    case '.json':
      return { path, text: `${jsonText(await stepsAsData(picture, unroll))}\n` };
    case '.png':
      return { path, text: await png(graphSvg(graph)), encoding: 'base64' };
  }
}

/** The execution as the workbench shows it. */
async function stepsAsData(
  { program, evidence, title, subtitle, race }: Picture,
  unroll: number,
): Promise<object> {
  const { witness, execution } = evidence;
  if (witness === undefined)
    throw new InputError({
      code: 'no-machine',
      message: 'an execution of a model of your own has no steps',
      hint: 'a .svg shows its events and relations',
    });
  const side = (id: number): RaceSide => ({
    thread: execution.events[id].thread,
    index: execution.events[id].index,
  });
  const spec: RunSpec = {
    model: witness.model,
    schedule: scheduleText(witness.schedule),
    ...(race === undefined ? {} : { race: [side(race[0]), side(race[1])] }),
  };
  const { runView } = await import('../report/stepping/run.js');
  return { format: 'diptych-execution', title, subtitle, view: runView(program, unroll, spec) };
}

const formOf = (path: string): Form => forms.find((form) => form === extname(path)) ?? '.svg';

/** Drawn by a library that is not installed everywhere. */
async function png(svg: string): Promise<string> {
  const { Resvg } = await import('@resvg/resvg-js').catch((): never => {
    throw new InputError({
      code: 'no-png',
      message: 'a .png needs the package @resvg/resvg-js, which is not installed for this platform',
      hint: 'a .svg needs nothing',
    });
  });
  const options = { fitTo: { mode: 'zoom', value: 2 }, font: { loadSystemFonts: true } } as const;
  return Buffer.from(new Resvg(svg, options).render().asPng()).toString('base64');
}

/** A name for the picture of a state: its values, as far as files may be called so. */
export const pictureName = (folder: string, model: string, state: string): string =>
  join(
    folder,
    `${`${model} ${state}`
      .replace(/[^\w.=:-]+/g, '_')
      .replace(/:/g, '.')
      .replace(/_+$/, '')
      .slice(0, 120)}.svg`,
  );
