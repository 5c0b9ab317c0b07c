// The standard headers diptych brings, by the name in an #include.

import { dat3mHeader, genmcHeader, libraceHeader, lkmmHeader, modelAssertHeader } from './checkers.js';
import { pthreadHeader, stdatomicHeader, threadsHeader } from './concurrency.js';
import { floatHeader, iso646Header, stdargHeader } from './language.js';
import {
  assertHeader,
  errnoHeader,
  inttypesHeader,
  limitsHeader,
  schedHeader,
  semaphoreHeader,
  stdalignHeader,
  stdboolHeader,
  stddefHeader,
  stdintHeader,
  stdioHeader,
  stdlibHeader,
  timeHeader,
  unistdHeader,
} from './standard.js';

const includesStddef = '#include <stddef.h>\n';

export const standardHeaders: ReadonlyMap<string, string> = new Map([
  ['assert.h', assertHeader],
  ['errno.h', errnoHeader],
  ['float.h', floatHeader],
  ['iso646.h', iso646Header],
  ['stdarg.h', stdargHeader],
  ['genmc.h', genmcHeader],
  ['dat3m.h', dat3mHeader],
  ['lkmm.h', lkmmHeader],
  ['librace.h', libraceHeader],
  ['libthreads.h', threadsHeader],
  ['model-assert.h', modelAssertHeader],
  ['inttypes.h', inttypesHeader],
  ['limits.h', limitsHeader],
  ['pthread.h', pthreadHeader],
  ['sched.h', schedHeader],
  ['semaphore.h', semaphoreHeader],
  ['stdalign.h', stdalignHeader],
  ['stdatomic.h', stdatomicHeader],
  ['stdbool.h', stdboolHeader],
  ['stddef.h', stddefHeader],
  ['stdint.h', stdintHeader],
  ['stdio.h', stdioHeader],
  ['stdlib.h', stdlibHeader],
  ['stdnoreturn.h', '#define noreturn _Noreturn\n'],
  ['string.h', includesStddef],
  ['strings.h', includesStddef],
  ['sys/types.h', `${unistdHeader}#include <time.h>\n#include <stdint.h>\n`],
  ['threads.h', threadsHeader],
  ['sys/time.h', timeHeader],
  ['sys/stat.h', includesStddef],
  ['ctype.h', ''],
  ['malloc.h', stdlibHeader],
  ['alloca.h', includesStddef],
  ['memory.h', includesStddef],
  ['time.h', timeHeader],
  ['unistd.h', unistdHeader],
]);
