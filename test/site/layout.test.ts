// Layouts of executions: threads are columns, no line runs over an event, and the same run gets the same picture.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnLayout } from '../../site/execution/layout/columns.js';
import { crossings } from '../../site/execution/layout/crossings.js';
import { ElkColumns } from '../../site/execution/layout/elkColumns.js';
import { type Graph, graphOf, type Layout, spacingOf } from '../../site/execution/layout/layout.js';
import { scheduleText } from '../../src/execution/scheduleText.js';
import { explore } from '../../src/explicit/explore.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { randomProgram } from '../../src/generate/random.js';
import type { Program } from '../../src/program/program.js';
import { runView } from '../../src/report/stepping/run.js';

type Elk = ConstructorParameters<typeof ElkColumns>[0];
const Elk: new () => Elk = createRequire(import.meta.url)('elkjs');

function graphsOf(program: Program, most = 2): Graph[] {
  const graphs: Graph[] = [];
  explore(program, {
    model: 'pso',
    maxExecutions: 20,
    onExecution: (build) => {
      if (graphs.length >= most) return;
      const schedule = scheduleText(build().schedule);
      graphs.push(graphOf(runView(program, 2, { model: 'pso', schedule })));
    },
  });
  return graphs.filter(({ events }) => events.length > 0);
}

/** Whether a horizontal or vertical line passes through the inside of a box. */
function overBox(layout: Layout): string[] {
  const { width, height } = layout.box;
  const found: string[] = [];
  for (const { edge, points } of layout.edges)
    for (let i = 1; i < points.length; i++) {
      const [[x1, y1], [x2, y2]] = [points[i - 1], points[i]];
      for (const [id, { x, y }] of layout.nodes)
        if (
          Math.max(x1, x2) > x - width / 2 + 1 &&
          Math.min(x1, x2) < x + width / 2 - 1 &&
          Math.max(y1, y2) > y - height / 2 + 1 &&
          Math.min(y1, y2) < y + height / 2 - 1
        )
          found.push(`${edge.id} runs over ${id}`);
    }
  return found;
}

function check(graph: Graph, layout: Layout): void {
  expect(layout.nodes.size).toBe(graph.events.length);
  expect(layout.edges.map(({ edge }) => edge.id).sort()).toEqual(graph.edges.map(({ id }) => id).sort());
  for (const [column, thread] of graph.threads.entries()) {
    const own = graph.events.filter((event) => event.thread === thread).map(({ id }) => layout.nodes.get(id));
    expect(new Set(own.map((node) => node?.x)).size).toBe(1);
    expect(own[0]?.x).toBe(layout.columns[column] + layout.box.width / 2);
    // In program order, from the top, without overlap.
    for (let i = 1; i < own.length; i++)
      expect((own[i]?.y ?? 0) - (own[i - 1]?.y ?? 0)).toBeGreaterThanOrEqual(layout.box.height);
  }
  expect(overBox(layout)).toEqual([]);
}

describe('the layout in columns', () => {
  it('holds for executions of random programs', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const graph of graphsOf(randomProgram(seed))) {
          const layout = columnLayout(graph, spacingOf(graph));
          check(graph, layout);
          expect(columnLayout(graph, spacingOf(graph)).edges).toEqual(layout.edges);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the layout by ELK', () => {
  it('holds for executions of random programs', async () => {
    const columns = new ElkColumns(new Elk());
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        for (const graph of graphsOf(randomProgram(seed), 1))
          check(graph, await columns.layout(graph, spacingOf(graph)));
      }),
      { numRuns: 15 },
    );
  });

  it.each(['site/examples/ring6.litmus', 'site/examples/web6.litmus', 'benchmarks/litmus/IRIW.litmus'])(
    'keeps the threads of %s in columns, without a line over an event',
    async (file) => {
      const [graph] = graphsOf(parseLitmus(readFileSync(file, 'utf8'), file), 1);
      const columns = new ElkColumns(new Elk());
      const layout = await columns.layout(graph, spacingOf(graph));
      check(graph, layout);
      const again = await columns.layout(graph, spacingOf(graph));
      expect(again.edges).toEqual(layout.edges);
      console.info(`${file}: ${crossings(layout.edges)} crossings`);
    },
  );
});
