// Calls that tell race detectors something: those behind the macros of dynamic_annotations.h, and ThreadSanitizer's.
// They do nothing (model/include/system/valgrind says why).

import { entry, type Library } from './table.js';
import { ignored } from './verification.js';

const named = (prefix: string, names: string): readonly string[] =>
  names.split(' ').map((name) => prefix + name);

const functions: readonly string[] = [
  ...named(
    'Annotate',
    'HappensBefore HappensAfter CondVarWait CondVarSignal CondVarSignalAll PublishMemoryRange UnpublishMemoryRange NewMemory ' +
      'BenignRace BenignRaceSized IgnoreReadsBegin IgnoreReadsEnd IgnoreWritesBegin IgnoreWritesEnd IgnoreSyncBegin IgnoreSyncEnd ' +
      'ThreadName RWLockCreate RWLockCreateStatic RWLockDestroy RWLockAcquired RWLockReleased MutexIsUsedAsCondVar ' +
      'MutexIsNotPHB TraceMemory ExpectRace FlushState EnableRaceDetection',
  ),
  ...named('WTFAnnotate', 'BenignRaceSized HappensBefore HappensAfter'),
  ...named(
    '__tsan_',
    'acquire release flush_memory mutex_create mutex_destroy mutex_pre_lock mutex_post_lock mutex_pre_unlock mutex_post_unlock ' +
      'mutex_pre_signal mutex_post_signal mutex_pre_divert mutex_post_divert',
  ),
];

export const annotations: Library = new Map(
  functions.map((name) => entry(name, [0, Number.POSITIVE_INFINITY], ignored)),
);
