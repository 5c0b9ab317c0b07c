/* For programs that are recorded: what the recorder cannot see by itself. Without the recorder it is what it says. */
#ifndef DIPTYCH_H
#define DIPTYCH_H
#ifdef __cplusplus
extern "C" {
#endif
void diptych_fence(int order) __attribute__((weak));
#ifdef __cplusplus
}
#endif
/* A full fence, instead of asm("mfence"). */
#define DIPTYCH_FENCE() do { if (diptych_fence) diptych_fence(__ATOMIC_SEQ_CST); else __atomic_thread_fence(__ATOMIC_SEQ_CST); } while (0)
#endif
