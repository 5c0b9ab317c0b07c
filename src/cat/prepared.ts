// Syntax trees of the texts that diptych ships, by text, each as JSON with `namelessFile` in place of the file's name. The
// build of the command fills the map (scripts/bundle.mjs), since parsing them would take a tenth of a short run; elsewhere it
// is empty, and a text that is not in it is parsed.

export const namelessFile = '"file":0';

export const preparedTrees: ReadonlyMap<string, string> = new Map();
