/* Intrinsic functions of the processor that programs use. */
#pragma once
#define _mm_pause() __builtin_ia32_pause()
#define _mm_mfence() __sync_synchronize()
#define _mm_sfence() __asm__ volatile("sfence" ::: "memory")
#define _mm_lfence() __asm__ volatile("lfence" ::: "memory")
