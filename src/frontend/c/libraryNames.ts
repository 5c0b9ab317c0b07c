// The functions that the headers of glibc declare (and a few of C's Annex K), by header: a program that calls one which diptych does not
// know is told so, not that the name is unknown. Their forms for other types (sinf, sinl, sinf64) and those of large files (open64) and
// locales (isalpha_l) follow from these.

/** Asked for by few programs: code that was not run is not kept for the next start. */
const declared = (): string => `
sched.h: clone getcpu sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getcpu sched_getparam sched_getscheduler
  sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler sched_yield setns unshare
time.h: asctime asctime_r clock clock_adjtime clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime ctime ctime_r
  difftime dysize getdate getdate_r gmtime gmtime_r localtime localtime_r mktime nanosleep strftime strptime time timegm timelocal
  timer_create timer_delete timer_getoverrun timer_gettime timer_settime timespec_get timespec_getres tzset
pthread.h: pthread_atfork pthread_attr_destroy pthread_attr_getaffinity_np pthread_attr_getdetachstate pthread_attr_getguardsize
  pthread_attr_getinheritsched pthread_attr_getschedparam pthread_attr_getschedpolicy pthread_attr_getscope pthread_attr_getsigmask_np
  pthread_attr_getstack pthread_attr_getstackaddr pthread_attr_getstacksize pthread_attr_init pthread_attr_setaffinity_np
  pthread_attr_setdetachstate pthread_attr_setguardsize pthread_attr_setinheritsched pthread_attr_setschedparam
  pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setsigmask_np pthread_attr_setstack pthread_attr_setstackaddr
  pthread_attr_setstacksize pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait pthread_barrierattr_destroy
  pthread_barrierattr_getpshared pthread_barrierattr_init pthread_barrierattr_setpshared pthread_cancel pthread_clockjoin_np
  pthread_cond_broadcast pthread_cond_clockwait pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_timedwait
  pthread_cond_wait pthread_condattr_destroy pthread_condattr_getclock pthread_condattr_getpshared pthread_condattr_init
  pthread_condattr_setclock pthread_condattr_setpshared pthread_create pthread_detach pthread_equal pthread_exit pthread_getaffinity_np
  pthread_getattr_default_np pthread_getattr_np pthread_getconcurrency pthread_getcpuclockid pthread_getname_np pthread_getschedparam
  pthread_getspecific pthread_join pthread_key_create pthread_key_delete pthread_mutex_clocklock pthread_mutex_consistent
  pthread_mutex_consistent_np pthread_mutex_destroy pthread_mutex_getprioceiling pthread_mutex_init pthread_mutex_lock
  pthread_mutex_setprioceiling pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy
  pthread_mutexattr_getprioceiling pthread_mutexattr_getprotocol pthread_mutexattr_getpshared pthread_mutexattr_getrobust
  pthread_mutexattr_getrobust_np pthread_mutexattr_gettype pthread_mutexattr_init pthread_mutexattr_setprioceiling
  pthread_mutexattr_setprotocol pthread_mutexattr_setpshared pthread_mutexattr_setrobust pthread_mutexattr_setrobust_np
  pthread_mutexattr_settype pthread_once pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock pthread_rwlock_destroy pthread_rwlock_init
  pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
  pthread_rwlock_unlock pthread_rwlock_wrlock pthread_rwlockattr_destroy pthread_rwlockattr_getkind_np pthread_rwlockattr_getpshared
  pthread_rwlockattr_init pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared pthread_self pthread_setaffinity_np
  pthread_setattr_default_np pthread_setcancelstate pthread_setcanceltype pthread_setconcurrency pthread_setname_np pthread_setschedparam
  pthread_setschedprio pthread_setspecific pthread_spin_destroy pthread_spin_init pthread_spin_lock pthread_spin_trylock
  pthread_spin_unlock pthread_testcancel pthread_timedjoin_np pthread_tryjoin_np pthread_yield
threads.h: call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init mtx_lock mtx_timedlock
  mtx_trylock mtx_unlock thrd_create thrd_current thrd_detach thrd_equal thrd_exit thrd_join thrd_sleep thrd_yield tss_create tss_delete
  tss_get tss_set
sys/select.h: pselect select
semaphore.h: sem_clockwait sem_close sem_destroy sem_getvalue sem_init sem_open sem_post sem_timedwait sem_trywait sem_unlink sem_wait
stdlib.h: _Exit a64l abort abs aligned_alloc arc4random arc4random_buf arc4random_uniform at_quick_exit atexit atof atoi atol atoll
  bsearch calloc canonicalize_file_name clearenv div drand48 drand48_r ecvt ecvt_r erand48 erand48_r exit fcvt fcvt_r free gcvt getenv
  getloadavg getpt getsubopt grantpt initstate initstate_r jrand48 jrand48_r l64a labs lcong48 lcong48_r ldiv llabs lldiv lrand48
  lrand48_r malloc mblen mbstowcs mbtowc mkdtemp mkostemp mkostemps mkstemp mkstemps mktemp mrand48 mrand48_r nrand48 nrand48_r on_exit
  posix_memalign posix_openpt ptsname ptsname_r putenv qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort qsort_r quick_exit rand rand_r random
  random_r realloc reallocarray realpath rpmatch secure_getenv seed48 seed48_r setenv setstate setstate_r srand srand48 srand48_r srandom
  srandom_r strtod strtof strtol strtold strtoll strtoul strtoull system unlockpt unsetenv valloc wcstombs wctomb
alloca.h: alloca
string.h: basename explicit_bzero memccpy memchr memcmp memcpy memcpy_s memfrob memmem memmove memmove_s mempcpy memrchr memset memset_s
  rawmemchr sigabbrev_np sigdescr_np stpcpy stpncpy strcasestr strcat strcat_s strchr strchrnul strcmp strcoll strcpy strcpy_s strcspn
  strdup strerror strerror_r strerrordesc_np strerrorname_np strfry strlen strncat strncat_s strncmp strncpy strncpy_s strndup strnlen
  strpbrk strrchr strsep strsignal strspn strstr strtok strtok_r strverscmp strxfrm
strings.h: bcmp bcopy bzero ffs ffsl ffsll index rindex strcasecmp strncasecmp
stdio.h: asprintf clearerr clearerr_unlocked ctermid cuserid dprintf fclose fcloseall fdopen feof feof_unlocked ferror ferror_unlocked
  fflush fflush_unlocked fgetc fgetc_unlocked fgetpos fgets fgets_unlocked fileno fileno_unlocked flockfile fmemopen fopen fopencookie
  fprintf fputc fputc_unlocked fputs fputs_unlocked fread fread_unlocked freopen fscanf fseek fseeko fsetpos ftell ftello ftrylockfile
  funlockfile fwrite fwrite_unlocked getc getc_unlocked getchar getchar_unlocked getdelim getline getw obstack_printf obstack_vprintf
  open_memstream pclose perror popen printf printf_s putc putc_unlocked putchar putchar_unlocked puts putw remove rename renameat
  renameat2 rewind scanf setbuf setbuffer setlinebuf setvbuf snprintf snprintf_s sprintf sprintf_s sscanf tempnam tmpfile tmpnam tmpnam_r
  ungetc vasprintf vdprintf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf
unistd.h: _exit access acct alarm brk chdir chown chroot close close_range closefrom confstr copy_file_range crypt daemon dup dup2 dup3
  eaccess endusershell euidaccess execl execle execlp execv execve execveat execvp execvpe faccessat fchdir fchown fchownat fdatasync
  fexecve fork fpathconf fsync ftruncate get_current_dir_name getcwd getdomainname getdtablesize getegid getentropy geteuid getgid
  getgroups gethostid gethostname getlogin getlogin_r getopt getpagesize getpass getpgid getpgrp getpid getppid getresgid getresuid getsid
  gettid getuid getusershell getwd group_member isatty lchown link linkat lockf lseek nice pathconf pause pipe pipe2 pread profil pwrite
  read readlink readlinkat revoke rmdir sbrk setdomainname setegid seteuid setgid sethostid sethostname setlogin setpgid setpgrp setregid
  setresgid setresuid setreuid setsid setuid setusershell sleep swab symlink symlinkat sync syncfs syscall sysconf tcgetpgrp tcsetpgrp
  truncate ttyname ttyname_r ttyslot ualarm unlink unlinkat usleep vfork vhangup write
signal.h: gsignal kill killpg psiginfo psignal pthread_kill pthread_sigmask pthread_sigqueue raise sigaction sigaddset sigaltstack
  sigandset sigblock sigdelset sigemptyset sigfillset siggetmask sighold sigignore siginterrupt sigisemptyset sigismember signal sigorset
  sigpause sigpending sigprocmask sigqueue sigrelse sigreturn sigset sigsetmask sigstack sigsuspend sigtimedwait sigwait sigwaitinfo
  ssignal sysv_signal tgkill
ctype.h: isalnum isalpha isascii isblank iscntrl isctype isdigit isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower
  toupper
setjmp.h: _longjmp _setjmp longjmp setjmp siglongjmp sigsetjmp
math.h: acos acosh asin asinh atan atan2 atanh canonicalize cbrt ceil copysign cos cosh daddl ddivl dfmal dmull drem dsqrtl dsubl erf erfc
  exp exp10 exp2 expm1 fabs fadd fdim fdiv ffma finite floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmin
  fminimum fminimum_mag fminimum_mag_num fminimum_num fminmag fmod fmul frexp fromfp fromfpx fsqrt fsub gamma getpayload hypot ilogb isinf
  isnan j0 j1 jn ldexp lgamma lgamma_r lgammaf128_r lgammaf32_r lgammaf32x_r lgammaf64_r lgammaf64x_r lgammaf_r lgammal_r llogb llrint
  llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nextdown nexttoward nextup pow remainder remquo rint round
  roundeven scalb scalbln scalbn setpayload setpayloadsig significand sin sincos sinh sqrt tan tanh tgamma totalorder totalordermag trunc
  ufromfp ufromfpx y0 y1 yn
wchar.h: btowc fgetwc fgetwc_unlocked fgetws fgetws_unlocked fputwc fputwc_unlocked fputws fputws_unlocked fwide fwprintf fwscanf getwc
  getwc_unlocked getwchar getwchar_unlocked mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs open_wmemstream putwc putwc_unlocked putwchar
  putwchar_unlocked swprintf swscanf ungetwc vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wcpcpy wcpncpy wcrtomb wcscasecmp
  wcscat wcschr wcschrnul wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy wcsnlen wcsnrtombs
  wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstok wcstol wcstold wcstoll wcstoul wcstoull wcswcs wcswidth wcsxfrm wctob
  wcwidth wmemchr wmemcmp wmemcpy wmemmove wmempcpy wmemset wprintf wscanf
wctype.h: iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towctrans
  towlower towupper wctrans wctype
locale.h: duplocale freelocale localeconv newlocale setlocale uselocale
fenv.h: feclearexcept fedisableexcept feenableexcept fegetenv fegetexcept fegetexceptflag fegetmode fegetround feholdexcept feraiseexcept
  fesetenv fesetexcept fesetexceptflag fesetmode fesetround fetestexcept fetestexceptflag feupdateenv
inttypes.h: imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax
sys/time.h: adjtime futimes futimesat getitimer gettimeofday lutimes setitimer settimeofday utimes
sys/wait.h: wait wait3 wait4 waitid waitpid
sys/mman.h: madvise memfd_create mincore mlock mlock2 mlockall mmap mprotect mremap msync munlock munlockall munmap pkey_alloc pkey_free
  pkey_get pkey_mprotect pkey_set posix_madvise process_madvise process_mrelease remap_file_pages shm_open shm_unlink
sys/stat.h: chmod fchmod fchmodat fstat fstatat futimens getumask lchmod lstat mkdir mkdirat mkfifo mkfifoat mknod mknodat stat statx
  umask utimensat
sys/resource.h: getpriority getrlimit getrusage prlimit setpriority setrlimit
sys/socket.h: accept accept4 bind connect getpeername getsockname getsockopt isfdtype listen recv recvfrom recvmmsg recvmsg send sendmmsg
  sendmsg sendto setsockopt shutdown sockatmark socket socketpair
sys/uio.h: preadv preadv2 preadv64v2 process_vm_readv process_vm_writev pwritev pwritev2 pwritev64v2 readv writev
sys/epoll.h: epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait
sys/eventfd.h: eventfd eventfd_read eventfd_write
sys/ioctl.h: ioctl
sys/ipc.h: ftok
sys/shm.h: shmat shmctl shmdt shmget
sys/sem.h: semctl semget semop semtimedop
sys/msg.h: msgctl msgget msgrcv msgsnd
sys/prctl.h: prctl
sys/sysinfo.h: get_avphys_pages get_nprocs get_nprocs_conf get_phys_pages sysinfo
sys/utsname.h: uname
sys/times.h: times
sys/file.h: fallocate flock name_to_handle_at open_by_handle_at readahead splice sync_file_range tee vmsplice
fcntl.h: creat fcntl open openat posix_fadvise posix_fallocate
sys/timerfd.h: timerfd_create timerfd_gettime timerfd_settime
sys/signalfd.h: signalfd
sys/random.h: getrandom
sys/ptrace.h: ptrace
poll.h: poll ppoll
dirent.h: alphasort closedir dirfd fdopendir getdents64 getdirentries opendir readdir readdir64_r readdir_r rewinddir scandir scandirat
  seekdir telldir versionsort
dlfcn.h: dladdr dladdr1 dlclose dlerror dlinfo dlmopen dlopen dlsym dlvsym
pwd.h: endpwent fgetpwent fgetpwent_r getpw getpwent getpwent_r getpwnam getpwnam_r getpwuid getpwuid_r putpwent setpwent
grp.h: endgrent fgetgrent fgetgrent_r getgrent getgrent_r getgrgid getgrgid_r getgrnam getgrnam_r getgrouplist initgroups putgrent
  setgrent setgroups
termios.h: cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed tcdrain tcflow tcflush tcgetattr tcgetsid tcsendbreak
  tcsetattr
err.h: err errx verr verrx vwarn vwarnx warn warnx
error.h: error error_at_line
syslog.h: closelog openlog setlogmask syslog vsyslog
getopt.h: getopt_long getopt_long_only
malloc.h: mallinfo mallinfo2 malloc_info malloc_stats malloc_trim malloc_usable_size mallopt memalign pvalloc
search.h: hcreate hcreate_r hdestroy hdestroy_r hsearch hsearch_r insque lfind lsearch remque tdelete tdestroy tfind tsearch twalk twalk_r
aio.h: aio_cancel aio_error aio_fsync aio_init aio_read aio_return aio_suspend aio_write lio_listio
mqueue.h: mq_close mq_getattr mq_notify mq_open mq_receive mq_send mq_setattr mq_timedreceive mq_timedsend mq_unlink
spawn.h: posix_spawn posix_spawn_file_actions_addchdir_np posix_spawn_file_actions_addclose posix_spawn_file_actions_addclosefrom_np
  posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addfchdir_np posix_spawn_file_actions_addopen
  posix_spawn_file_actions_addtcsetpgrp_np posix_spawn_file_actions_destroy posix_spawn_file_actions_init posix_spawnattr_destroy
  posix_spawnattr_getflags posix_spawnattr_getpgroup posix_spawnattr_getschedparam posix_spawnattr_getschedpolicy
  posix_spawnattr_getsigdefault posix_spawnattr_getsigmask posix_spawnattr_init posix_spawnattr_setflags posix_spawnattr_setpgroup
  posix_spawnattr_setschedparam posix_spawnattr_setschedpolicy posix_spawnattr_setsigdefault posix_spawnattr_setsigmask posix_spawnp
ucontext.h: getcontext makecontext setcontext swapcontext
execinfo.h: backtrace backtrace_symbols backtrace_symbols_fd
netdb.h: bindresvport bindresvport6 endhostent endnetent endnetgrent endprotoent endrpcent endservent freeaddrinfo gai_cancel gai_error
  gai_strerror gai_suspend getaddrinfo getaddrinfo_a gethostbyaddr gethostbyaddr_r gethostbyname gethostbyname2 gethostbyname2_r
  gethostbyname_r gethostent gethostent_r getipv4sourcefilter getnameinfo getnetbyaddr getnetbyaddr_r getnetbyname getnetbyname_r
  getnetent getnetent_r getnetgrent getnetgrent_r getprotobyname getprotobyname_r getprotobynumber getprotobynumber_r getprotoent
  getprotoent_r getrpcbyname getrpcbyname_r getrpcbynumber getrpcbynumber_r getrpcent getrpcent_r getservbyname getservbyname_r
  getservbyport getservbyport_r getservent getservent_r getsourcefilter herror hstrerror htonl htons inet6_opt_append inet6_opt_find
  inet6_opt_finish inet6_opt_get_val inet6_opt_init inet6_opt_next inet6_opt_set_val inet6_option_alloc inet6_option_append
  inet6_option_find inet6_option_init inet6_option_next inet6_option_space inet6_rth_add inet6_rth_getaddr inet6_rth_init
  inet6_rth_reverse inet6_rth_segments inet6_rth_space innetgr iruserok iruserok_af ntohl ntohs rcmd rcmd_af rexec rexec_af rresvport
  rresvport_af ruserok ruserok_af sethostent setipv4sourcefilter setnetent setnetgrent setprotoent setrpcent setservent setsourcefilter
arpa/inet.h: inet_addr inet_aton inet_lnaof inet_makeaddr inet_net_ntop inet_net_pton inet_neta inet_netof inet_network inet_nsap_addr
  inet_nsap_ntoa inet_ntoa inet_ntop inet_pton
glob.h: glob glob_pattern_p globfree
fnmatch.h: fnmatch
regex.h: re_compile_fastmap re_compile_pattern re_match re_match_2 re_search re_search_2 re_set_registers re_set_syntax regcomp regerror
  regexec regfree
libgen.h: dirname
uchar.h: c16rtomb c32rtomb c8rtomb mbrtoc16 mbrtoc32 mbrtoc8
mcheck.h: mcheck mcheck_check_all mcheck_pedantic mprobe mtrace muntrace
link.h: dl_iterate_phdr
complex.h: cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal csin csinh csqrt ctan ctanh
wordexp.h: wordexp wordfree
langinfo.h: catclose catgets catopen nl_langinfo nl_langinfo_l
iconv.h: iconv iconv_close iconv_open
`;

let headers: ReadonlyMap<string, string> | undefined;

function table(): ReadonlyMap<string, string> {
  headers ??= new Map(
    declared()
      .trim()
      .split(/\n(?! )/)
      .flatMap((row) => {
        const [header, names] = row.split(':');
        return names
          .trim()
          .split(/\s+/)
          .map((name) => [name, header] as const);
      }),
  );
  return headers;
}

const suffixes = /(?:f32x|f64x|f32|f64|f128|64|_l|_s|f|l)$/;

/** The header of glibc that declares the function. */
export const headerOf = (name: string): string | undefined =>
  table().get(name) ?? table().get(name.replace(suffixes, ''));
