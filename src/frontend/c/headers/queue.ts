// <sys/queue.h> of the BSDs: lists as macros. The four kinds differ in what they can do at their end and backwards.

/** Functions that all kinds have, by the names of their kind. */
const common = (kind: string, first: string, next: string): string => `
#define ${kind}_FIRST(head) ((head)->${first})
#define ${kind}_EMPTY(head) ((head)->${first} == (void *)0)
#define ${kind}_NEXT(element, field) ((element)->field.${next})
#define ${kind}_FOREACH(var, head, field) \\
  for ((var) = ${kind}_FIRST(head); (var); (var) = ${kind}_NEXT(var, field))
#define ${kind}_FOREACH_SAFE(var, head, field, other) \\
  for ((var) = ${kind}_FIRST(head); (var) && ((other) = ${kind}_NEXT(var, field), 1); (var) = (other))
`;

/** A head with a pointer to the last link, so that elements can be added at the end. */
const withEnd = (kind: string, first: string, last: string, next: string): string => `
#define ${kind}_HEAD_INITIALIZER(head) { (void *)0, &(head).${first} }
#define ${kind}_INIT(head) do { (head)->${first} = (void *)0; (head)->${last} = &(head)->${first}; } while (0)
${common(kind, first, next)}`;

export const queueHeader = `#pragma once
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { (void *)0 }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_INIT(head) do { (head)->slh_first = (void *)0; } while (0)
${common('SLIST', 'slh_first', 'sle_next')}
#define SLIST_INSERT_HEAD(head, e, f) do { (e)->f.sle_next = (head)->slh_first; (head)->slh_first = (e); } while (0)
#define SLIST_INSERT_AFTER(o, e, f) do { (e)->f.sle_next = (o)->f.sle_next; (o)->f.sle_next = (e); } while (0)
#define SLIST_REMOVE_HEAD(head, f) do { (head)->slh_first = (head)->slh_first->f.sle_next; } while (0)
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { (void *)0 }
#define LIST_ENTRY(type) struct { struct type *le_next; struct type **le_prev; }
#define LIST_INIT(head) do { (head)->lh_first = (void *)0; } while (0)
${common('LIST', 'lh_first', 'le_next')}
#define LIST_INSERT_HEAD(head, e, f) do { \\
  if (((e)->f.le_next = (head)->lh_first)) (head)->lh_first->f.le_prev = &(e)->f.le_next; \\
  (head)->lh_first = (e); (e)->f.le_prev = &(head)->lh_first; } while (0)
#define LIST_INSERT_AFTER(o, e, f) do { \\
  if (((e)->f.le_next = (o)->f.le_next)) (o)->f.le_next->f.le_prev = &(e)->f.le_next; \\
  (o)->f.le_next = (e); (e)->f.le_prev = &(o)->f.le_next; } while (0)
#define LIST_REMOVE(e, f) do { \\
  if ((e)->f.le_next) (e)->f.le_next->f.le_prev = (e)->f.le_prev; \\
  *(e)->f.le_prev = (e)->f.le_next; } while (0)
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first; struct type **stqh_last; }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
${withEnd('STAILQ', 'stqh_first', 'stqh_last', 'stqe_next')}
#define STAILQ_INSERT_HEAD(head, e, f) do { \\
  if (((e)->f.stqe_next = (head)->stqh_first) == (void *)0) (head)->stqh_last = &(e)->f.stqe_next; \\
  (head)->stqh_first = (e); } while (0)
#define STAILQ_INSERT_TAIL(head, e, f) do { \\
  (e)->f.stqe_next = (void *)0; *(head)->stqh_last = (e); (head)->stqh_last = &(e)->f.stqe_next; } while (0)
#define STAILQ_REMOVE_HEAD(head, f) do { \\
  if (((head)->stqh_first = (head)->stqh_first->f.stqe_next) == (void *)0) \\
    (head)->stqh_last = &(head)->stqh_first; } while (0)
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first; struct type **tqh_last; }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next; struct type **tqe_prev; }
${withEnd('TAILQ', 'tqh_first', 'tqh_last', 'tqe_next')}
#define TAILQ_INSERT_HEAD(head, e, f) do { \\
  if (((e)->f.tqe_next = (head)->tqh_first)) (head)->tqh_first->f.tqe_prev = &(e)->f.tqe_next; \\
  else (head)->tqh_last = &(e)->f.tqe_next; \\
  (head)->tqh_first = (e); (e)->f.tqe_prev = &(head)->tqh_first; } while (0)
#define TAILQ_INSERT_TAIL(head, e, f) do { \\
  (e)->f.tqe_next = (void *)0; (e)->f.tqe_prev = (head)->tqh_last; \\
  *(head)->tqh_last = (e); (head)->tqh_last = &(e)->f.tqe_next; } while (0)
#define TAILQ_REMOVE(head, e, f) do { \\
  if ((e)->f.tqe_next) (e)->f.tqe_next->f.tqe_prev = (e)->f.tqe_prev; \\
  else (head)->tqh_last = (e)->f.tqe_prev; \\
  *(e)->f.tqe_prev = (e)->f.tqe_next; } while (0)
`;
