// getopt and its long forms, as glibc has them: arguments that are no options are moved behind the options, unless the options begin with
// '+' or '-'. Messages about mistakes are left out.

import type { LibraryPart } from './part.js';

/** Where the next letter of a group of options (`-abc`) is, 0 at the beginning of an argument; which arguments are no options so far. */
const state: readonly LibraryPart[] = [
  ['i_opt_letter', 'int N = 0;'],
  ['i_opt_others', 'int N = 1;'],
  ['i_opt_othersEnd', 'int N = 1;'],
];

/** Moves the arguments from `from` up to `to` in front of those from `before` on. */
const rotate: LibraryPart = [
  'i_opt_rotate',
  `void N(char **argv, int before, int from, int to) {
    for (; from < to; from++, before++) {
      char *moved = argv[from];
      __lib_i_opt_shift(argv, before, from);
      argv[before] = moved;
    }
  }`,
];

/** Loops are functions of their own: one inside of another would be written out too often. */
const shift: LibraryPart = [
  'i_opt_shift',
  'void N(char **argv, int to, int from) { for (; from > to; from--) argv[from] = argv[from - 1]; }',
];

/** Brings the arguments that are no options behind the options that followed them. */
const moveOthers: LibraryPart = [
  'i_opt_moveOthers',
  `void N(char **argv) {
    if (__lib_i_opt_others == __lib_i_opt_othersEnd) __lib_i_opt_others = __lib_optind;
    else if (__lib_i_opt_othersEnd != __lib_optind) {
      __lib_i_opt_rotate(argv, __lib_i_opt_others, __lib_i_opt_othersEnd, __lib_optind);
      __lib_i_opt_others += __lib_optind - __lib_i_opt_othersEnd;
    }
    __lib_i_opt_othersEnd = __lib_optind;
  }`,
];

/** The first option from \`at\` on. */
const skip: LibraryPart = [
  'i_opt_skip',
  "int N(int argc, char **argv, int at) { while (at < argc && (argv[at][0] != '-' || argv[at][1] == 0)) at++; return at; }",
];

/** One letter of the group at optind. */
const letter: LibraryPart = [
  'i_opt_option',
  `int N(int argc, char **argv, const char *options, int quiet) {
    char *group = argv[__lib_optind];
    int c = group[__lib_i_opt_letter++];
    int last = group[__lib_i_opt_letter] == 0;
    const char *spec = options;
    while (*spec && (*spec != c || c == ':')) spec++;
    if (*spec == 0) {
      __lib_optopt = c;
      if (last) { __lib_optind++; __lib_i_opt_letter = 0; }
      return '?';
    }
    if (spec[1] != ':') {
      if (last) { __lib_optind++; __lib_i_opt_letter = 0; }
      return c;
    }
    __lib_optarg = last ? (char *)0 : group + __lib_i_opt_letter;
    __lib_optind++;
    __lib_i_opt_letter = 0;
    if (!last || spec[2] == ':') return c;
    if (__lib_optind >= argc) { __lib_optopt = c; return quiet ? ':' : '?'; }
    __lib_optarg = argv[__lib_optind++];
    return c;
  }`,
];

/** The long option at optind, whose name begins at \`name\`; -1 if there is none of that name. */
const long: LibraryPart = [
  'i_opt_long_option',
  `int N(int argc, char **argv, char *name, const struct __lib_i_opt_longer *longer, int *index, int quiet) {
    int length = 0, found = -1, exact = 0, several = 0;
    while (name[length] && name[length] != '=') length++;
    for (int i = 0; longer[i].name; i++) {
      if (__lib_strncmp(longer[i].name, name, length) != 0) continue;
      if (longer[i].name[length] == 0) { found = i; exact = 1; break; }
      if (found >= 0) several = 1;
      else found = i;
    }
    if (found < 0) return -1;
    __lib_optind++;
    if (several && !exact) { __lib_optopt = 0; return '?'; }
    const struct __lib_i_opt_longer *option = longer + found;
    if (name[length] == '=') {
      if (option->has_arg == 0) { __lib_optopt = option->val; return '?'; }
      __lib_optarg = name + length + 1;
    } else if (option->has_arg == 1) {
      if (__lib_optind >= argc) { __lib_optopt = option->val; return quiet ? ':' : '?'; }
      __lib_optarg = argv[__lib_optind++];
    }
    if (index) *index = found;
    if (option->flag == 0) return option->val;
    *option->flag = option->val;
    return 0;
  }`,
];

