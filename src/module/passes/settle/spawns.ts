// A spawn of a known function is a thread of its own. Arguments that are known are constants in it, others are its parameters.

import type { CutReason } from '../../../program/cutReason.js';
import { oneBlock, withBlocks, withParts } from '../../body.js';
import { blockOf, graphOf } from '../../graph.js';
import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import { spawning } from '../../intrinsics.js';
import { set, store } from '../../make.js';
import type { Body, Func } from '../../module.js';
import {
  constant,
  forEachValue,
  isKnown,
  placeOf,
  type Register,
  register,
  symbol,
  typeOf,
  type Value,
} from '../../value.js';
import { cut } from '../cuts.js';
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
interface SpawnInLoop {
  readonly loop: string;
}

/** Thrown where threads start their like so deep that there are too many: settling begins again, and follows them less deep. */
export class TooDeep extends Error {}

/** The function that an address is. */
function functionAt(settling: Settling, value: Value | undefined): Func | undefined {
  const place = placeOf(value);
  return place?.offset === 0 ? settling.function(place.object) : undefined;
}

/** Replaces each spawn whose function is known; `add` yields the number of the new thread. */
export function startThreads(
  settling: Settling,
  body: Body,
  lineage: readonly string[],
  add: (spawned: Spawned) => number,
): Body | SpawnInLoop {
  const graph = graphOf(body);
  const withSpawns = graph.order.filter((label) => blockOf(body, label).instructions.some(isSpawn));
  for (const label of withSpawns)
    for (const [header, loop] of graph.loops) if (loop.has(label)) return { loop: header };
  const handles = new Set<string>();
  const blocks = new Map(body.blocks);
  for (const label of withSpawns) {
    const block = blockOf(body, label);
    const instructions = block.instructions.flatMap((i) => {
      if (!isSpawn(i)) return [i];
      const filled = handlesToFill(i);
      if (filled !== undefined) handles.add(filled);
      if (staysAtStart(i)) return startStaying(settling, i, lineage, add);
      const f = functionAt(settling, i.args[0]);
      return f?.body === undefined ? [i] : start(settling, i, f, lineage, add);
    });
    blocks.set(label, withParts(block, instructions, block.end));
  }
  return [...handles].reduce(withoutLife, withBlocks(body, blocks));
}

type Spawn = InstructionOf<'intrinsic'>;
const isSpawn = (i: Instruction): i is Spawn => i.kind === 'intrinsic' && spawning.has(i.name);

/** The thread is cut where it begins. */
function startStaying(
  settling: Settling,
  spawn: Spawn,
  lineage: readonly string[],
  add: (spawned: Spawned) => number,
): Instruction[] {
  const stays = cut(undefined, spawn);
  if (settling.started >= mostStarted) return [stays];
  settling.started++;
  const body = oneBlock([stays], { kind: 'unreachable' });
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

function start(
  settling: Settling,
  spawn: Spawn,
  f: Func,
  lineage: readonly string[],
  add: (spawned: Spawned) => number,
): Instruction[] {
  const [, first, second, , third] = spawn.args;
  const args: Value[] = [];
  const parameters: Register[] = [];
  const given = [first, second, ...(third === undefined ? [] : [third])].map((value, k) => {
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
  const tooMany = cutOfTooMany(settling, lineage.filter((name) => name === own).length);
  if (tooMany !== undefined) return [cut(tooMany.reason, spawn)];
  settling.started++;
  const call: Instruction = {
    kind: 'call',
    results: [],
    target: symbol(f.name),
    args: given,
    ...originOf(spawn),
  };
  // A thread of C++ or Rust runs a closure, which has no name of the program's.
  const name = named?.label ?? named?.name ?? 'thread';
  const thread = add({ name, body: { ...oneBlock([call]), parameters }, lineage: [...lineage, own] });
  return startOf(spawn, thread, args);
}

/** The cut in place of a thread that is one too many, `nested` so often in its like. */
function cutOfTooMany(
  { options, changed, started }: Settling,
  nested: number,
): { readonly reason: CutReason | undefined } | undefined {
  // A thread that starts its like is bounded as a recursive call is.
  const depth = Math.min(options.depth, changed.depth ?? options.depth);
  if (nested > depth) return { reason: depth === options.depth ? undefined : { kind: 'call-depth', depth } };
  if (started < mostStarted) return undefined;
  if (nested > 2) {
    changed.depth = nested - 2;
    throw new TooDeep();
  }
  return { reason: { kind: 'limit', most: `${mostStarted + 1} threads` } };
}

/** The number is stored before the thread starts. */
function startOf(spawn: Spawn, thread: number, args: readonly Value[]): Instruction[] {
  const { args: operands, result } = spawn;
  const number = operands[3];
  const isStored = number.kind !== 'const' || number.value !== 0;
  return [
    ...(isStored ? [store(number, constant(thread, 'i64'), spawn)] : []),
    { kind: 'start', thread, args, ...originOf(spawn) },
    ...(result === undefined ? [] : [set(result, constant(thread, result.type), spawn)]),
  ];
}
