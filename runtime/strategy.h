/* Who comes next. All of it with the lock of the scheduler held. */
#ifndef DIPTYCH_STRATEGY_H
#define DIPTYCH_STRATEGY_H
#include <stdint.h>
#pragma GCC visibility push(hidden) /* the program may use the same names */

extern volatile uint64_t steps;               /* scheduling points so far */
void strategy_start(void);
int any_runnable(int but);                    /* but this one; -1 if there is nobody */
int choose(int me);                           /* who has the next turn: `me` may go on if it is RUNNABLE; -1 if nobody can */
int choose_other(int me);                     /* somebody else, if anybody can run */
int64_t first_priority(void);                 /* of a new thread */
#pragma GCC visibility pop
#endif
