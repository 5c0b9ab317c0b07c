// An execution graph as an SVG that needs nothing beside itself. Relations have the same colours everywhere; the cycle is bold.

import { escaped } from '../markup.js';
import type { ExecutionGraph, GraphNode, GraphRelation } from './graph.js';
import {
  type Arrow,
  type Box,
  delayedMark,
  labelSize,
  layOutGraph,
  legendLine,
  usedRelations,
} from './layout.js';

/** Colours that differ on white, also for readers who do not see red or green. */
export const relationColours: Readonly<Record<GraphRelation, string>> = {
  po: '#444444',
  rf: '#c2255c',
  co: '#1864ab',
  fr: '#b35c00',
  race: '#c92a2a',
};

const relationNames: Readonly<Record<GraphRelation, string>> = {
  po: 'program order',
  rf: 'is read by',
  co: 'is overwritten by',
  fr: 'reads before it is overwritten by',
  race: 'races with: nothing orders them',
};

const directed = ['po', 'rf', 'co', 'fr'] as const;

/** A race has no direction. */
const headOf = (relation: GraphRelation): string =>
  relation === 'race' ? '' : ` marker-end="url(#to-${relation})"`;

export function graphSvg(graph: ExecutionGraph): string {
  const layout = layOutGraph(graph);
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" role="img" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12">`,
    `<title>${escaped(graph.title)}</title>`,
    `<desc>${escaped(description(graph))}</desc>`,
    '<defs>',
    ...directed.map(
      (relation) =>
        `<marker id="to-${relation}" viewBox="0 0 8 8" refX="8" refY="4" markerUnits="userSpaceOnUse" markerWidth="11" markerHeight="11" orient="auto"><path d="M0 0L8 4L0 8z" fill="${relationColours[relation]}"/></marker>`,
    ),
    '</defs>',
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="20" y="28" font-size="15" font-weight="bold">${escaped(graph.title)}</text>`,
    `<text x="20" y="48" fill="#555555">${escaped(graph.subtitle)}</text>`,
    ...layout.heads.map(
      ({ name, x, y }) =>
        `<text x="${round(x)}" y="${round(y)}" text-anchor="middle" font-weight="bold">${escaped(name)}</text>`,
    ),
    ...layout.arrows.map(arrowPath),
    ...layout.boxes.map(boxShape),
    ...layout.arrows.map(arrowLabel),
    ...legend(graph, layout.legendY),
    '</svg>',
    '',
  ].join('\n');
}

/** The description for screen readers. */
const description = ({ nodes, edges, columns }: ExecutionGraph): string => {
  const label = new Map(nodes.map((node) => [node.id, `${columns[node.column] ?? ''} ${node.label}`.trim()]));
  const cycle = edges.filter(({ onCycle }) => onCycle);
  const shown = cycle.length > 0 ? cycle : edges.filter(({ relation }) => relation !== 'po');
  return shown
    .map(({ from, to, relation }) => `${label.get(from)} ${relationNames[relation]} ${label.get(to)}`)
    .join('; ');
};

function arrowPath({ edge, curve: [a, b, c, d] }: Arrow): string {
  const path = `M${round(a.x)} ${round(a.y)}C${round(b.x)} ${round(b.y)} ${round(c.x)} ${round(c.y)} ${round(d.x)} ${round(d.y)}`;
  const dashed = edge.from === 'init' ? ' stroke-dasharray="3 3"' : '';
  return `<path class="${edge.relation}" data-from="${edge.from}" data-to="${edge.to}" d="${path}" fill="none" stroke="${relationColours[edge.relation]}" stroke-width="${edge.onCycle ? 3 : 1.2}"${dashed}${headOf(edge.relation)}/>`;
}

/** Program order needs no label where it runs down a column. */
function arrowLabel({ edge, label }: Arrow): string {
  if (edge.relation === 'po' || edge.from === 'init') return '';
  const { width, height } = labelSize;
  return `<g><rect x="${round(label.x - width)}" y="${round(label.y - height)}" width="${2 * width}" height="${2 * height}" fill="#ffffff" opacity="0.9"/><text x="${round(label.x)}" y="${round(label.y + 4)}" text-anchor="middle" fill="${relationColours[edge.relation]}"${edge.onCycle ? ' font-weight="bold"' : ''}>${edge.relation}</text></g>`;
}

function boxShape({ node, x, y, width, height }: Box): string {
  const stroke = node.onCycle ? '#000000' : '#999999';
  const fill =
    node.column < 0 || node.folded !== undefined ? '#f4f4f4' : node.delayed ? '#fff3bf' : '#ffffff';
  const dash = node.delayed ? ' stroke-dasharray="6 3"' : '';
  const lines = nodeLines(node);
  const middle = y + height / 2 + 4 - (lines.length - 1) * 7;
  return [
    `<g data-node="${node.id}"><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="5" fill="${fill}" stroke="${stroke}" stroke-width="${node.onCycle ? 2.2 : 1}"${dash}/>`,
    ...lines.map(
      ({ text, small }, i) =>
        `<text x="${round(x + width / 2)}" y="${round(middle + 14 * i)}" text-anchor="middle"${small ? ' font-size="10" fill="#666666"' : ''}>${escaped(text)}</text>`,
    ),
    '</g>',
  ].join('');
}

const nodeLines = ({ label, source, delayed }: GraphNode): { text: string; small: boolean }[] => [
  { text: delayed ? `${label}${delayedMark}` : label, small: false },
  ...(source === '' ? [] : [{ text: source, small: true }]),
];

/** One line per relation that is there. */
function legend(graph: ExecutionGraph, y: number): string[] {
  return usedRelations(graph).map((relation, i) => {
    const at = y + i * legendLine;
    return `<g><path d="M20 ${round(at - 4)}h26" stroke="${relationColours[relation]}" stroke-width="2"${headOf(relation)}/><text x="54" y="${round(at)}" font-size="10" fill="#444444">${relation}  ${relationNames[relation]}</text></g>`;
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;
