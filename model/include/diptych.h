/*
 * The intrinsics: all that diptych adds to C. The model of the library (model/) is written with them, and the passes over a module
 * (src/module) know these names and no other name of a library.
 *
 * Strings are literals. A `test` is one of DIPTYCH_EQ, NE, GE, LT; an `op` is one of DIPTYCH_SET, ADD, OR, AND; an `order` is one
 * of C11's (__ATOMIC_RELAXED and so on). Comparisons are of signed numbers of 32 bits.
 *
 * A plain access in the model is an access of the program's at the place of its call: it may be part of a data race. An access with an
 * order of relaxed is no access of the program's to the race detector.
 */
#ifndef DIPTYCH_H
#define DIPTYCH_H

enum { DIPTYCH_EQ, DIPTYCH_NE, DIPTYCH_GE, DIPTYCH_LT };
enum { DIPTYCH_SET, DIPTYCH_ADD, DIPTYCH_OR, DIPTYCH_AND };
/* Flags of an allocation: the bytes are 0; the block ends with the function that allocates it. */
enum { DIPTYCH_ZEROED = 1, DIPTYCH_OF_FUNCTION = 2 };

#ifdef __cplusplus
extern "C" {
#endif

/* Threads. */

/* Starts a thread that calls f(a, b) and returns its number, counted from 1; main is 0. A full fence. The thread knows f, a and b
   where the caller knows them. If `number` is not 0 the number is stored there before the thread starts, so that the thread finds it. */
int __diptych_spawn(void (*f)(void *, void *), void *a, void *b, unsigned long *number);
/* The same for a function of three arguments. */
int __diptych_spawn_with(void (*f)(void *, void *, unsigned long), void *a, void *b, unsigned long *number, unsigned long c);
/* Ends the thread here, whatever calls are open. A full fence. */
void __diptych_end(void) __attribute__((noreturn));
/* Waits until thread t has ended. A full fence. A number that no thread has is the finding `invalid-join`. */
void __diptych_join(int t);
/* The number of the thread: a constant once the threads are known. */
int __diptych_self(void);
/* The number of threads of the program: a constant once the threads are known, so that a loop up to it is written out. */
int __diptych_threads(void);
/* The place in thread t of what `own`, a place in a thread-local object, is in this thread. */
void *__diptych_of_thread(void *own, int t);
/* Ends the process: no thread runs any more. */
void __diptych_exit_now(int status) __attribute__((noreturn));

/* Waiting. */

/* Waits until `*cell test value` holds, changes the cell in the same step, and returns the value before. A locked instruction that
   acquires. A thread that waits for ever is part of a deadlock; `why` says what it waits for, and `%p` in it is the name of `object`
   in the program. */
int __diptych_take(int *cell, int test, int value, int op, int change, const void *object, const char *why);
/* The same without a change: a load of that order that waits. */
int __diptych_await(int *cell, int test, int value, int order, const void *object, const char *why);
/* If `*cell test value` holds, changes the cell with a locked instruction of that order; if not, it is a plain load without a fence and
   without an order. One step; returns the value before. */
int __diptych_try_change(int *cell, int test, int value, int op, int change, int order);
/* Sets the cell to 0. The cell must hold `holder`, else it is the finding of an unlock by another thread. A locked instruction if the
   order is seq_cst, a plain store if it is release. */
void __diptych_give_back(int *cell, int holder, int order);
/* While `may` is not 0, no wait of this thread is part of a deadlock: something that is still to come may end it. */
void __diptych_interruptible(int may);
/* 0 or 1: whether a wait ends without a wakeup. In a loop that only looks and waits again it is 1 at most in the last round, and never
   where the mutex was taken just before; elsewhere in a loop it is 1 up to the loop's bound, and the answer says so. With 0 for the
   mutex it is never 1 in a loop. */
int __diptych_spurious(int *mutex);
/* The thread begins to wait for the condition with the mutex; both marks will be in the gate and in the cell `held`. Threads that wait for
   one condition with two mutexes are a finding; where that cannot be, `held` is not written. */
void __diptych_waits_with(void *condition, void *mutex, int condition_mark, int mutex_mark, int *gate, int *held);

/* Atomic sections. */

/* The instructions between are one step. A full fence if any of them touches memory. */
void __diptych_atomic_begin(void);
void __diptych_atomic_end(void);

/* Choices and findings. */

/* Any number from 0 to n - 1, chosen where it stands, also in an atomic section. n may be a value. */
int __diptych_choose(int n);
/* Gives n bytes any values. */
void __diptych_any(void *p, unsigned long n);
/* Executions in which c is 0 do not exist. */
void __diptych_assume(int c);
/* A finding of that kind if c is 0: assertion, misuse, out-of-bounds, invalid-join, ... */
void __diptych_require(int c, const char *kind, const char *text);
/* The search does not go on from here; the answer is bounded and says why. The reason is "limit": the program needs more than `detail`. */
void __diptych_cut(const char *reason, const char *detail) __attribute__((noreturn));
/* The search may stop here as at a cut, or go on; the answer is bounded. */
void __diptych_may_cut(const char *reason, const char *detail);
/* Where this call remains after constants are propagated, the program is refused with the text, at the place of the caller. A character
   may follow, which `%c` in the text stands for. */
void __diptych_refuse(const char *text, ...);
/* 1 if propagation knows the value of x, else 0; decided after propagation. */
int __diptych_known(long x);
/* The object changes. An object counts as one that never changes until a thread is followed that writes it. Threads that have read it by
   then are followed again. That is saved where a function that reads the object writes it later. */
void __diptych_changes(const void *object);

/* The program uses a cell, such as the gate of a thread, with an object, such as a condition. */
void __diptych_uses(void *cell, void *object);
/* 1 if it does somewhere, else 0. */
int __diptych_used(void *cell, void *object);

/* 1 if the program may write the int, else 0. */
int __diptych_written(int *place);
/* The least index above `index` of an int of the array that the program may write; `count` if there is none. */
int __diptych_next_written(int *array, int index, int count);

/* Memory. */

/* A new block of n bytes. No fence. */
void *__diptych_allocate(unsigned long n, unsigned long align, int flags);
/* Ends the life of a block: a write of all of it, no fence. Findings if p is no block, or was released before. */
void __diptych_release(void *p);
/* The size that was asked for when the block was allocated. */
unsigned long __diptych_block_size(void *p);
/* The n bytes may not be read before they are written again: the end of a lock or condition. */
void __diptych_destroy(void *p, unsigned long n);
/* Copies n bytes as if all were read before any is written, whatever the widths of the cells. */
void __diptych_copy(void *to, const void *from, unsigned long n);
void __diptych_fill(void *p, int byte, unsigned long n);
/* memcmp, without dividing cells into bytes. */
int __diptych_compare(const void *a, const void *b, unsigned long n);
/* Reads n bytes and forgets them: for races, bounds, and bytes without a value. */
void __diptych_reads(const void *p, unsigned long n);

/* Control. */

/* setjmp: returns 0, and again the value that a jump gives. */
int __diptych_landing(long *buffer) __attribute__((returns_twice));
/* longjmp. */
void __diptych_jump(long *buffer, int value) __attribute__((noreturn));
/* From here to the matching end f may run between any two events of this thread, on its stack; 0: nothing runs. f is asked in one of these ways. It is
   a point between two events: whatever may come runs, or not. A wait begins: the value is whether something that is still to come may end
   it, and then it is no part of a deadlock. A handler in a handler ends, in which nothing comes: if something may, f cuts the search. */
enum { DIPTYCH_COMES, DIPTYCH_WAITS, DIPTYCH_DEEPER };
void __diptych_between(int (*f)(int ask));
void __diptych_between_end(void);
/* 0 or 1: whether the signal of that number comes from outside here. It may as well come elsewhere. */
int __diptych_comes(int number);
/* 1 if this is called by the function f, or by a function that f calls; else 0. */
int __diptych_within(void *f);
/* The address of the function of that name, or 0. */
void *__diptych_symbol(const char *name);
/* Calls what runs before main, and after it, in the order that the program gives: constructors and destructors of files. The former have
   the arguments of main. */
void __diptych_before_main(int argc, char **argv, char **environment);
void __diptych_after_main(void);

#ifdef __cplusplus
}
#endif

#endif
