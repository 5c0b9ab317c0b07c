// Runs clang as WebAssembly: `node packagedClang.mjs PACKAGE REQUEST`. The request is a file of JSON with the arguments, the tree of files that
// clang sees, the output that is wanted, and the file to write it to.

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , bundle, request] = process.argv;
const { args, files, output, to } = JSON.parse(readFileSync(request, 'utf8'));
const { runClang } = await import(pathToFileURL(bundle).href);
const decoder = new TextDecoder();
let messages = '';
const print = (bytes) => {
  if (bytes !== null) messages += decoder.decode(bytes, { stream: true });
};
try {
  const made = await runClang(args, files, { stdout: print, stderr: print, fetchProgress: () => {} });
  writeFileSync(to, made[output]);
} catch (error) {
  process.stderr.write(messages === '' ? `error: ${error.message}\n` : messages);
  process.exitCode = 1;
}
