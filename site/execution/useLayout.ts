// The layout of a run: at once for a small one, by ELK for a large one.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RunView } from '../../src/report/stepping/view.js';
import { columnLayout } from './layout/columns.js';
import { type Graph, graphOf, type Layout, mostForColumns, spacingOf } from './layout/layout.js';

interface LaidOut {
  readonly graph: Graph;
  /** Absent while ELK is at work. */
  readonly layout: Layout | undefined;
}

export function useLayout(run: Pick<RunView, 'events' | 'edges'>): LaidOut {
  const graph = useMemo(() => graphOf(run), [run]);
  const small = graph.events.length <= mostForColumns;
  const quick = useMemo(() => (small ? columnLayout(graph, spacingOf(graph)) : undefined), [graph, small]);
  const [slow, setSlow] = useState<{ readonly graph: Graph; readonly layout: Layout } | undefined>(undefined);
  useEffect(() => {
    if (small) return;
    let wanted = true;
    const lay = async (): Promise<void> => {
      const spacing = spacingOf(graph);
      // Where ELK cannot be loaded, the quick layout is better than none.
      const layout = await import('./layout/elk.js').then(
        ({ elkLayout }) => elkLayout(graph, spacing),
        () => columnLayout(graph, spacing),
      );
      if (wanted) setSlow({ graph, layout });
    };
    void lay();
    return () => {
      wanted = false;
    };
  }, [graph, small]);
  return { graph, layout: quick ?? (slow?.graph === graph ? slow.layout : undefined) };
}
