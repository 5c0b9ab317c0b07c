// A finding as people name it: `any`, a kind (`assertion`, `use-after-free`), a group of kinds (`assertions`, `memory`), a line
// (`12`, `queue.h:12`), or a kind and a line (`assertion:12`).

import { basename } from 'node:path';
import { type Finding, type FindingKind, findingGroups, isFindingGroup } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';

export interface WantedFinding {
  /** Absent: of any kind. */
  readonly kinds?: readonly string[];
  /** The kind or group that the user named. */
  readonly named?: string;
  readonly line?: number;
  /** Absent: in any file. */
  readonly file?: string;
}

const kindNames: ReadonlySet<string> = new Set<FindingKind>([
  ...Object.values(findingGroups).flat(),
  'mixed-size',
  'out-of-memory',
]);

function kindsOf(name: string): Pick<WantedFinding, 'kinds' | 'named'> | undefined {
  if (name === 'any') return {};
  if (isFindingGroup(name)) return { kinds: findingGroups[name], named: name };
  return kindNames.has(name) ? { kinds: [name], named: name } : undefined;
}

/** Undefined if it names no finding. */
export function parseFinding(text: string): WantedFinding | undefined {
  const [, before, line] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  if (line === undefined) return kindsOf(text);
  const place = { line: Number(line) };
  if (before === undefined) return place;
  return { ...place, ...(kindsOf(before) ?? { file: before }) };
}

/** Whether a finding is one of those; a place without a file is in the program's own. */
export function isWantedFinding(
  { kinds, line, file }: WantedFinding,
  program: Program,
  { kind, at }: Pick<Finding, 'kind' | 'at'>,
): boolean {
  if (kinds !== undefined && !kinds.includes(kind)) return false;
  if (line !== undefined && at?.line !== line) return false;
  if (file === undefined) return true;
  const own = at?.file ?? program.source?.file ?? program.name;
  return own === file || basename(own) === file;
}

/** The wanted finding, as the user would write it. */
export const wantedFindingText = ({ named, line, file }: WantedFinding): string =>
  Object.values(present({ named, file, line })).join(':') || 'any';