const longer: LibraryPart = [
  'i_opt_longer',
  'struct N { const char *name; int has_arg; int *flag; int val; };',
];

/** \`only\`: one dash may begin a long option too. */
const all: LibraryPart = [
  'i_opt_getopt',
  `int N(int argc, char **argv, const char *options, const struct __lib_i_opt_longer *longer, int *index, int only) {
    int order = options[0] == '+' || options[0] == '-' ? *options++ : 0;
    int quiet = options[0] == ':';
    __lib_optarg = 0;
    if (__lib_optind == 0) { __lib_optind = 1; __lib_i_opt_letter = 0; __lib_i_opt_others = 1; __lib_i_opt_othersEnd = 1; }
    int result = -1, letters = 1;
    if (__lib_i_opt_letter == 0) {
      if (__lib_optind < __lib_i_opt_othersEnd) __lib_i_opt_othersEnd = __lib_optind;
      if (__lib_optind < __lib_i_opt_others) __lib_i_opt_others = __lib_optind;
      if (order == 0) {
        __lib_i_opt_moveOthers(argv);
        __lib_optind = __lib_i_opt_skip(argc, argv, __lib_optind);
        __lib_i_opt_othersEnd = __lib_optind;
      }
      int at = __lib_optind;
      if (at < argc && argv[at][0] == '-' && argv[at][1] == '-' && argv[at][2] == 0) {
        __lib_optind++;
        __lib_i_opt_moveOthers(argv);
        __lib_i_opt_othersEnd = argc;
        at = __lib_optind = argc;
      }
      if (at >= argc) {
        if (__lib_i_opt_others != __lib_i_opt_othersEnd) __lib_optind = __lib_i_opt_others;
        return -1;
      }
      if (argv[at][0] != '-' || argv[at][1] == 0) {
        if (order == '+') return -1;
        __lib_optarg = argv[__lib_optind++];
        return 1;
      }
      int dashes = argv[at][1] == '-' ? 2 : 1;
      if (longer && (dashes == 2 || (only && (argv[at][2] || !__lib_strchr(options, argv[at][1]))))) {
        result = __lib_i_opt_long_option(argc, argv, argv[at] + dashes, longer, index, quiet);
        letters = result < 0 && dashes == 1 && __lib_strchr(options, argv[at][1]) != 0;
        if (result < 0 && !letters) { __lib_optind++; __lib_optopt = 0; result = '?'; }
      }
      if (letters) __lib_i_opt_letter = 1;
    }
    if (letters) result = __lib_i_opt_option(argc, argv, options, quiet);
    return result;
  }`,
];

const getopt = (name: string, only: number): LibraryPart => [
  name,
  `int N(int argc, char *const *argv, const char *options, const void *longer, int *index) {
    if (argc <= 1) return -1;
    return __lib_i_opt_getopt(argc, (char **)argv, options, longer, index, ${only});
  }`,
];

export const options: readonly LibraryPart[] = [
  ['optind', 'int N = 1;'],
  ['opterr', 'int N = 1;'],
  ['optopt', "int N = '?';"],
  ['optarg', 'char *N;'],
  ...state,
  longer,
  shift,
  rotate,
  moveOthers,
  skip,
  letter,
  long,
  all,
  [
    'getopt',
    `int N(int argc, char *const *argv, const char *options) {
      if (argc <= 1) return -1;
      return __lib_i_opt_getopt(argc, (char **)argv, options, 0, 0, 0);
    }`,
  ],
  getopt('getopt_long', 0),
  getopt('getopt_long_only', 1),
];
