// The standard headers diptych brings, by the name in an #include.

import { genmcHeader, pthreadHeader, stdatomicHeader, threadsHeader } from './concurrency.js';
import {
  assertHeader,
  errnoHeader,
  limitsHeader,
  stdboolHeader,
  stddefHeader,
  stdintHeader,
  stdioHeader,
  stdlibHeader,
} from './standard.js';

const includesStddef = '#include <stddef.h>\n';

export const standardHeaders: ReadonlyMap<string, string> = new Map([
  ['assert.h', assertHeader],
  ['errno.h', errnoHeader],
  ['genmc.h', genmcHeader],
  ['inttypes.h', `#include <stdint.h>\n`],
  ['limits.h', limitsHeader],
  ['pthread.h', pthreadHeader],
  ['sched.h', ''],
  ['stdatomic.h', stdatomicHeader],
  ['stdbool.h', stdboolHeader],
  ['stddef.h', stddefHeader],
  ['stdint.h', stdintHeader],
  ['stdio.h', stdioHeader],
  ['stdlib.h', stdlibHeader],
  ['string.h', includesStddef],
  ['strings.h', includesStddef],
  ['sys/types.h', includesStddef],
  ['threads.h', threadsHeader],
  ['time.h', includesStddef],
  ['unistd.h', includesStddef],
]);
