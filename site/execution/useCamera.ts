// Zoom, pan and fit. A picture is fitted when it is new or its pane changes, until the user moves it himself. A large one is never
// fitted below the size at which it can be read: its width is used, and the rest can be panned.

import { select } from 'd3-selection';
import { type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Layout } from './layout/layout.js';

export interface Camera {
  readonly fit: () => void;
  readonly by: (factor: number) => void;
  readonly svg: () => SVGSVGElement | null;
  readonly layout: Layout;
}

const margin = { x: 24, top: 40, bottom: 20 };
const largest = 1.35;
const readable = 0.7;
const manyEvents = 30;

export function useCamera(
  svg: RefObject<SVGSVGElement | null>,
  scene: RefObject<SVGGElement | null>,
  layout: Layout,
  events: number,
  onScale: (scale: number) => void,
): Camera {
  const moved = useRef(false);
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | undefined>(undefined);
  const told = useRef(onScale);
  told.current = onScale;
  const camera = useMemo((): Camera => {
    const fit = (): void => {
      const element = svg.current;
      const move = behaviour.current;
      if (element === null || move === undefined) return;
      const { width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) return;
      const byWidth = (width - 2 * margin.x) / layout.width;
      const byHeight = (height - margin.top - margin.bottom) / layout.height;
      const whole = Math.min(largest, byWidth, byHeight);
      const scale =
        events > manyEvents && whole < readable ? Math.max(readable, Math.min(1, byWidth)) : whole;
      const left = Math.max(margin.x, (width - layout.width * scale) / 2);
      const top = Math.max(
        margin.top * Math.min(1, scale),
        (height + margin.top - margin.bottom - layout.height * scale) / 2,
      );
      select(element).call(move.transform, zoomIdentity.translate(left, top).scale(scale));
      moved.current = false;
    };
    const by = (factor: number): void => {
      const element = svg.current;
      const move = behaviour.current;
      if (element === null || move === undefined) return;
      select(element).call(move.scaleBy, factor);
      moved.current = true;
    };
    return { fit, by, svg: () => svg.current, layout };
  }, [layout, events, svg]);
  useEffect(() => {
    const element = svg.current;
    if (element === null) return;
    const move = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.15, 4])
      .on('zoom', ({ transform, sourceEvent }) => {
        scene.current?.setAttribute('transform', transform.toString());
        if (sourceEvent !== null) moved.current = true;
        told.current(transform.k);
      });
    behaviour.current = move;
    select(element).call(move).on('dblclick.zoom', null);
    return () => {
      select(element).on('.zoom', null);
    };
  }, [svg, scene]);
  useEffect(() => {
    const element = svg.current;
    if (element === null) return;
    camera.fit();
    const observer = new ResizeObserver(() => {
      if (!moved.current) camera.fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [camera, svg]);
  return camera;
}
