// A spawn of a known function is a thread of its own. Arguments that are known are constants in it, others are its parameters.

import type { CutReason } from '../../../program/cutReason.js';
import { blockOf, graphOf } from '../../graph.js';
import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import { spawning } from '../../intrinsics.js';
import type { Block, Body, Func } from '../../module.js';
import {
  constant,
  forEachValue,
  isKnown,
  knownAddress,
  type Register,
  register,
  symbol,
  typeOf,
  type Value,
} from '../../value.js';
import { cutArguments } from '../cuts.js';
import type { Settling } from './context.js';
import type { Context, Frame } from './frames.js';
import { fillHandles, handlesToFill, staysAtStart, withoutLife } from './lastRound.js';

/** A thread that a spawn has found. */
interface Spawned {
  readonly name: string;
  readonly body: Body;
  /** The functions of the threads that it was started through, its own last. */
  readonly lineage: readonly string[];
}

/** Threads beside main. An execution is not followed to the start of another. */
const mostStarted = 127;

/** Of the threads that a loop of more rounds starts only some are followed: it is cut at the user's bound. */
const mostRoundsOfSpawns = 256;

/** A spawn stands in a loop that has to be written out, whether its end is known or not. */
export class SpawnInLoop {
  readonly header: string;

  constructor(header: string) {
    this.header = header;
  }
}

/** Thrown where threads start their like so deep that there are too many: settling begins again, and follows them less deep. */
export class TooDeep extends Error {}

/** The function that an address is. */
function functionAt(settling: Settling, value: Value | undefined): Func | undefined {
  const address = value === undefined ? undefined : knownAddress(value);
  return address?.object.kind === 'symbol' && address.offset === 0
    ? settling.function(address.object.name)
    : undefined;
}

/** Replaces each spawn whose function is known; `add` yields the number of the new thread. */
export function startThreads(
  settling: Settling,
  body: Body,
  lineage: readonly string[],
  add: (spawned: Spawned) => number,
): Body | SpawnInLoop {
  const graph = graphOf(body);
  const blocks = new Map<string, Block>(body.blocks);
  let changed = false;
  const handles = new Set<string>();
  const withSpawns = graph.order.filter((label) => blocks.get(label)?.instructions.some(isSpawn) === true);
  for (const label of withSpawns)
    for (const [header, loop] of graph.loops) if (loop.has(label)) return new SpawnInLoop(header);
  for (const label of withSpawns) {
    const block = blockOf(body, label);
    const instructions = block.instructions.flatMap((i) => {
      if (!isSpawn(i)) return [i];
      if (staysAtStart(i)) {
        const filled = handlesToFill(i);
        if (filled !== undefined) handles.add(filled);
        changed = true;
        return startedStaying(settling, i, lineage, add);
      }
      const f = functionAt(settling, i.args[0]);
      if (f?.body === undefined) return [i];
      changed = true;
      return started(settling, i, f, lineage, add);
    });
    blocks.set(label, { ...block, instructions });
  }
  return changed ? [...handles].reduce(withoutLife, { ...body, blocks }) : body;
}

type Spawn = InstructionOf<'intrinsic'>;
const isSpawn = (i: Instruction): i is Spawn => i.kind === 'intrinsic' && spawning.has(i.name);

/** The thread is cut where it begins. */
function startedStaying(
  settling: Settling,
  spawn: Spawn,
  lineage: readonly string[],
  add: (spawned: Spawned) => number,
): Instruction[] {
  const placed = originOf(spawn);
  const cut: Instruction = { kind: 'intrinsic', name: 'cut', args: cutArguments(), ...placed };
  if (settling.started >= mostStarted) return [cut];
  settling.started++;
  const body: Body = {
    parameters: [],
    locals: new Map(),
    blocks: new Map([['start', { instructions: [cut], end: { kind: 'unreachable' } }]]),
  };
  const f = functionAt(settling, spawn.args[1]);
  const thread = add({ name: f?.label ?? f?.name ?? 'thread', body, lineage: [...lineage, f?.name ?? ''] });
  const filled = handlesToFill(spawn);
  if (filled !== undefined) fillHandles(settling, filled, thread);
  return startOf(spawn, thread, []);
}

