// Types and functions of standard headers that diptych does not know: a program that uses one is told so, not that the name is
// unknown.

import type { SourceSpan } from '../../program/statement.js';
import { typeError, unsupported } from './diagnostics.js';
import { headerOf } from './libraryNames.js';
import type { CType } from './types.js';

/** Made on first use: code that was not run is not kept for the next start. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const names = (header: string, all: string): readonly (readonly [string, string])[] =>
  all.split(' ').map((name) => [name, header]);

const types = lazily<ReadonlyMap<string, string>>(
  () =>
    new Map([
      ...names('setjmp.h', 'jmp_buf sigjmp_buf'),
      ...names(
        'signal.h',
        'sigset_t siginfo_t sig_atomic_t stack_t sigevent_t mcontext_t greg_t gregset_t fpregset_t',
      ),
      ...names('time.h', 'time_t clock_t clockid_t timer_t'),
      ...names(
        'pthread.h',
        'pthread_attr_t pthread_key_t pthread_once_t pthread_rwlock_t pthread_rwlockattr_t pthread_barrier_t pthread_barrierattr_t',
      ),
      ...names('semaphore.h', 'sem_t'),
      ...names('threads.h', 'once_flag tss_t tss_dtor_t'),
      ...names('stdio.h', 'FILE fpos_t fpos64_t cookie_io_functions_t'),
      ...names('locale.h', 'locale_t'),
      ...names('wchar.h', 'mbstate_t'),
      ...names('wctype.h', 'wctype_t wctrans_t'),
      ...names('uchar.h', 'char8_t'),
      ...names('fenv.h', 'fenv_t femode_t fexcept_t'),
      ...names(
        'sys/types.h',
        'pid_t uid_t gid_t off_t off64_t mode_t dev_t ino_t id_t key_t blksize_t blkcnt_t nlink_t fsid_t',
      ),
      ...names('sys/select.h', 'fd_set fd_mask'),
      ...names('sys/resource.h', 'rlim_t rlim64_t'),
      ...names('sys/socket.h', 'socklen_t sa_family_t'),
      ...names('netinet/in.h', 'in_addr_t in_port_t'),
      ...names('poll.h', 'nfds_t'),
      ...names('sys/epoll.h', 'epoll_data_t'),
      ...names('sys/wait.h', 'idtype_t'),
      ...names('mqueue.h', 'mqd_t'),
      ...names('sys/shm.h', 'shmatt_t'),
      ...names('sys/msg.h', 'msglen_t msgqnum_t'),
      ...names('dirent.h', 'DIR'),
      ...names('dlfcn.h', 'Dl_info Dl_serinfo Dl_serpath Lmid_t'),
      ...names('regex.h', 'regex_t regmatch_t regoff_t reg_errcode_t reg_syntax_t'),
      ...names('glob.h', 'glob_t'),
      ...names('wordexp.h', 'wordexp_t'),
      ...names('search.h', 'ACTION ENTRY VISIT'),
      ...names('fts.h', 'FTS FTSENT'),
      ...names('termios.h', 'cc_t speed_t tcflag_t'),
      ...names('iconv.h', 'iconv_t'),
      ...names('langinfo.h', 'nl_catd nl_item'),
      ...names('argp.h', 'argp_parser_t error_t'),
      ...names('spawn.h', 'posix_spawnattr_t posix_spawn_file_actions_t'),
      ...names('ucontext.h', 'ucontext_t'),
      ...names('stdlib.h', 'div_t ldiv_t lldiv_t comparison_fn_t'),
    ]),
);

const structs = lazily<ReadonlyMap<string, string>>(
  () =>
    new Map([
      ...names('time.h', 'itimerspec tm timespec'),
      ...names('signal.h', 'sigaction sigevent sigstack'),
      ...names('sched.h', 'sched_param'),
      ...names('locale.h', 'lconv'),
      ...names('stdlib.h', 'drand48_data random_data'),
      ...names('fcntl.h', 'flock f_owner_ex file_handle'),
      ...names('sys/stat.h', 'stat stat64 statx'),
      ...names('sys/time.h', 'timeval itimerval timezone'),
      ...names('sys/resource.h', 'rusage'),
      ...names('poll.h', 'pollfd'),
      ...names('sys/epoll.h', 'epoll_event'),
      ...names('sys/uio.h', 'iovec'),
      ...names('sys/socket.h', 'cmsghdr linger mmsghdr msghdr sockaddr sockaddr_storage ucred'),
      ...names('sys/un.h', 'sockaddr_un'),
      ...names('netinet/in.h', 'in_addr in6_addr ip_mreq ipv6_mreq sockaddr_in sockaddr_in6'),
      ...names('netdb.h', 'addrinfo gaicb hostent netent protoent servent'),
      ...names('net/if.h', 'if_nameindex ifconf ifreq'),
      ...names('ifaddrs.h', 'ifaddrs'),
      ...names('sys/times.h', 'tms'),
      ...names('sys/utsname.h', 'utsname'),
      ...names('sys/sysinfo.h', 'sysinfo'),
      ...names('sys/statvfs.h', 'statvfs'),
      ...names('sys/statfs.h', 'statfs'),
      ...names('sys/ipc.h', 'ipc_perm'),
      ...names('sys/shm.h', 'shmid_ds'),
      ...names('sys/sem.h', 'sembuf semid_ds'),
      ...names('sys/msg.h', 'msgbuf msqid_ds'),
      ...names('mqueue.h', 'mq_attr'),
      ...names('aio.h', 'aiocb'),
      ...names('dirent.h', 'dirent'),
      ...names('link.h', 'dl_phdr_info link_map'),
      ...names('search.h', 'hsearch_data'),
      ...names('ftw.h', 'FTW'),
      ...names('pwd.h', 'passwd'),
      ...names('grp.h', 'group'),
      ...names('shadow.h', 'spwd'),
      ...names('utmp.h', 'utmp'),
      ...names('utmpx.h', 'utmpx'),
      ...names('termios.h', 'termios'),
      ...names('sys/ioctl.h', 'winsize'),
      ...names('malloc.h', 'mallinfo mallinfo2'),
      ...names('obstack.h', 'obstack'),
      ...names('argp.h', 'argp argp_option argp_state'),
      ...names('printf.h', 'printf_info'),
      ...names('sys/timex.h', 'timex'),
      ...names('sys/timeb.h', 'timeb'),
      ...names('utime.h', 'utimbuf'),
      ...names('sys/signalfd.h', 'signalfd_siginfo'),
      ...names('sys/inotify.h', 'inotify_event'),
      ...names('mntent.h', 'mntent'),
    ]),
);

/** Refuses a type of a standard header by its name. */
export function unsupportedType(name: string, at: SourceSpan): void {
  const header = types().get(name);
  if (header !== undefined) unsupported(`the type ${name} of <${header}>`, at);
}

