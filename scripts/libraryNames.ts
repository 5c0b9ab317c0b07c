// The functions of the headers that programs include: all of C11, and of POSIX and GNU what diptych knows or a program of threads may
// want. Which of them are accepted is not said here but tried (libraryList.ts).

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** `sin` stands for `sinf` and `sinl` too. */
const floating = (text: string): readonly string[] =>
  words(text).flatMap((name) => [name, `${name}f`, `${name}l`]);

export const libraryNames: Readonly<Record<string, readonly string[]>> = {
  'assert.h': words('assert static_assert'),
  'ctype.h': words(
    `isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper`,
  ),
  'errno.h': words('errno'),
  'fenv.h':
    words(`feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag fesetround
    fetestexcept feupdateenv`),
  'inttypes.h': words('imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax'),
  'locale.h': words('localeconv setlocale'),
  'math.h': [
    ...words('isnan isinf isfinite isnormal signbit fpclassify isgreater isless isunordered'),
    ...floating(`acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax
      fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter
      nexttoward pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma trunc`),
  ],
  'pthread.h':
    words(`pthread_create pthread_join pthread_exit pthread_self pthread_equal pthread_detach pthread_once
    pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np pthread_atfork pthread_yield pthread_getconcurrency pthread_setconcurrency
    pthread_getname_np pthread_setname_np pthread_getcpuclockid pthread_getattr_np pthread_getattr_default_np pthread_setattr_default_np
    pthread_getaffinity_np pthread_setaffinity_np pthread_getschedparam pthread_setschedparam pthread_setschedprio
    pthread_cancel pthread_testcancel pthread_setcancelstate pthread_setcanceltype pthread_cleanup_push pthread_cleanup_pop
    pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific
    pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock pthread_mutex_unlock
    pthread_mutex_destroy pthread_mutex_consistent pthread_mutex_getprioceiling pthread_mutex_setprioceiling
    pthread_spin_init pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_spin_destroy
    pthread_cond_init pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait pthread_cond_signal pthread_cond_broadcast
    pthread_cond_destroy
    pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
    pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock pthread_rwlock_unlock
    pthread_rwlock_destroy
    pthread_barrier_init pthread_barrier_wait pthread_barrier_destroy
    pthread_attr_init pthread_attr_destroy pthread_attr_getaffinity_np pthread_attr_setaffinity_np pthread_attr_getdetachstate
    pthread_attr_setdetachstate pthread_attr_getguardsize pthread_attr_setguardsize pthread_attr_getinheritsched
    pthread_attr_setinheritsched pthread_attr_getschedparam pthread_attr_setschedparam pthread_attr_getschedpolicy
    pthread_attr_setschedpolicy pthread_attr_getscope pthread_attr_setscope pthread_attr_getstack pthread_attr_setstack
    pthread_attr_getstackaddr pthread_attr_setstackaddr pthread_attr_getstacksize pthread_attr_setstacksize
    pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_gettype pthread_mutexattr_settype pthread_mutexattr_getpshared
    pthread_mutexattr_setpshared pthread_mutexattr_getprotocol pthread_mutexattr_setprotocol pthread_mutexattr_getrobust
    pthread_mutexattr_setrobust pthread_mutexattr_getrobust_np pthread_mutexattr_setrobust_np pthread_mutexattr_getpolicy_np
    pthread_mutexattr_setpolicy_np pthread_mutexattr_getprioceiling pthread_mutexattr_setprioceiling
    pthread_condattr_init pthread_condattr_destroy pthread_condattr_getclock pthread_condattr_setclock pthread_condattr_getpshared
    pthread_condattr_setpshared
    pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_getpshared pthread_rwlockattr_setpshared
    pthread_rwlockattr_getkind_np pthread_rwlockattr_setkind_np
    pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_getpshared pthread_barrierattr_setpshared`),
  'sched.h':
    words(`sched_yield sched_get_priority_max sched_get_priority_min sched_getaffinity sched_setaffinity sched_getcpu
    sched_getparam sched_setparam sched_getscheduler sched_setscheduler sched_rr_get_interval CPU_ZERO CPU_SET CPU_CLR CPU_ISSET
    CPU_COUNT`),
  'semaphore.h':
    words(`sem_init sem_wait sem_trywait sem_timedwait sem_clockwait sem_post sem_getvalue sem_destroy sem_open sem_close
    sem_unlink`),
  'setjmp.h': words('setjmp longjmp _setjmp sigsetjmp siglongjmp'),
  'signal.h':
    words(`signal raise sigaction kill killpg pthread_kill pthread_sigmask sigprocmask sigemptyset sigfillset sigaddset
    sigdelset sigismember sigpending sigsuspend sigwait sigwaitinfo sigtimedwait sigqueue sigaltstack siginterrupt psignal`),
  'stdarg.h': words('va_start va_arg va_copy va_end'),
  'stdatomic.h':
    words(`atomic_init atomic_load atomic_store atomic_exchange atomic_compare_exchange_strong atomic_compare_exchange_weak
    atomic_fetch_add atomic_fetch_sub atomic_fetch_and atomic_fetch_or atomic_fetch_xor atomic_flag_test_and_set atomic_flag_clear`)
      .flatMap((name) => (name === 'atomic_init' ? [name] : [name, `${name}_explicit`]))
      .concat(words('atomic_thread_fence atomic_signal_fence atomic_is_lock_free kill_dependency')),
  'stddef.h': words('offsetof unreachable'),
  'stdio.h':
    words(`printf fprintf dprintf sprintf snprintf asprintf vprintf vfprintf vdprintf vsprintf vsnprintf vasprintf
    scanf fscanf sscanf vscanf vfscanf vsscanf
    fgetc fgets fputc fputs getc getchar gets getline getdelim putc putchar puts ungetc fread fwrite perror
    fopen fdopen freopen fclose fflush setbuf setvbuf setlinebuf fgetpos fsetpos fseek fseeko ftell ftello rewind clearerr feof ferror
    fileno remove rename tmpfile tmpnam popen pclose flockfile ftrylockfile funlockfile
    getc_unlocked getchar_unlocked putc_unlocked putchar_unlocked fputc_unlocked fputs_unlocked fwrite_unlocked puts_unlocked
    fflush_unlocked ferror_unlocked feof_unlocked clearerr_unlocked fmemopen open_memstream`),
  'stdlib.h':
    words(`malloc calloc realloc reallocarray free free_sized free_aligned_sized aligned_alloc posix_memalign memalign valloc alloca
    abort exit _Exit quick_exit atexit at_quick_exit on_exit getenv secure_getenv setenv putenv unsetenv clearenv system
    abs labs llabs div ldiv lldiv atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof strtold
    rand srand rand_r random srandom drand48 erand48 lrand48 mrand48 nrand48 jrand48 srand48 arc4random arc4random_uniform
    qsort qsort_r bsearch mblen mbtowc wctomb mbstowcs wcstombs mkstemp mkdtemp realpath getloadavg`),
  'string.h':
    words(`memchr memrchr rawmemchr memcmp memcpy mempcpy memccpy memmove memset memset_explicit memmem explicit_bzero
    strlen strnlen strcmp strncmp strcoll strcpy strncpy stpcpy stpncpy strcat strncat strchr strrchr strchrnul strstr strcasestr strspn
    strcspn strpbrk strtok strtok_r strsep strdup strndup strdupa strerror strerror_r strsignal strxfrm strverscmp strlcpy strlcat
    basename`),
  'strings.h': words('strcasecmp strncasecmp ffs ffsl ffsll bzero bcopy bcmp index rindex'),
  'threads.h':
    words(`thrd_create thrd_join thrd_exit thrd_current thrd_equal thrd_detach thrd_yield thrd_sleep
    mtx_init mtx_lock mtx_trylock mtx_timedlock mtx_unlock mtx_destroy cnd_init cnd_wait cnd_timedwait cnd_signal cnd_broadcast cnd_destroy
    call_once tss_create tss_get tss_set tss_delete`),
  'time.h':
    words(`time clock clock_gettime clock_getres clock_settime timespec_get timespec_getres difftime mktime timegm gmtime gmtime_r
    localtime localtime_r asctime asctime_r ctime ctime_r strftime strptime tzset nanosleep clock_nanosleep timer_create timer_delete
    timer_gettime timer_settime gettimeofday settimeofday`),
  'unistd.h':
    words(`_exit access alarm close dup dup2 execl execv execve execvp fork vfork fsync ftruncate getcwd getegid geteuid getgid
    gethostname getlogin getopt getpagesize getpgrp getpid getppid gettid getuid isatty lseek nice pause pipe pread pwrite read readlink
    rmdir sbrk setsid sleep swab symlink sync syscall sysconf ualarm unlink usleep write`),
  'wchar.h':
    words(`fgetwc fputws fwprintf mbrtowc mbsinit swprintf wcrtomb wcscat wcschr wcscmp wcscpy wcslen wcsncmp wcsncpy wcsstr wcstol
    wmemcpy wmemset wprintf`),
  'fcntl.h': words('open openat creat fcntl posix_fallocate'),
  'getopt.h': words('getopt getopt_long getopt_long_only'),
  'sys/mman.h': words('mmap munmap mprotect madvise msync mlock munlock shm_open shm_unlink'),
  'sys/resource.h': words('getrusage getrlimit setrlimit getpriority setpriority'),
  'sys/sysinfo.h': words('get_nprocs get_nprocs_conf sysinfo'),
  'sys/time.h': words('gettimeofday settimeofday getitimer setitimer utimes'),
  'sys/wait.h': words('wait waitpid waitid'),
  'err.h': words('warn warnx err errx'),
  'error.h': words('error'),
  'syslog.h': words('openlog syslog closelog'),
};