/** Whether a loop that is being written out has gone round so often and has a spawn in some round, also in a call. */
export function startsTooMany(frame: Frame, header: string, context: Context): boolean {
  if (context.get(header) !== mostRoundsOfSpawns) return false;
  const starts = ({ nodes }: Frame, within?: ReadonlySet<string>): boolean => {
    for (const { label, ran } of nodes.values()) {
      if (ran === undefined || within?.has(label) === false) continue;
      if (ran.rest.instructions.some(isSpawn)) return true;
      if (ran.calls.some((call) => call.before.some(isSpawn) || starts(call.frame))) return true;
    }
    return false;
  };
  return starts(frame, frame.counting.get(header));
}

function started(
  settling: Settling,
  spawn: Spawn,
  f: Func,
  lineage: readonly string[],
  add: (spawned: Spawned) => number,
): Instruction[] {
  const placed = originOf(spawn);
  const [, first, second, , third] = spawn.args;
  const parameters: Register[] = [];
  const args: Value[] = [];
  const given = [first, second, ...(third === undefined ? [] : [third])].map((value, k) => {
    if (value === undefined) return constant(0, 'ptr');
    if (isKnown(value)) {
      forEachValue(value, (v) => {
        if (v.kind === 'symbol') settling.shared.add(v.name);
      });
      return value;
    }
    const parameter = register(`argument${k + 1}`, typeOf(value));
    parameters.push(parameter);
    args.push(value);
    return parameter;
  });
  const named = f.model === true ? functionAt(settling, first) : f;
  const own = (named ?? f).name;
  // A thread that starts its like is bounded as a recursive call is.
  const { options, changed } = settling;
  const depth = Math.min(options.depth, changed.depth ?? options.depth);
  const nested = lineage.filter((name) => name === own).length;
  const isDeep = nested > depth;
  if (isDeep || settling.started >= mostStarted) {
    if (!isDeep && nested > 2) {
      changed.depth = nested - 2;
      throw new TooDeep();
    }
    const most: CutReason = isDeep
      ? { kind: 'call-depth', depth }
      : { kind: 'limit', most: `${mostStarted + 1} threads` };
    const reason = isDeep && depth === options.depth ? undefined : most;
    return [{ kind: 'intrinsic', name: 'cut', args: cutArguments(reason), ...placed }];
  }
  settling.started++;
  const body: Body = {
    parameters,
    locals: new Map(),
    blocks: new Map<string, Block>([
      [
        'start',
        {
          instructions: [{ kind: 'call', results: [], target: symbol(f.name), args: given, ...placed }],
          end: { kind: 'return', values: [] },
        },
      ],
    ]),
  };
  // A thread of C++ or Rust runs a closure, which has no name of the program's.
  const name = named?.label ?? named?.name ?? 'thread';
  const thread = add({ name, body, lineage: [...lineage, own] });
  return startOf(spawn, thread, args);
}

/** The number is stored before the thread starts. */
function startOf(spawn: Spawn, thread: number, args: readonly Value[]): Instruction[] {
  const placed = originOf(spawn);
  const number = spawn.args[3];
  const stores: Instruction[] =
    number === undefined || (number.kind === 'const' && number.value === 0)
      ? []
      : [{ kind: 'store', address: number, value: constant(thread, 'i64'), ...placed }];
  const result: Instruction[] =
    spawn.result === undefined
      ? []
      : [{ kind: 'set', result: spawn.result, value: constant(thread, spawn.result.type), ...placed }];
  return [...stores, { kind: 'start', thread, args, ...placed }, ...result];
}
