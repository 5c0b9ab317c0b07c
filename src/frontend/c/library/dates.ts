// Dates: the numbers of one are any that a date has. Their text is always the same.

import type { LibraryPart } from './part.js';

/** struct tm as time.h has it. */
const tm =
  'struct { int sec, min, hour, mday, mon, year, wday, yday, isdst; long gmtoff; const char *zone; }';

const text = 'Thu Jan  1 00:00:00 1970\\n';

export const dates: readonly LibraryPart[] = [
  ['timezone', 'long N;'],
  ['daylight', 'int N;'],
  ['tzname', 'char *N[2] = {"UTC", "UTC"};'],
  [
    'i_date',
    `void N(void *date) {
      ${tm} *d = date;
      d->sec = __diptych_choose(61);
      d->min = __diptych_choose(60);
      d->hour = __diptych_choose(24);
      d->mday = 1 + __diptych_choose(31);
      d->mon = __diptych_choose(12);
      d->year = 70 + __diptych_choose(200);
      d->wday = __diptych_choose(7);
      d->yday = __diptych_choose(366);
      d->isdst = 0;
      d->gmtoff = 0;
      d->zone = "UTC";
    }`,
  ],
  ['i_own_date', `${tm} N;`],
  ['i_text', `char N[26] = "${text}";`],
  ...['localtime_r', 'gmtime_r'].map(
    (name): LibraryPart => [
      name,
      'void *N(const long *seconds, void *date) { __lib_i_date(date); return date; }',
    ],
  ),
  ...['localtime', 'gmtime'].map(
    (name): LibraryPart => [
      name,
      'void *N(const long *seconds) { __lib_i_date(&__lib_i_own_date); return &__lib_i_own_date; }',
    ],
  ),
  ...['mktime', 'timegm'].map(
    (name): LibraryPart => [name, 'long N(void *date) { return __diptych_choose(2147483647); }'],
  ),
  ['difftime', 'double N(long end, long begin) { return end - begin; }'],
  ...['ctime', 'asctime'].map(
    (name): LibraryPart => [name, 'char *N(const void *time) { return __lib_i_text; }'],
  ),
  ...['ctime_r', 'asctime_r'].map(
    (name): LibraryPart => [
      name,
      'char *N(const void *time, char *s) { return __lib_strcpy(s, __lib_i_text); }',
    ],
  ),
  // the format as it is
  [
    'strftime',
    `unsigned long N(char *s, unsigned long most, const char *format, const void *date) {
      unsigned long n = __lib_strlen(format);
      if (n >= most) return 0;
      __lib_strcpy(s, format);
      return n;
    }`,
  ],
];
