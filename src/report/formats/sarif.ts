// SARIF 2.1.0, which code hosts show beside the lines: a result per thing found, a code flow with a thread flow per thread, and
// a fingerprint that stays when lines move.

import type { CodeFlow, Fix, Location, Log, Replacement, ReportingDescriptor, Result } from 'sarif';
import type { EditedFile } from '../../program/editable.js';
import { present } from '../../support/present.js';
import type { FileReport, ItemPlace, ReportItem } from './item.js';

const descriptions: Readonly<Record<string, string>> = {
  assertion: 'An assertion fails.',
  deadlock: 'Every thread waits for another.',
  hang: 'A thread waits for something that never comes.',
  condition: 'The condition of the test does not hold.',
  'not-robust': 'A trace of the weak machine is not sequentially consistent.',
  'non-sc-state': 'A final state that no sequentially consistent execution reaches.',
  'missing-fence': 'The cheapest fences that rule out the weak behaviour.',
  'no-fence-helps': 'What goes wrong goes wrong with fences everywhere too.',
  'no-answer': 'A limit was reached before there was an answer.',
  'bad-input': 'The file cannot be read.',
  race: 'Two accesses to one object, of different threads, are not ordered.',
};

/** `command` tells runs of several commands apart, which code hosts want. */
export function sarifText(reports: readonly FileReport[], version: string, command: string): string {
  const items = reports.flatMap((report) => report.items);
  const rules = [...new Set(items.map(({ rule }) => rule))].sort();
  const log: Log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: { name: 'diptych', semanticVersion: version, rules: rules.map(descriptor) } },
        automationDetails: { id: `diptych/${command}/` },
        columnKind: 'utf16CodeUnits',
        results: items.map((item) => resultOf(item, rules.indexOf(item.rule))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const descriptor = (rule: string): ReportingDescriptor => ({
  id: rule,
  shortDescription: { text: descriptions[rule] ?? `Misuse of memory or of threads: ${rule}.` },
});

const resultOf = (item: ReportItem, ruleIndex: number): Result => ({
  ruleId: item.rule,
  ruleIndex,
  level: item.level,
  message: { text: item.message },
  locations: [locationOf(item.place)],
  partialFingerprints: { 'diptych/v1': fingerprint(item) },
  properties: { models: item.models },
  ...(item.related === undefined
    ? {}
    : {
        relatedLocations: item.related.map(({ text, place }) => ({
          ...locationOf(place),
          message: { text },
        })),
      }),
  ...(item.changes === undefined ? {} : { fixes: [fixOf(item.message, item.changes)] }),
  ...(item.steps.length === 0 ? {} : { codeFlows: [flowOf(item)] }),
});

const fixOf = (text: string, changes: readonly EditedFile[]): Fix => ({
  description: { text },
  artifactChanges: changes.map(({ file, before, after }) => ({
    artifactLocation: { uri: uriOf(file) },
    replacements: [replacementOf(before, after)],
  })),
});

function replacementOf(before: string, after: string): Replacement {
  const { start, end, text } = changedLines(before, after);
  return {
    deletedRegion: { startLine: start + 1, startColumn: 1, endLine: end + 1, endColumn: 1 },
    insertedContent: { text },
  };
}

/** The lines that are not the same, from the first to behind the last, counted from 0, and the lines in their place. */
export function changedLines(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const text = now.slice(start, now.length - end).map((line) => `${line}\n`);
  return { start, end: old.length - end, text: text.join('') };
}

function flowOf({ steps, message }: ReportItem): CodeFlow {
  const threads = [...new Set(steps.map(({ thread }) => thread))];
  return {
    message: { text: message },
    threadFlows: threads.map((id) => ({
      id,
      locations: steps.flatMap(({ thread, text, place }, i) =>
        thread === id
          ? [{ location: { ...locationOf(place), message: { text } }, executionOrder: i + 1 }]
          : [],
      ),
    })),
  };
}

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');

const locationOf = ({ file, line, column }: ItemPlace): Location => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    ...(line === undefined ? {} : { region: { startLine: line, ...present({ startColumn: column }) } }),
  },
});

/** Of what it is and where, without lines: FNV-1a, 64 bits. */
function fingerprint({ rule, message, place }: ReportItem): string {
  const text = [rule, place.file, message.replace(/\d+/g, '#')].join('\n');
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
