// An execution graph for Graphviz: `neato -n -Tsvg`, with places as in the SVG.

import type { ExecutionGraph } from './graph.js';
import { layOutGraph } from './layout.js';
import { relationColours } from './svg.js';

export function graphDot(graph: ExecutionGraph): string {
  const { boxes, height } = layOutGraph(graph);
  return [
    'digraph execution {',
    `  label=${quote(`${graph.title}\n${graph.subtitle}`)} labelloc=t fontname="DejaVu Sans Mono"`,
    '  node [shape=box style="rounded,filled" fillcolor=white fontname="DejaVu Sans Mono" fontsize=11 fixedsize=true]',
    '  edge [fontname="DejaVu Sans Mono" fontsize=10]',
    ...boxes.map(({ node, x, y, width, height: own }) => {
      const text = [node.label, node.source].filter((line) => line !== '').join('\n');
      const look = `${node.delayed ? ' fillcolor="#fff3bf" style="rounded,filled,dashed"' : ''}${node.onCycle ? ' penwidth=2.2' : ''}`;
      return `  ${node.id.replace('.', '_')} [label=${quote(text)} pos="${Math.round(x + width / 2)},${Math.round(height - y - own / 2)}!" width=${(width / 72).toFixed(2)} height=${(own / 72).toFixed(2)}${look}]`;
    }),
    ...graph.edges.map(
      ({ from, to, relation, onCycle }) =>
        `  ${from.replace('.', '_')} -> ${to.replace('.', '_')} [${relation === 'po' ? '' : `label="${relation}" fontcolor="${relationColours[relation]}" `}color="${relationColours[relation]}" penwidth=${onCycle ? 3 : 1.2}]`,
    ),
    '}',
    '',
  ].join('\n');
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, (c) => `\\${c}`).replace(/\n/g, '\\n')}"`;
