// npm run judge|measure|make NAME: the scripts that are not needed every day. Without a NAME they are listed.

import { spawnSync } from 'node:child_process';

const source = (file) => `tsx --conditions=diptych-source ${file}`;

const groups = {
  judge: {
    c: ['random C against gcc and the processor', source('lab/judge/main.ts')],
    library: ['the functions of the C library on this processor', source('lab/judge/library/main.ts')],
    seeded: ['bugs put into the engines: which check finds each', source('scripts/seededBugs.ts')],
    'seeded-c': ['bugs put into the reader of C', source('scripts/seededFrontEnd.ts')],
    'seeded-readers': ['bugs put into both readers', source('scripts/seededReaders.ts')],
    'seeded-passes': ['bugs put into passes: which judge notices each', source('scripts/seededPasses.ts')],
    mutants: ['small changes of the engines: which test notices each', source('scripts/mutants/index.ts')],
    spin: ['waiting loops against loops that are written out', source('scripts/spinLoops.ts')],
  },
  measure: {
    limits: ['what the command does at its limits', source('scripts/limits/index.ts')],
    soak: ['the servers for a long time', source('scripts/limits/soak.ts')],
    scale: ['campaigns on more and more workers', `npm run build && ${source('scripts/scale/index.ts')}`],
    faults: ['random faults in campaigns', source('scripts/scale/randomFaults.ts')],
    docs: ['links and access of the pages of the site', source('scripts/docsCheck.ts')],
    'editor-hour': ['an hour of typing in an editor', source('scripts/editorHour.ts')],
    page: ['how fast the page answers', source('scripts/page.ts')],
    pictures: ['pictures of the page', source('scripts/pagePictures.ts')],
    words: ['comments, messages and documents in figures', source('scripts/words.ts')],
  },
  make: {
    model: ['model/library.txt of the sources in model/ (clang 16)', source('scripts/model.ts')],
    documents: ['the generated parts of the documents', source('scripts/documents.ts')],
    reference: ['the reference of the library', 'npm --prefix docs/reference run build'],
    corpus: ['benchmarks/corpus anew', source('scripts/corpus.ts')],
    promote: ['a difference that was found becomes a test', source('scripts/promote.ts')],
    'small-z3': ['the part of Z3 that is published', source('scripts/smallZ3/index.ts')],
    sbom: [
      'the list of what the package contains',
      'npm sbom --sbom-format cyclonedx --omit dev > dist/sbom.cdx.json',
    ],
    lock: [
      'package-lock.json with all hashes',
      'npm install --package-lock-only --ignore-scripts && node scripts/lockfile.mjs',
    ],
  },
};

const [group, name, ...args] = process.argv.slice(2);
const scripts = groups[group];
const [, command] = scripts[name] ?? [];
if (command === undefined) {
  if (name !== undefined) console.error(`npm run ${group} has no script ${name}.`);
  for (const [known, [what]] of Object.entries(scripts))
    console.log(`npm run ${group} ${known.padEnd(16)}${what}`);
  process.exit(name === undefined ? 0 : 2);
}
const { status } = spawnSync('sh', ['-c', `${command} "$@"`, 'sh', ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
