// A function: its blocks in the order of the text, without those that control does not reach. A phi becomes a register that every
// predecessor sets before it ends. The block begins with a copy of it, so that phis may exchange their values.

import type { Body, Func } from '../../../module/module.js';
import { cutArguments } from '../../../module/passes/cuts.js';
import { type Register, register } from '../../../module/value.js';
import { present } from '../../../support/present.js';
import { isOfRust, plainName } from '../debug/mangled.js';
import type { Piece } from '../layout.js';
import { endsBlock, parseBody } from '../parse/functions.js';
import type { Block, FunctionSyntax, Instruction } from '../syntax.js';
import { bitFieldLoads } from './bitFields.js';
import { contentsIn } from './contents.js';
import { Emitter } from './emitter.js';
import { emitInstruction } from './instructions.js';
import { declareLocals } from './locals.js';
import { emitEnd, successorsOf } from './terminators.js';
import { type Unit, unsupported } from './unit.js';

type Phi = Extract<Instruction, { op: 'phi' }>;

export function emitFunction(unit: Unit, f: FunctionSyntax, name: string, model: boolean): Func {
  const { types, debug } = unit;
  const pieces = f.parameters.map((p) => types.pieces(p.type, f.at));
  const head = {
    name,
    ...present({ label: plainName(f.name) }),
    ...debug.function(f),
    returns: types.pieces(f.result, f.at).map((piece) => piece.type),
    takes: pieces.flat().map((piece) => piece.type),
    ...present({
      variadic: f.variadic ? true : undefined,
      model: model ? true : undefined,
      weak: /^(?:weak|linkonce|available_externally)/.test(f.linkage) ? true : undefined,
      particular: f.body === undefined && (f.nonNull || isOfRust(f.name)) ? true : undefined,
    }),
  } as const;
  if (f.body === undefined) return head;
  if (sortsMany.test(f.name)) return { ...head, body: cutBody(pieces.flat()) };
  const all = parseBody(unit.file, f);
  const blocks = reachable(unit, f, all);
  const instructions = blocks.flatMap((block) => block.instructions);
  const taken = new Set([
    ...f.parameters.map((p) => p.name),
    ...instructions.flatMap(({ result = [] }) => result),
  ]);
  const emitter = new Emitter(unit, f, taken, bitFieldLoads(blocks), contentsIn(unit, f, blocks));
  declareLocals(emitter, blocks);
  const phis = phisBySource(blocks);
  const handlers = debug.isOfLibrary(f) ? new Set<string>() : handlersIn(all);
  for (const block of blocks) emitBlock(emitter, block, phis.get(block.name) ?? [], handlers);
  const parameters = f.parameters.flatMap((p, i) =>
    pieces[i].map((piece, k) => register(emitter.nameOf(p.name, k, pieces[i].length), piece.type)),
  );
  return { ...head, body: { parameters, locals: emitter.locals, blocks: emitter.blocks } };
}

/**
 * Rust's sorts of more than 20 elements. Where other threads have put them there, their number is seldom known. All of that code would be
 * part of the program.
 */
const sortsMany = /^_ZN4core5slice4sort(?:6stable14driftsort_main|8unstable7ipnsort)17h/;

function cutBody(pieces: readonly Piece[]): Body {
  const cut = cutArguments({ kind: 'limit', most: '20 elements to sort' });
  return {
    parameters: pieces.map(({ type }, k) => register(`${k}`, type)),
    locals: new Map(),
    blocks: new Map([
      [
        'start',
        { instructions: [{ kind: 'intrinsic', name: 'cut', args: cut }], end: { kind: 'unreachable' } },
      ],
    ]),
  };
}

/** The blocks in which an exception is caught. */
const handlersIn = (blocks: readonly Block[]): ReadonlySet<string> =>
  new Set(
    blocks
      .filter(({ instructions }) => instructions.some((i) => i.op === 'landingpad' && i.catches))
      .map(({ name }) => name),
  );

function emitBlock(
  emitter: Emitter,
  { name, instructions }: Block,
  outgoing: readonly Outgoing[],
  handlers: ReadonlySet<string>,
): void {
  for (const instruction of instructions) {
    emitter.begin(instruction);
    if (endsBlock(instruction)) {
      if (instruction.op === 'call') {
        // The library knows how many handlers are open: a throw is a finding if there is none.
        const isCaught = instruction.unwind !== undefined && handlers.has(instruction.unwind);
        if (isCaught) emitter.call('__model_opens_handler');
        emitInstruction(emitter, instruction);
        if (isCaught) emitter.call('__model_closes_handler');
      }
      for (const { phi, value } of outgoing) {
        const values = emitter.values(value);
        values.forEach((v, i) => {
          emitter.set(phiRegister(emitter, phi, i), v);
        });
      }
      emitEnd(emitter, name, instruction);
    } else if (instruction.op === 'phi') {
      emitter.results(emitter.pieces(instruction.type)).forEach((result, i) => {
        emitter.set(result, phiRegister(emitter, instruction, i));
      });
    } else emitInstruction(emitter, instruction);
  }
}

/** The register that the predecessors set. */
function phiRegister(emitter: Emitter, phi: Phi, i: number): Register {
  const pieces = emitter.pieces(phi.type);
  return register(`${emitter.nameOf(phi.result ?? '', i, pieces.length)}$phi`, pieces[i].type);
}

/** A value for a phi of another block. */
interface Outgoing {
  readonly phi: Phi;
  readonly value: Phi['incoming'][number]['value'];
}

function phisBySource(blocks: readonly Block[]): Map<string, Outgoing[]> {
  const found = new Map<string, Outgoing[]>();
  for (const { instructions } of blocks)
    for (const phi of instructions) {
      if (phi.op !== 'phi') continue;
      // A predecessor that comes here in two ways stands there twice, with the same value.
      const seen = new Set<string>();
      for (const { value, from } of phi.incoming) {
        if (seen.has(from)) continue;
        seen.add(from);
        found.set(from, [...(found.get(from) ?? []), { phi, value }]);
      }
    }
  return found;
}

function reachable(unit: Unit, f: FunctionSyntax, blocks: readonly Block[]): Block[] {
  const byName = new Map(blocks.map((block) => [block.name, block]));
  const found = new Set(blocks.slice(0, 1));
  for (const block of found) {
    const last = block.instructions.at(-1);
    if (last === undefined || !endsBlock(last))
      return unsupported(unit, f.at, `the block %${block.name} without an end`);
    for (const label of successorsOf(last)) {
      const next = byName.get(label);
      if (next === undefined) return unsupported(unit, last.at, `the block %${label}, which is not there,`);
      found.add(next);
    }
  }
  return blocks.filter((block) => found.has(block));
}
