// Node loads the sources by itself, without their types: `node --import ./test/sources.mjs`.

import { register } from 'node:module';

register('./sourceHooks.mjs', import.meta.url);
