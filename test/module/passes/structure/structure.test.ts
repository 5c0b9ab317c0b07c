import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Terminator } from '../../../../src/module/instruction.js';
import type { Block, Body } from '../../../../src/module/module.js';
import { type Piece, structured } from '../../../../src/module/passes/structure/index.js';
import { constant, register } from '../../../../src/module/value.js';

type Successors = readonly (readonly number[])[];

/** Nothing jumps to the entry of a body. */
const start = 'start';

/** A body whose blocks are numbers. */
function bodyOf(successors: Successors): Body {
  const value = register('r', 'i32');
  const endOf = (targets: readonly number[]): Terminator => {
    const [first, ...others] = targets.map(String).toReversed();
    if (first === undefined) return { kind: 'return', values: [] };
    if (others.length === 0) return { kind: 'jump', to: first };
    const cases = others.toReversed().map((to, k) => ({ value: constant(k, 'i32'), to }));
    return { kind: 'switch', value, cases, otherwise: first };
  };
  const blocks = successors.map((targets, k): [string, Block] => [
    `${k}`,
    { instructions: [], end: endOf(targets) },
  ]);
  const entry: Block = { instructions: [], end: { kind: 'jump', to: '0' } };
  return { parameters: [], locals: new Map(), blocks: new Map([[start, entry], ...blocks]) };
}

/** `0: 1 2; 1: 2; 2:` */
function graphOf(text: string): Body {
  const successors: number[][] = [];
  for (const line of text.split(';')) {
    const [node, targets] = line.split(':');
    successors[Number(node)] = (targets ?? '').trim().split(/\s+/).filter(Boolean).map(Number);
  }
  return bodyOf(successors);
}

const printed = (pieces: readonly Piece[], indent = ''): string[] =>
  pieces.flatMap((piece) => printedPiece(piece, indent));

function printedPiece(piece: Piece, indent: string): string[] {
  switch (piece.kind) {
    case 'code':
      return [`${indent}${piece.node}`];
    case 'choice':
      return piece.arms.flatMap(({ edges, body }) =>
        body.length === 0
          ? []
          : [`${indent}if ${piece.node}.${edges.join(',')}`, ...printed(body, `${indent}  `)],
      );
    case 'block':
    case 'loop':
      return [`${indent}${piece.kind} ${piece.label}`, ...printed(piece.body, `${indent}  `)];
    case 'leave':
    case 'again':
      return [`${indent}${piece.kind} ${piece.label}`];
    case 'end':
      return [`${indent}end`];
  }
}

const text = (graph: string): string =>
  printed(structured(graphOf(graph)).pieces)
    .filter((line) => line !== start)
    .join('\n');

/** The nodes that an execution passes which takes these edges, as the graph says. */
function walkGraph(successors: Successors, edges: readonly number[]): number[] {
  const passed: number[] = [];
  let node = 0;
  for (const edge of edges) {
    passed.push(node);
    const targets = successors[node];
    if (targets.length === 0) return passed;
    node = targets[edge % targets.length];
  }
  return passed;
}

type Jump = Extract<Piece, { kind: 'leave' | 'again' | 'end' }>;

/** The same as the structured code says, whose blocks beyond those of the graph note and dispatch. */
function walkPieces(
  successors: Successors,
  { body, pieces }: ReturnType<typeof structured>,
  edges: readonly number[],
): number[] {
  const passed: number[] = [];
  const noted = new Map<string, number>();
  const stop = Symbol('stop');
  const edgeOf = (node: string): number => {
    const end = body.blocks.get(node)?.end;
    if (/^\d+$/.test(node)) return (edges[passed.length - 1] ?? 0) % (successors[Number(node)]?.length ?? 1);
    return end?.kind === 'switch' && end.value.kind === 'register' ? (noted.get(end.value.name) ?? -1) : -1;
  };
  const walk = (list: readonly Piece[]): Jump | undefined => {
    for (const piece of list) {
      const jump = step(piece);
      if (jump !== undefined) return jump;
    }
    return undefined;
  };
  const step = (piece: Piece): Jump | undefined => {
    switch (piece.kind) {
      case 'code': {
        for (const i of body.blocks.get(piece.node)?.instructions ?? [])
          if (i.kind === 'set' && i.value.kind === 'const') noted.set(i.result.name, Number(i.value.value));
        if (!/^\d+$/.test(piece.node)) return undefined;
        if (passed.length === edges.length) throw stop;
        passed.push(Number(piece.node));
        return undefined;
      }
      case 'choice': {
        const edge = edgeOf(piece.node);
        return walk(piece.arms.find((arm) => arm.edges.includes(edge))?.body ?? []);
      }
      case 'block': {
        const jump = walk(piece.body);
        return jump?.kind === 'leave' && jump.label === piece.label ? undefined : jump;
      }
      case 'loop':
        for (;;) {
          const jump = walk(piece.body);
          if (jump?.kind === 'leave' && jump.label === piece.label) return undefined;
          if (jump !== undefined && !(jump.kind === 'again' && jump.label === piece.label)) return jump;
        }
      default:
        return piece;
    }
  };
  try {
    walk(pieces);
  } catch (thrown) {
    if (thrown !== stop) throw thrown;
  }
  return passed;
}

