/*
 * getopt and its long forms, as glibc has them: arguments that are no options are moved behind the options, unless the letters begin with
 * '+' or '-'. Messages about mistakes are for people, and are not printed.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* The next letter of a group of options (`-abc`), 0 at the beginning of an argument. */
static int __model_letter;
/* The arguments that are no options so far. */
static int __model_others = 1, __model_others_end = 1;

static void __model_shift(char **argv, int to, int from) {
  for (; from > to; from--) argv[from] = argv[from - 1];
}

/* Moves the arguments from `from` up to `to` in front of those from `before` on. */
static void __model_rotate(char **argv, int before, int from, int to) {
  for (; from < to; from++, before++) {
    char *moved = argv[from];
    __model_shift(argv, before, from);
    argv[before] = moved;
  }
}

/* Brings the arguments that are no options behind the options that followed them. */
static void __model_move_others(char **argv) {
  if (__model_others == __model_others_end) __model_others = optind;
  else if (__model_others_end != optind) {
    __model_rotate(argv, __model_others, __model_others_end, optind);
    __model_others += optind - __model_others_end;
  }
  __model_others_end = optind;
}

static int __model_is_option(const char *argument) { return argument[0] == '-' && argument[1] != 0; }
static int __model_is_end_of_options(const char *argument) { return argument[0] == '-' && argument[1] == '-' && argument[2] == 0; }

static void __model_next_argument(void) {
  optind++;
  __model_letter = 0;
}

/* One letter of the group at optind. `quiet`: a missing argument is told by ':'. */
static int __model_short_option(int argc, char **argv, const char *letters, int quiet) {
  char *group = argv[optind];
  int c = group[__model_letter++];
  int last = group[__model_letter] == 0;
  const char *found = letters;
  while (*found && (*found != c || c == ':')) found++;
  if (*found == 0) {
    optopt = c;
    if (last) __model_next_argument();
    return '?';
  }
  if (found[1] != ':') {
    if (last) __model_next_argument();
    return c;
  }
  optarg = last ? 0 : group + __model_letter;
  __model_next_argument();
  if (!last || found[2] == ':') return c;
  if (optind >= argc) {
    optopt = c;
    return quiet ? ':' : '?';
  }
  optarg = argv[optind++];
  return c;
}

/* The long option at optind, whose name begins at `name`; -1 if there is none of that name. */
static int __model_long_option(int argc, char **argv, char *name, const struct option *longer, int *index, int quiet) {
  int length = 0, found = -1, exact = 0, several = 0;
  while (name[length] && name[length] != '=') length++;
  for (int i = 0; longer[i].name; i++) {
    if (strncmp(longer[i].name, name, length) != 0) continue;
    if (longer[i].name[length] == 0) {
      found = i;
      exact = 1;
      break;
    }
    if (found >= 0) several = 1;
    else found = i;
  }
  if (found < 0) return -1;
  optind++;
  if (several && !exact) {
    optopt = 0;
    return '?';
  }
  const struct option *option = longer + found;
  if (name[length] == '=') {
    if (option->has_arg == no_argument) {
      optopt = option->val;
      return '?';
    }
    optarg = name + length + 1;
  } else if (option->has_arg == required_argument) {
    if (optind >= argc) {
      optopt = option->val;
      return quiet ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (index) *index = found;
  if (option->flag == 0) return option->val;
  *option->flag = option->val;
  return 0;
}

/* `only`: one dash may begin a long option too. */
static int __model_getopt(int argc, char **argv, const char *letters, const struct option *longer, int *index, int only) {
  if (argc <= 1) return -1;
  int order = letters[0] == '+' || letters[0] == '-' ? *letters++ : 0;
  int quiet = letters[0] == ':';
  optarg = 0;
  if (optind == 0) {
    optind = 1;
    __model_letter = 0;
    __model_others = __model_others_end = 1;
  }
  if (__model_letter != 0) return __model_short_option(argc, argv, letters, quiet);
  if (optind < __model_others_end) __model_others_end = optind;
  if (optind < __model_others) __model_others = optind;
  if (order == 0) {
    __model_move_others(argv);
    while (optind < argc && !__model_is_option(argv[optind])) optind++;
    __model_others_end = optind;
  }
  if (optind < argc && __model_is_end_of_options(argv[optind])) {
    optind++;
    __model_move_others(argv);
    __model_others_end = optind = argc;
  }
  if (optind >= argc) {
    if (__model_others != __model_others_end) optind = __model_others;
    return -1;
  }
  char *argument = argv[optind];
  if (!__model_is_option(argument)) {
    if (order == '+') return -1;
    optarg = argument;
    optind++;
    return 1;
  }
  int dashes = argument[1] == '-' ? 2 : 1;
  if (longer && (dashes == 2 || (only && (argument[2] || !strchr(letters, argument[1]))))) {
    int result = __model_long_option(argc, argv, argument + dashes, longer, index, quiet);
    if (result >= 0) return result;
    if (dashes == 2 || strchr(letters, argument[1]) == 0) {
      optind++;
      optopt = 0;
      return '?';
    }
  }
  __model_letter = 1;
  return __model_short_option(argc, argv, letters, quiet);
}

int getopt(int argc, char *const *argv, const char *letters) { return __model_getopt(argc, (char **)argv, letters, 0, 0, 0); }
int getopt_long(int argc, char *const *argv, const char *letters, const struct option *longer, int *index) {
  return __model_getopt(argc, (char **)argv, letters, longer, index, 0);
}
int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *longer, int *index) {
  return __model_getopt(argc, (char **)argv, letters, longer, index, 1);
}
