// The symbolic engine in a worker. Z3 lies beside the page.

import { provideZ3 } from '../../src/symbolic/z3/module.js';
import type { Engine } from '../../src/verdict/engine.js';
import { startSymbolicEngine } from '../../src/verdict/symbolic.js';

export function startSymbolic(): Engine {
  // A page that is not isolated lacks this name, but Z3's memory may still be shared.
  if (typeof SharedArrayBuffer === 'undefined') {
    const { buffer } = new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true });
    Object.assign(globalThis, { SharedArrayBuffer: buffer.constructor });
  }
  provideZ3(async () => {
    const response = await fetch(new URL('../z3-built.wasm', import.meta.url));
    if (!response.ok) throw new Error('Z3 is not beside this page');
    return new Uint8Array(await response.arrayBuffer());
  });
  return startSymbolicEngine();
}
