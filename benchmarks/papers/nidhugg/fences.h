/* The fences of this folder. -DFENCE_TSO puts in those that TSO asks for, between a store and a later load;
 * -DFENCE_PSO also those that PSO asks for, between two stores.
 */
#ifndef FENCES_H
#define FENCES_H

#if defined(FENCE_TSO) || defined(FENCE_PSO)
#define fence_store_load() __sync_synchronize()
#else
#define fence_store_load()
#endif

#ifdef FENCE_PSO
#define fence_store_store() __sync_synchronize()
#else
#define fence_store_store()
#endif

#endif