/** A type without members or size: a struct of a standard header is refused by its name. */
export function incompleteType(type: CType, message: string, at: SourceSpan): never {
  const name = type.kind === 'struct' ? type.struct.name : '';
  const header = structs().get(name.replace(/^struct /, ''));
  if (header !== undefined) unsupported(`${name} of <${header}>`, at);
  return typeError(message, at);
}

/** How the constants begin that headers have besides those that diptych knows. */
const constants: readonly (readonly [header: string, begins: RegExp])[] = [
  ['unistd.h', /^_(SC|PC|CS|POSIX)_/],
  ['fcntl.h', /^(O|F|AT|POSIX_FADV)_[A-Z]/],
  ['sys/stat.h', /^(S_I|UTIME_)/],
  ['sys/mman.h', /^(MAP|PROT|MADV|MS|MCL)_[A-Z]/],
  ['sys/ipc.h', /^IPC_/],
  ['sys/shm.h', /^SHM_/],
  ['sys/socket.h', /^(AF|PF|SOCK|SOL|SO|MSG|SHUT)_[A-Z]/],
  ['netinet/in.h', /^(INADDR|IPPROTO|INET|INET6)_[A-Z]/],
  ['netdb.h', /^(NI|AI|EAI)_[A-Z]/],
  ['sys/resource.h', /^(RLIMIT|RLIM|RUSAGE|PRIO)_[A-Z]/],
  ['sys/wait.h', /^(WNOHANG|WUNTRACED|WCONTINUED|WEXITED|P_(ALL|PID|PGID))$/],
  ['poll.h', /^POLL(IN|OUT|PRI|ERR|HUP|NVAL|RDNORM|WRNORM)$/],
  ['sys/epoll.h', /^EPOLL/],
  ['sys/eventfd.h', /^EFD_/],
  ['sys/prctl.h', /^PR_[A-Z]/],
  ['dirent.h', /^DT_(DIR|REG|LNK|FIFO|SOCK|CHR|BLK|UNKNOWN)$/],
  ['regex.h', /^REG_[A-Z]/],
  ['locale.h', /^LC_[A-Z]/],
  ['fenv.h', /^FE_[A-Z]/],
];

/** Refuses a constant of a standard header by its name. */
export function unsupportedConstant(name: string, at: SourceSpan): void {
  const [header] = constants.find(([, begins]) => begins.test(name)) ?? [];
  if (header !== undefined) unsupported(`the constant ${name} of <${header}>`, at);
}

/** Refuses a function of a standard header by its name. */
export function unsupportedFunction(name: string, at: SourceSpan): void {
  const header = headerOf(name);
  if (header !== undefined) unsupported(`${name} of <${header}>`, at, 'diptych does not know what it does');
}
