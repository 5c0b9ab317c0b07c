/* Writing the log. Only the thread that has the turn writes. */
#ifndef DIPTYCH_LOG_H
#define DIPTYCH_LOG_H
#include "record.h"
#pragma GCC visibility push(hidden) /* the program may use the same names */

void log_open(void);
void log_flag(uint32_t flag);
void log_detach(void);                        /* a forked child does not write */
uint64_t log_add(struct record record);       /* its place, or 0 if there is no room */
struct record *log_at(uint64_t place);
uint64_t log_number(uint64_t place);          /* of the record there, from 0 */
struct record_header *log_header(void);
void log_maps(void);                          /* saves the memory map, for symbols */
#pragma GCC visibility pop
#endif
