// The text of standard input, for the file name `-`.

import { largestFile } from '../frontend/textFile.js';
import { InputError } from '../support/diagnostic.js';

export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > largestFile)
      throw new InputError({
        code: 'file-too-large',
        message: `standard input is too large: at most ${largestFile} bytes are read`,
        file: '-',
      });
    chunks.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new InputError({ code: 'not-utf-8', message: 'standard input is not UTF-8 text', file: '-' });
  }
}
