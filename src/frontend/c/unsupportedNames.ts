// Types and functions of standard headers that diptych does not know: a program that uses one is told so, not that the name is
// unknown.

import type { SourceSpan } from '../../program/statement.js';
import { unsupported } from './diagnostics.js';
import { headerOf } from './libraryNames.js';

const names = (header: string, all: string): readonly (readonly [string, string])[] =>
  all.split(' ').map((name) => [name, header]);

const types: ReadonlyMap<string, string> = new Map([
  ...names('setjmp.h', 'jmp_buf sigjmp_buf'),
  ...names('signal.h', 'sigset_t siginfo_t sig_atomic_t sigval_t stack_t'),
  ...names('time.h', 'time_t clock_t clockid_t timer_t'),
  ...names(
    'pthread.h',
    'pthread_attr_t pthread_key_t pthread_once_t pthread_rwlock_t pthread_rwlockattr_t pthread_barrier_t pthread_barrierattr_t',
  ),
  ...names('semaphore.h', 'sem_t'),
  ...names('threads.h', 'once_flag tss_t tss_dtor_t'),
  ...names('stdio.h', 'FILE fpos_t'),
  ...names('locale.h', 'locale_t'),
  ...names('wchar.h', 'wint_t mbstate_t'),
  ...names('uchar.h', 'char16_t char32_t'),
  ...names('fenv.h', 'fenv_t fexcept_t'),
  ...names('sys/types.h', 'pid_t uid_t gid_t off_t mode_t dev_t ino_t id_t key_t'),
  ...names('sys/socket.h', 'socklen_t sa_family_t'),
  ...names('stdlib.h', 'div_t ldiv_t lldiv_t'),
]);

/** Refuses a type of a standard header by its name. */
export function unsupportedType(name: string, at: SourceSpan): void {
  const header = types.get(name);
  if (header !== undefined) unsupported(`the type ${name} of <${header}>`, at);
}

/** Refuses a function of a standard header by its name. */
export function unsupportedFunction(name: string, at: SourceSpan): void {
  const header = headerOf(name);
  if (header !== undefined) unsupported(`${name} of <${header}>`, at, 'diptych does not know what it does');
}
