// Pictures of executions: nothing overlaps, no relation is missing, long ones are folded.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Evidence, ModelName } from '../../../src/execution/execution.js';
import { hbCycle, isSequentiallyConsistent } from '../../../src/execution/hb.js';
import { explore } from '../../../src/explicit/explore.js';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import type { Program } from '../../../src/program/program.js';
import { graphDot } from '../../../src/report/graph/dot.js';
import { executionGraph } from '../../../src/report/graph/graph.js';
import { labelMeetsBox, layOutGraph, pointAt } from '../../../src/report/graph/layout.js';
import { graphSvg } from '../../../src/report/graph/svg.js';

const classics = ['SB', 'MP', 'LB', 'R', 'S', '2+2W', 'n6', 'IRIW', '3.SB', 'RWC', 'W+RWC', 'iwp2.3.b'];

function read(name: string): Program {
  const file = `benchmarks/litmus/${name}.litmus`;
  return parseLitmus(readFileSync(file, 'utf8'), file);
}

/** An execution that is not SC if there is one. */
function evidenceOf(program: Program, model: ModelName): Evidence {
  let found: Evidence | undefined;
  let any: Evidence | undefined;
  explore(program, {
    model,
    onExecution(build) {
      if (found !== undefined) return;
      const witness = build();
      any ??= { execution: witness.execution, witness };
      if (!isSequentiallyConsistent(witness.execution)) found = { execution: witness.execution, witness };
    },
  });
  const evidence = found ?? any;
  if (evidence === undefined) throw new Error('no execution');
  return evidence;
}

describe.each(classics)('the picture of %s', (name) => {
  const program = read(name);
  const evidence = evidenceOf(program, 'pso');
  const graph = executionGraph(program, evidence, { title: name, subtitle: 'under pso' });
  const layout = layOutGraph(graph);

  it('has boxes that do not overlap, inside the picture', () => {
    const { boxes, width, height } = layout;
    for (const [i, a] of boxes.entries()) {
      expect(a.x >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true);
      for (const b of boxes.slice(i + 1))
        expect(
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
        ).toBe(true);
    }
  });

  it('has labels that hide no event', () => {
    for (const { edge, label } of layout.arrows)
      if (edge.relation !== 'po' && edge.from !== 'init')
        expect(layout.boxes.some((box) => labelMeetsBox(label, box))).toBe(false);
  });

  it('has arrows that go behind no event', () => {
    for (const { edge, curve } of layout.arrows) {
      if (edge.from === 'init') continue;
      const others = layout.boxes.filter(({ node }) => node.id !== edge.from && node.id !== edge.to);
      for (let i = 1; i < 40; i++) {
        const { x, y } = pointAt(curve, i / 40);
        const hidden = others.filter(
          (box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
        );
        expect(hidden.map(({ node }) => `${edge.relation} behind ${node.label}`)).toEqual([]);
      }
    }
  });

  it('shows every event, rf and co, and the whole cycle in bold', () => {
    const { events, rf, co } = evidence.execution;
    expect(graph.nodes.filter(({ column }) => column >= 0)).toHaveLength(events.length);
    const edges = new Set(graph.edges.map(({ from, to, relation }) => `${from} ${to} ${relation}`));
    for (const event of events)
      for (const source of rf[event.id])
        expect(edges.has(`${source < 0 ? 'init' : `e${source}`} e${event.id} rf`)).toBe(true);
    for (const writers of co.values())
      for (let i = 0; i + 1 < writers.length; i++)
        expect(edges.has(`e${writers[i]} e${writers[i + 1]} co`)).toBe(true);
    const bold = new Set(
      graph.edges
        .filter(({ onCycle }) => onCycle)
        .map(({ from, to, relation }) => `${from} ${to} ${relation}`),
    );
    for (const { from, to, relation } of hbCycle(evidence.execution) ?? [])
      if (relation !== 'po') expect(bold.has(`e${from} e${to} ${relation}`)).toBe(true);
  });

  it('is the same every time', async () => {
    await expect(graphSvg(graph)).toMatchFileSnapshot(`golden/${name}.svg`);
  });
});

it('a long execution is folded but for its cycle', () => {
  const rows = Array.from({ length: 30 }, (_, i) => ` MOV [a],$${i} | MOV [b],$${i} ;`).join('\n');
  const program = parseLitmus(
    `X86 long\n{ }\n P0 | P1 ;\n${rows}\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)`,
    'long.litmus',
  );
  let witness: Evidence['witness'];
  explore(program, {
    model: 'tso',
    onOutcome(outcome, build) {
      if (outcome.every((value) => value === 0)) witness = build();
    },
  });
  if (witness === undefined) throw new Error('not reached');
  const graph = executionGraph(
    program,
    { execution: witness.execution, witness },
    { title: 'long', subtitle: '' },
  );
  expect(graph.nodes.filter(({ folded }) => folded !== undefined).map(({ folded }) => folded)).toEqual([
    30, 30,
  ]);
  expect(graph.nodes.filter(({ onCycle }) => onCycle)).toHaveLength(4);
});

it('is written for Graphviz too, and escapes what names hold', () => {
  const program = read('SB');
  const graph = executionGraph(program, evidenceOf(program, 'tso'), { title: '<a> & "b"', subtitle: 'x' });
  expect(graphSvg(graph)).toContain('&lt;a&gt; &amp; &quot;b&quot;');
  const dot = graphDot(graph);
  expect(dot).toContain('label="<a> & \\"b\\"\\nx"');
  expect(dot.match(/->/g)).toHaveLength(graph.edges.length);
});
