// A program, its settings and a run in the address of the page, after #, which no server sees. The text is compressed; a link may
// hold some hundred kilobytes. Links of the first form, which were not compressed and held one file, are still read.

import type { ModelName } from '../../src/execution/execution.js';
import { scheduleOf } from '../../src/execution/scheduleText.js';
import { present } from '../../src/support/present.js';
import type { Run, Source, SourceFile } from '../protocol.js';

export interface Shared extends Omit<Source, 'revision'> {
  readonly run?: Run;
  /** How many steps of the run are done. */
  readonly at?: number;
}

/** The form of a link, before the compressed text. */
const mark = '2.';

export async function encodeShared(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  return `${mark}${toText(packed)}`;
}

/** Undefined for anything but a link of this page. */
export async function decodeShared(hash: string): Promise<Shared | undefined> {
  const text = hash.replace(/^#/, '');
  if (text === '') return undefined;
  try {
    const bytes = text.startsWith(mark)
      ? await through(toBytes(text.slice(mark.length)), new DecompressionStream('deflate-raw'))
      : toBytes(text);
    return checked(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const result = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(result).arrayBuffer());
}

/** A function takes only so many arguments: bytes become text piece by piece. */
const pieceLength = 0x8000;

function toText(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += pieceLength)
    text += String.fromCharCode(...bytes.subarray(i, i + pieceLength));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isModel = (value: unknown): value is ModelName => value === 'sc' || value === 'tso' || value === 'pso';
const isText = (value: unknown): value is string => typeof value === 'string';

/** A link may come from anywhere: nothing in it is believed. */
function checked(value: unknown): Shared | undefined {
  if (!isFields(value)) return undefined;
  const files = filesOf(value);
  if (files === undefined) return undefined;
  const { defines, models, unroll, at } = value;
  const known = Array.isArray(models) ? models.filter(isModel) : [];
  return {
    files,
    defines: Array.isArray(defines) ? defines.filter(isText) : [],
    models: (['sc', 'tso', 'pso'] as const).filter((model) => model === 'sc' || known.includes(model)),
    unroll: typeof unroll === 'number' && unroll >= 0 && unroll <= 50 ? Math.floor(unroll) : 3,
    ...present({
      run: runOf(value.run),
      at: typeof at === 'number' && at >= 0 ? Math.floor(at) : undefined,
    }),
  };
}

function filesOf({ files, text, language }: Fields): SourceFile[] | undefined {
  // The first form of links.
  if (isText(text)) return [{ name: language === 'c' ? 'program.c' : 'program.litmus', text }];
  if (!Array.isArray(files) || files.length === 0) return undefined;
  const found = files.flatMap((file: unknown) =>
    isFields(file) && isText(file.name) && isText(file.text) && /^[\w.+/-]{1,80}$/.test(file.name)
      ? [{ name: file.name, text: file.text }]
      : [],
  );
  return found.length === files.length ? found : undefined;
}

function runOf(value: unknown): Run | undefined {
  if (!isFields(value) || !isText(value.schedule) || !isModel(value.model)) return undefined;
  const { form, schedule, model } = value;
  if ((form !== 'states' && form !== 'whole' && form !== 'races') || scheduleOf(schedule) === undefined)
    return undefined;
  return { form, model, schedule };
}
