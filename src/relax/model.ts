// The memory models that relax knows, and which pairs of accesses each may take apart.

import type { ModelName } from '../execution/execution.js';
import type { AccessKind } from './label.js';

export type RelaxModel = Exclude<ModelName, 'sc'> | 'pslo';
export const relaxModels: readonly RelaxModel[] = ['tso', 'pso', 'pslo'];

/**
 * Whether the model lets the second of two accesses to different cells take effect before the first. A cycle without
 * any such pair is never created.
 */
export function mayReorder(model: RelaxModel, first: AccessKind, second: AccessKind): boolean {
  switch (model) {
    case 'tso':
      return first === 'W' && second === 'R';
    case 'pso':
      return first === 'W' && (second === 'R' || second === 'W' || second === 'U');
    case 'pslo':
      return (
        (first === 'W' && (second === 'R' || second === 'W' || second === 'U')) ||
        ((first === 'R' || first === 'U') && second === 'R')
      );
  }
}
