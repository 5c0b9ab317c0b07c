/* Dates: the numbers of one are any that a date has. Their text is always the same. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/times.h>
#include <time.h>

#include "include/diptych.h"

enum { MODEL_ANY_DATE = 2147483647 };

static char __model_zone[] = "UTC";
char *tzname[2] = {__model_zone, __model_zone};
long timezone;
int daylight;
void tzset(void) {}

static struct tm __model_own_date;
static char __model_date_text[] = "Thu Jan  1 00:00:00 1970\n";

struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict date) {
  (void)seconds;
  date->tm_sec = __diptych_choose(61);
  date->tm_min = __diptych_choose(60);
  date->tm_hour = __diptych_choose(24);
  date->tm_mday = 1 + __diptych_choose(31);
  date->tm_mon = __diptych_choose(12);
  date->tm_year = 70 + __diptych_choose(200);
  date->tm_wday = __diptych_choose(7);
  date->tm_yday = __diptych_choose(366);
  date->tm_isdst = 0;
  date->tm_gmtoff = 0;
  date->tm_zone = __model_zone;
  return date;
}
struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict date) { return localtime_r(seconds, date); }
struct tm *localtime(const time_t *seconds) { return localtime_r(seconds, &__model_own_date); }
struct tm *gmtime(const time_t *seconds) { return localtime_r(seconds, &__model_own_date); }

time_t mktime(struct tm *date) {
  (void)date;
  return __diptych_choose(MODEL_ANY_DATE);
}
time_t timegm(struct tm *date) { return mktime(date); }
double difftime(time_t end, time_t begin) { return end - begin; }

char *ctime(const time_t *seconds) {
  (void)seconds;
  return __model_date_text;
}
char *asctime(const struct tm *date) {
  (void)date;
  return __model_date_text;
}
char *ctime_r(const time_t *restrict seconds, char *restrict to) {
  (void)seconds;
  return strcpy(to, __model_date_text);
}
char *asctime_r(const struct tm *restrict date, char *restrict to) {
  (void)date;
  return strcpy(to, __model_date_text);
}

/* The format as it is. */
size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict date) {
  (void)date;
  size_t n = strlen(format);
  if (n >= size) return 0;
  strcpy(to, format);
  return n;
}

/* Times that the process used are any. */
clock_t times(struct tms *used) {
  if (used) {
    used->tms_utime = __diptych_choose(MODEL_ANY_DATE);
    used->tms_stime = __diptych_choose(MODEL_ANY_DATE);
    used->tms_cutime = __diptych_choose(MODEL_ANY_DATE);
    used->tms_cstime = __diptych_choose(MODEL_ANY_DATE);
  }
  return __diptych_choose(MODEL_ANY_DATE);
}
