/* Kernel-style barriers that are there or not: -DFENCE_TSO leaves smp_mb in, -DFENCE_PSO smp_wmb as well. Without them only
 * the compiler is told.
 */
#ifndef CLASSIC_BARRIERS_H
#define CLASSIC_BARRIERS_H

#include "../../c/barriers.h"

#if !defined(FENCE_TSO) && !defined(FENCE_PSO)
#undef smp_mb
#define smp_mb() barrier()
#endif

#ifndef FENCE_PSO
#undef smp_wmb
#define smp_wmb() barrier()
#endif

#endif
