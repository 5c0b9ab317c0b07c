// Brings the examples in documents up to date with what diptych prints. Review the difference before committing it.

import { readFileSync, writeFileSync } from 'node:fs';
import { documents, examplesOf, outputOf, withoutTimes } from '../test/documents/examples.js';
import { commandsPage } from './commandsPage.js';
import { errorsPage } from './errorsPage.js';
import { languageLists, withLists } from './libraryList.js';
import { strengthPage } from './strengthPage.js';

writeFileSync('docs/errors.md', errorsPage());
writeFileSync('docs/strength.md', strengthPage());
writeFileSync('docs/functions-c.md', withLists(readFileSync('docs/functions-c.md', 'utf8'), languageLists()));
writeFileSync('docs/commands.md', await commandsPage());

for (const document of documents) {
  let text = readFileSync(document, 'utf8');
  for (const example of examplesOf(document)) {
    const now = await outputOf(example);
    if (withoutTimes(now) === withoutTimes(example.shown)) continue;
    const block = (output: string): string => `\`\`\`console\n$ ${example.command}\n${output}\`\`\``;
    text = text.replace(block(example.shown), () => block(now));
    process.stdout.write(`${document}: ${example.command}\n`);
  }
  writeFileSync(document, text);
}