describe('structure', () => {
  it('nests nothing where nothing is chosen', () => {
    expect(text('0: 1; 1: 2; 2:')).toBe('0\n1\n2');
  });

  it('makes a choice of two branches that meet', () => {
    expect(text('0: 1 2; 1: 3; 2: 3; 3:')).toBe(['0', 'if 0.0', '  1', 'if 0.1', '  2', '3'].join('\n'));
  });

  it('places the exit of a loop behind it and drops jumps to where control goes anyway', () => {
    // while (test) body; rest
    expect(text('0: 1; 1: 2 3; 2: 1; 3:')).toBe(
      ['0', 'loop L1', '  1', '  if 1.1', '    leave L1', '  2', '3'].join('\n'),
    );
  });

  it('leaves a loop from two places to the same one', () => {
    expect(text('0: 1; 1: 2 4; 2: 3 4; 3: 1; 4:')).toBe(
      ['0', 'loop L1', '  1', '  if 1.1', '    leave L1', '  2', '  if 2.1', '    leave L1', '  3', '4'].join(
        '\n',
      ),
    );
  });

  it('makes one arm of several cases that lead to the same place', () => {
    expect(text('0: 1 2 2 1; 1: 3; 2: 3; 3:')).toBe(
      ['0', 'if 0.0,3', '  1', 'if 0.1,2', '  2', '3'].join('\n'),
    );
  });

  it('does not nest what follows a choice that leaves', () => {
    expect(text('0: 1; 1: 2 5; 2: 3 4; 3: 1; 4: 1; 5:')).toBe(
      [
        '0',
        'loop L1',
        '  1',
        '  if 1.1',
        '    leave L1',
        '  2',
        '  if 2.0',
        '    3',
        '  if 2.1',
        '    4',
        '5',
      ].join('\n'),
    );
  });

  it('dispatches where a cycle has two entries', () => {
    const { body, pieces } = structured(graphOf('0: 1 2; 1: 2 3; 2: 1 3; 3:'));
    expect([...body.blocks.keys()].filter((label) => label.startsWith('dispatch'))).toHaveLength(1);
    expect(printed(pieces).filter((line) => line.trim().startsWith('loop'))).toHaveLength(1);
  });

  it('takes the same paths as the graph', () => {
    const graphs = fc
      .integer({ min: 1, max: 9 })
      .chain((size) =>
        fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
      );
    const paths = fc.array(fc.nat(5), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(graphs, fc.array(paths, { minLength: 5, maxLength: 5 }), (successors, choices) => {
        const code = structured(bodyOf(successors));
        for (const edges of choices)
          expect(walkPieces(successors, code, edges)).toEqual(walkGraph(successors, edges));
      }),
      { numRuns: 2000 },
    );
  });

  it('does not recurse along a long function', () => {
    const size = 30_000;
    // a chain of choices that meet again
    const successors = Array.from({ length: size }, (_, i) =>
      i % 3 === 0 && i + 3 < size ? [i + 1, i + 3] : i % 3 === 0 ? [] : i % 3 === 1 ? [i + 1] : [i + 1],
    );
    successors[size - 1] = [];
    expect(structured(bodyOf(successors)).pieces.length).toBeGreaterThan(size / 3);
  });
});
