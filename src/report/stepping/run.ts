// Runs a schedule on the plain machine and describes the run.

import type { Event } from '../../execution/event.js';
import type { Execution, Schedule, Step, Witness } from '../../execution/execution.js';
import { sideOf } from '../../execution/race.js';
import { scheduleOf } from '../../execution/scheduleText.js';
import { eventTimes, scheduledEvents } from '../../execution/visibility.js';
import { storeBufferModels } from '../../explicit/machines/index.js';
import { Machine } from '../../explicit/machines/machine.js';
import { codeToReplay } from '../../explicit/machines/runSchedule.js';
import { enabledSteps } from '../../explicit/reference/enabled.js';
import { endLocation } from '../../program/processEnd.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import { executionGraph } from '../graph/graph.js';
import { findingText } from '../places.js';
import { StateNames } from '../state.js';
import { eventText, isTold, stopRows } from '../witness.js';
import { machineView, shownCells } from './machineView.js';
import type { MachineView, RunEdge, RunEnd, RunEvent, RunSpec, RunStep, RunView } from './view.js';

/** The machine after the first `taken` steps of the schedule, or fewer if one of them is impossible. */
export function machineAfter(
  program: Program,
  unroll: number,
  { model, schedule }: RunSpec,
  taken = Number.POSITIVE_INFINITY,
): { readonly machine: Machine; readonly taken: Step[]; readonly impossible?: number } {
  const machine = Machine.start(codeToReplay(program, unroll), storeBufferModels[model]);
  const steps: Step[] = [];
  for (const [i, step] of (scheduleOf(schedule) ?? []).entries()) {
    if (i >= taken) break;
    if (!machine.can(step)) return { machine, taken: steps, impossible: i };
    machine.apply(step);
    steps.push(step);
  }
  return { machine, taken: steps };
}

export function runView(program: Program, unroll: number, spec: RunSpec): RunView {
  const { machine, taken: schedule, impossible } = machineAfter(program, unroll, spec);
  const execution = machine.execution();
  const witness: Witness = { model: spec.model, execution, schedule };
  const names = new StateNames(program, execution);
  const steps = shownSteps(program, names, witness);
  const { events, edges } = eventsAndEdges(program, names, witness, steps, spec);
  return {
    model: spec.model,
    threads: program.threads.map(({ name }) => name),
    events,
    edges,
    steps: steps.map(({ step }) => step),
    machine: machineViews(program, unroll, spec, schedule, steps, names, execution),
    ...present({
      end: enabledSteps(machine).steps.length === 0 ? endOf(program, names, execution) : undefined,
      impossible,
    }),
  };
}

interface ShownStep {
  readonly step: RunStep;
  /** The position of its own step in the schedule. */
  readonly position: number;
}

/** A step that means nothing alone, such as not staying at a place, is taken together with the next one. */
function shownSteps(program: Program, names: StateNames, witness: Witness): ShownStep[] {
  const shown: ShownStep[] = [];
  const waiting = new Map<number, number>();
  for (const [position, { thread, event, committed }] of scheduledEvents(witness).entries()) {
    if (event !== undefined && !isTold(program, event)) continue;
    const buffered = waiting.get(thread) ?? 0;
    const executedStore = event?.kind === 'W' && !committed && witness.model !== 'sc';
    waiting.set(thread, buffered + (executedStore ? 1 : 0) - (committed ? 1 : 0));
    shown.push({
      position,
      step: {
        thread,
        text:
          event === undefined
            ? 'stops'
            : committed
              ? commitText(names, event)
              : eventText(names, program, event),
        commit: committed,
        interesting: committed || (event?.kind === 'R' && buffered > 0),
        taken: position + 1,
        ...present({ event: event === undefined ? undefined : `e${event.id}`, at: event?.at }),
      },
    });
  }
  const last = shown.pop();
  return last === undefined
    ? shown
    : [...shown, { ...last, step: { ...last.step, taken: witness.schedule.length } }];
}

export function commitText(names: StateNames, { writes }: Pick<Event, 'writes'>): string {
  const text = writes.map((access) => names.access(access)).join(' ');
  return text.startsWith(endLocation) ? 'end of process' : text;
}

function eventsAndEdges(
  program: Program,
  names: StateNames,
  witness: Witness,
  steps: readonly ShownStep[],
  { race }: RunSpec,
): { readonly events: RunEvent[]; readonly edges: RunEdge[] } {
  const { execution } = witness;
  const sides = race?.map((side) => sideOf(execution, side)) ?? [];
  const racing = sides.flatMap((side) => (side !== undefined && 'kind' in side ? [side.id] : []));
  const graph = executionGraph(
    program,
    { execution, witness },
    {
      title: '',
      subtitle: '',
      most: Number.POSITIVE_INFINITY,
      ...(racing.length === 2 ? { race: [racing[0], racing[1]], cycle: [] } : {}),
    },
  );
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const { executed, visible } = eventTimes(witness);
  const stepAt = (position: number): number => {
    const found = steps.findIndex((shown) => shown.position >= position);
    return found < 0 ? steps.length : found;
  };
  const events = execution.events
    .filter((event) => nodes.has(`e${event.id}`))
    .map((event): RunEvent => {
      const node = nodes.get(`e${event.id}`);
      const buffered =
        event.kind === 'W' && witness.model !== 'sc' && visible[event.id] < witness.schedule.length;
      return {
        id: `e${event.id}`,
        thread: event.thread,
        kind: event.kind,
        text: eventText(names, program, event),
        step: stepAt(executed[event.id]),
        delayed: node?.delayed === true,
        onCycle: node?.onCycle === true,
        ...present({ at: event.at, committed: buffered ? stepAt(visible[event.id]) : undefined }),
      };
    })
    .sort((a, b) => a.thread - b.thread || a.step - b.step);
  const known = new Set(events.map(({ id }) => id));
  const edges = graph.edges
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map((edge) => ({ ...edge, id: `${edge.relation} ${edge.from} ${edge.to}` }));
  return { events, edges };
}

function machineViews(
  program: Program,
  unroll: number,
  { model }: RunSpec,
  schedule: Schedule,
  steps: readonly ShownStep[],
  names: StateNames,
  execution: Execution,
): MachineView[] {
  const cells = shownCells(program, names, execution);
  const machine = Machine.start(codeToReplay(program, unroll), storeBufferModels[model]);
  const views = [machineView(machine, names, cells)];
  let taken = 0;
  for (const { step } of steps) {
    for (; taken < step.taken; taken++) machine.apply(schedule[taken]);
    views.push(machineView(machine, names, cells));
  }
  return views;
}

function endOf(program: Program, names: StateNames, execution: Execution): RunEnd {
  const [finding] = execution.findings;
  if (finding !== undefined)
    return { kind: 'finding', text: findingText(program, finding), ...present({ at: finding.at }) };
  if (execution.outcome !== undefined)
    return {
      kind: 'state',
      text: names.observed.map((name, i) => `${name}=${names.shown(execution.outcome ?? [], i)}`).join('  '),
    };
  const reasons = stopRows(program, execution).map(([thread, why]) => `${thread} ${why}`);
  return {
    kind: 'stuck',
    text: reasons.length > 0 ? reasons.join('; ') : 'the filter of the test leaves this state out',
  };
}
