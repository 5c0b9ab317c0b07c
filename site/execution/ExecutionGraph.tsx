// The graph of an execution. It takes data and tells what the user does with it; it knows nothing of the page around it.

import { useEffect, useRef } from 'preact/hooks';
import type { GraphRelation } from '../../src/report/graph/graph.js';
import type { RunEvent, RunView } from '../../src/report/stepping/view.js';
import { Empty } from '../parts/Empty.js';
import { Edges, Markers } from './Edges.js';
import { kindWords } from './kinds.js';
import { type Graph, isRoomy, type Layout, mostLetters } from './layout/layout.js';
import { type Camera, useCamera } from './useCamera.js';
import { useLayout } from './useLayout.js';

export interface ExecutionGraphProps {
  readonly run: RunView;
  /** How many steps are done. */
  readonly at: number;
  /** Events that are pointed at elsewhere. */
  readonly pointed: ReadonlySet<string>;
  readonly hidden: ReadonlySet<GraphRelation>;
  readonly cycleOnly: boolean;
  readonly onPoint: (event: string | undefined) => void;
  /** An event was chosen. */
  readonly onPick: (event: RunEvent) => void;
  /** Told when there is a picture to zoom. */
  readonly onCamera: (camera: Camera) => void;
  readonly onScale: (scale: number) => void;
}

export function ExecutionGraph(props: ExecutionGraphProps) {
  const { graph, layout } = useLayout(props.run);
  if (graph.events.length === 0)
    return <Empty title="Nothing has happened yet" text="Choose a step below." />;
  if (layout === undefined)
    return <Empty title={`Laying out ${graph.events.length} events`} text="The picture is drawn once." bar />;
  return <Drawn {...props} graph={graph} layout={layout} />;
}

interface DrawnProps extends ExecutionGraphProps {
  readonly graph: Graph;
  readonly layout: Layout;
}

function Drawn({
  run,
  at,
  pointed,
  hidden,
  cycleOnly,
  graph,
  layout,
  onPoint,
  onPick,
  onCamera,
  onScale,
}: DrawnProps) {
  const svg = useRef<SVGSVGElement>(null);
  const scene = useRef<SVGGElement>(null);
  const camera = useCamera(svg, scene, layout, graph.events.length, onScale);
  useEffect(() => onCamera(camera), [camera, onCamera]);
  const near = new Set(
    run.edges
      .filter(({ from, to }) => pointed.has(from) || pointed.has(to))
      .flatMap(({ id, from, to }) => [id, from, to]),
  );
  const hasCycle = run.events.some(({ onCycle }) => onCycle);
  const classes = [
    'graph',
    pointed.size > 0 ? 'pointing' : '',
    cycleOnly && hasCycle ? 'cycle-only' : '',
  ].join(' ');
  return (
    <svg ref={svg} class={classes} role="group" aria-label={descriptionOf(run)}>
      <Markers />
      <g ref={scene} class="scene">
        {graph.threads.map((thread, column) => (
          <text key={thread} class="column" x={layout.columns[column] + layout.box.width / 2} y={-12}>
            {run.threads[thread]}
          </text>
        ))}
        <Edges layout={layout} hidden={hidden} near={near} />
        {graph.events.map((event) => (
          <EventBox
            key={event.id}
            event={event}
            thread={run.threads[event.thread]}
            layout={layout}
            roomy={isRoomy(graph)}
            classes={[
              event.step < at ? 'done' : 'todo',
              event.step === at - 1 || event.committed === at - 1 ? 'now' : '',
              pointed.has(event.id) ? 'pointed' : near.has(event.id) ? 'near' : '',
            ].join(' ')}
            onPoint={onPoint}
            onPick={onPick}
          />
        ))}
      </g>
    </svg>
  );
}

function descriptionOf({ events, edges, threads }: RunView): string {
  const cycle = edges.filter(({ onCycle }) => onCycle);
  const text = (id: string): string => {
    const event = events.find((one) => one.id === id);
    return event === undefined ? id : `${threads[event.thread]} ${event.text}`;
  };
  const words = cycle
    .map(({ from, to, relation }) => `${text(from)} ${kindWords[relation]} ${text(to)}`)
    .join('; ');
  return `Execution graph: ${events.length} events of ${new Set(events.map(({ thread }) => thread)).size} threads${words === '' ? '' : `. Cycle: ${words}`}`;
}

interface EventBoxProps {
  readonly event: RunEvent;
  readonly thread: string;
  readonly layout: Layout;
  readonly roomy: boolean;
  readonly classes: string;
  readonly onPoint: (event: string | undefined) => void;
  readonly onPick: (event: RunEvent) => void;
}

function EventBox({ event, thread, layout, roomy, classes, onPoint, onPick }: EventBoxProps) {
  const { id, text, at, delayed, onCycle, kind } = event;
  const node = layout.nodes.get(id);
  if (node === undefined) return null;
  const { width, height } = layout.box;
  const place = at === undefined ? '' : at.file === undefined ? `line ${at.line}` : `${at.file}:${at.line}`;
  const own = `event ${kind} ${delayed ? 'delayed' : ''} ${onCycle ? 'on-cycle' : ''}`;
  const cut = text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text;
  return (
    <g
      class={`${own} ${classes}`}
      data-event={id}
      transform={`translate(${node.x - width / 2},${node.y - height / 2})`}
      tabIndex={0}
      role="button"
      onMouseEnter={() => onPoint(id)}
      onMouseLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(id)}
      onBlur={() => onPoint(undefined)}
      onClick={() => onPick(event)}
      onKeyDown={({ key }) => {
        if (key === 'Enter' || key === ' ') onPick(event);
      }}
    >
      <title>{`${thread} ${text}${place === '' ? '' : `, ${place}`}${delayed ? ', delayed' : ''}`}</title>
      <rect width={width} height={height} rx="6" />
      <text class="what" x={width / 2} y={roomy ? height / 2 - 2 : height / 2 + 4.5}>
        {cut}
      </text>
      {roomy && (
        <text class="where" x={width / 2} y={height / 2 + 14}>
          {[delayed ? 'delayed' : '', place].filter((part) => part !== '').join(' · ')}
        </text>
      )}
    </g>
  );
}
