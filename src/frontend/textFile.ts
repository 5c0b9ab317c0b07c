// From a path to text. A path that a user gives by mistake becomes a diagnostic.

import { statSync } from 'node:fs';
import { type DiagnosticCode, InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { NotAFile, readWithoutWaiting } from '../support/waitless.js';

/** Bytes; programs are pages of text. */
export const largestFile = 1 << 20;

/** Bytes that are no UTF-8 text: a byte above 127 becomes this number plus the byte. */
const strayBytes = 0xdc00;

/** Of a byte, if the character stands for one that is no UTF-8 text. */
export const strayByte = (code: number): number | undefined =>
  code >= strayBytes + 0x80 && code <= strayBytes + 0xff ? code - strayBytes : undefined;

/** The text of a program, whose comments and strings may hold any bytes. */
export const readSourceFile = (path: string): string => readTextFile(path, largestFile, true);

/** The text of a file, or an InputError when it is not a readable text file of sensible size. `anyBytes`: it may be no UTF-8. */
export function readTextFile(path: string, largest = largestFile, anyBytes = false): string {
  const fail = (
    code: DiagnosticCode,
    message: string,
    where: { line?: number; column?: number } = {},
    hint?: string,
  ): never => {
    throw new InputError({ code, message, file: path, ...where, ...present({ hint }) });
  };
  let bytes: Buffer;
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return fail('is-directory', `${path} is a directory, not a file`);
    // Reading from a pipe or a device may never end, and nothing could end it.
    if (!stat.isFile())
      return fail('not-a-file', `${path} is not a regular file`, {}, 'standard input is read as -');
    if (stat.size > largest)
      return fail('file-too-large', `${path} has ${stat.size} bytes; at most ${largest} are read`);
    bytes = readWithoutWaiting(path, largest);
    if (bytes.length > largest)
      return fail('file-too-large', `${path} is too large: at most ${largest} bytes are read`);
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (error instanceof NotAFile)
      return fail('not-a-file', `${path} is not a regular file`, {}, 'standard input is read as -');
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return code === 'ENOENT'
      ? fail('file-not-found', `${path} does not exist`)
      : fail('unreadable-file', `${path} cannot be read (${code})`);
  }
  try {
    const text = anyBytes ? withStrayBytes(bytes) : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // lines of old Macintoshes, which compilers read too
    return text.includes('\n') ? text : text.replaceAll('\r', '\n');
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const before = text.slice(0, text.indexOf('\uFFFD'));
    const line = before.split('\n').length;
    return fail('not-utf-8', `${path} is not UTF-8 text`, {
      line,
      column: before.length - before.lastIndexOf('\n'),
    });
  }
}

/** The text of a program's file, of which every byte that is no UTF-8 is kept. */
export function withStrayBytes(bytes: Buffer): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    let text = '';
    for (let i = 0; i < bytes.length; ) {
      const length = bytes[i] < 0x80 ? 1 : bytes[i] < 0xe0 ? 2 : bytes[i] < 0xf0 ? 3 : 4;
      try {
        text += decoder.decode(bytes.subarray(i, i + length));
        i += length;
      } catch {
        text += String.fromCharCode(strayBytes + bytes[i]);
        i++;
      }
    }
    return text;
  }
}
