// The objects that may have cells without a value: locals and blocks at first, and every object that is copied from one of them.

import type { Division } from '../cells/divide.js';
import type { PointsTo } from '../points/solve.js';

export function unsetObjects(points: PointsTo, { of }: Division): ReadonlySet<string> {
  const unset = new Set<string>();
  for (const [name, object] of points.objects.byName)
    if (object.kind === 'block' ? !object.zeroed : object.global.storage.kind === 'local') unset.add(name);
  const copies = [...of].flatMap(([i, [from, to]]) => (i.kind === 'copy' ? [{ from, to }] : []));
  for (let before = -1; before < unset.size; ) {
    before = unset.size;
    for (const { from, to } of copies)
      if (from?.places.some(({ object }) => unset.has(object)) === true)
        for (const { object } of to?.places ?? []) unset.add(object);
  }
  return unset;
}
