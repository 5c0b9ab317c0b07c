// ELK in a worker of its own: it is large, and is loaded with the first execution that needs it.

import ELK from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { ElkColumns } from './elkColumns.js';
import type { Graph, Layout, Spacing } from './layout.js';

let columns: ElkColumns | undefined;

export function elkLayout(graph: Graph, spacing: Spacing): Promise<Layout> {
  columns ??= new ElkColumns(new ELK({ workerUrl }));
  return columns.layout(graph, spacing);
}
