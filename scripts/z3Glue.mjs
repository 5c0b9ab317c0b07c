// The script that Emscripten writes around Z3, without what only helps somebody who uses it wrongly: two thousand properties that throw when
// a name of another version is read, and a checked wrapper for each of Z3's functions, which `src/symbolic/z3/module.ts` calls without one.
// It also asks a module for threads, which Z3 does not start here, and a clock that loads a dozen of Node's modules.

/** Each stands in the script, else the build fails: then look at the new script. */
const changes = [
  [/^ {2}var worker_threads = require\('worker_threads'\);\n[^}]*/gm, ''],
  [/^if \(isNode\) isPthread = .*$/gm, ''],
  ['performance.timeOrigin + performance.now()', 'performance.now()'],
  // Properties of the promise.
  [/^\["_malloc",[^\]]*\](?=\.forEach)/gm, '[]'],
  [/^var _\w+ = Module\['_(async_)?Z3_\w+'\] = createExportWrapper\('\w+', \d+\);$/gm, ''],
  [
    /^var missingLibrarySymbols = \[[^\]]*\];?\nmissingLibrarySymbols\.forEach\(missingLibrarySymbol\)$/gm,
    '',
  ],
  [/^\s*var unexportedSymbols = \[[^\]]*\];\nunexportedSymbols\.forEach\(unexportedRuntimeSymbol\);$/gm, ''],
];

export function leanGlue(script) {
  return changes.reduce((text, [from, to]) => {
    const changed = text.replaceAll(from, to);
    if (changed === text) throw new Error(`the script of z3-solver has no ${from}`);
    return changed;
  }, script);
}
