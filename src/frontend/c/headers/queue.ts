// <sys/queue.h> of the BSDs: lists as macros. The kinds differ in what they can do at their end and backwards.

/** Functions that all kinds have, by the names of their kind. */
const common = (kind: string, first: string, next: string): string => `
#define ${kind}_FIRST(head) ((head)->${first})
#define ${kind}_EMPTY(head) ((head)->${first} == (void *)0)
#define ${kind}_NEXT(element, field) ((element)->field.${next})
#define ${kind}_FOREACH(var, head, field) \\
  for ((var) = ${kind}_FIRST(head); (var); (var) = ${kind}_NEXT(var, field))
#define ${kind}_FOREACH_SAFE(var, head, field, other) \\
  for ((var) = ${kind}_FIRST(head); (var) && ((other) = ${kind}_NEXT(var, field), 1); (var) = (other))
#define ${kind}_FOREACH_FROM(var, head, field) \\
  for ((var) = (var) ? (var) : ${kind}_FIRST(head); (var); (var) = ${kind}_NEXT(var, field))
`;

/** A head with a pointer to the last link, so that elements can be added at the end. */
const withEnd = (kind: string, first: string, last: string, next: string): string => `
#define ${kind}_HEAD_INITIALIZER(head) { (void *)0, &(head).${first} }
#define ${kind}_INIT(head) do { (head)->${first} = (void *)0; (head)->${last} = &(head)->${first}; } while (0)
#define ${kind}_CONCAT(one, two${kind === 'TAILQ' ? ', field' : ''}) do { \\
  if ((two)->${first}) { *(one)->${last} = (two)->${first}; \\
    ${kind === 'TAILQ' ? '(two)->tqh_first->field.tqe_prev = (one)->tqh_last;' : ''} \\
    (one)->${last} = (two)->${last}; ${kind}_INIT(two); } } while (0)
#define ${kind}_INSERT_AFTER(head, o, e, f) do { \\
  if (((e)->f.${next} = (o)->f.${next})) ${kind === 'TAILQ' ? '(e)->f.tqe_next->f.tqe_prev = &(e)->f.tqe_next' : ''}; \\
  else (head)->${last} = &(e)->f.${next}; \\
  (o)->f.${next} = (e); ${kind === 'TAILQ' ? '(e)->f.tqe_prev = &(o)->f.tqe_next;' : ''} } while (0)
${common(kind, first, next)}`;

/** A list whose elements know only the next one: it is searched for the one before the element that goes. */
const singly = (kind: string, first: string, next: string, last?: string): string => `
#define ${kind}_REMOVE_AFTER(${last === undefined ? '' : 'head, '}e, f) do { \\
  (e)->f.${next} = (e)->f.${next}->f.${next}; \\
  ${last === undefined ? '' : `if ((e)->f.${next} == (void *)0) (head)->${last} = &(e)->f.${next};`} } while (0)
#define ${kind}_REMOVE(head, e, type, f) do { \\
  if ((head)->${first} == (e)) ${kind}_REMOVE_HEAD((head), f); \\
  else { \\
    struct type *__before = (head)->${first}; \\
    while (__before->f.${next} != (e)) __before = __before->f.${next}; \\
    ${kind}_REMOVE_AFTER(${last === undefined ? '' : '(head), '}__before, f); } } while (0)
`;

/** STAILQ under the name it has elsewhere. */
const simple = [
  'HEAD HEAD_INITIALIZER ENTRY INIT EMPTY FIRST NEXT FOREACH FOREACH_SAFE INSERT_HEAD INSERT_TAIL INSERT_AFTER',
  'REMOVE_HEAD REMOVE CONCAT',
]
  .join(' ')
  .split(' ')
  .map((operation) => `#define SIMPLEQ_${operation} STAILQ_${operation}\n`)
  .join('');

/** A ring through the head: its ends point to the head itself. */
const ring = `
#define CIRCLEQ_HEAD(name, type) struct name { struct type *cqh_first; struct type *cqh_last; }
#define CIRCLEQ_HEAD_INITIALIZER(head) { (void *)&(head), (void *)&(head) }
#define CIRCLEQ_ENTRY(type) struct { struct type *cqe_next; struct type *cqe_prev; }
#define CIRCLEQ_INIT(head) do { (head)->cqh_first = (void *)(head); (head)->cqh_last = (void *)(head); } while (0)
#define CIRCLEQ_EMPTY(head) ((head)->cqh_first == (void *)(head))
#define CIRCLEQ_FIRST(head) ((head)->cqh_first)
#define CIRCLEQ_LAST(head) ((head)->cqh_last)
#define CIRCLEQ_NEXT(e, f) ((e)->f.cqe_next)
#define CIRCLEQ_PREV(e, f) ((e)->f.cqe_prev)
#define CIRCLEQ_LOOP_NEXT(head, e, f) \\
  ((e)->f.cqe_next == (void *)(head) ? (head)->cqh_first : (e)->f.cqe_next)
#define CIRCLEQ_LOOP_PREV(head, e, f) \\
  ((e)->f.cqe_prev == (void *)(head) ? (head)->cqh_last : (e)->f.cqe_prev)
#define CIRCLEQ_FOREACH(var, head, f) \\
  for ((var) = (head)->cqh_first; (var) != (void *)(head); (var) = (var)->f.cqe_next)
#define CIRCLEQ_FOREACH_REVERSE(var, head, f) \\
  for ((var) = (head)->cqh_last; (var) != (void *)(head); (var) = (var)->f.cqe_prev)
#define CIRCLEQ_INSERT_AFTER(head, o, e, f) do { \\
  (e)->f.cqe_next = (o)->f.cqe_next; (e)->f.cqe_prev = (o); \\
  if ((o)->f.cqe_next == (void *)(head)) (head)->cqh_last = (e); else (o)->f.cqe_next->f.cqe_prev = (e); \\
  (o)->f.cqe_next = (e); } while (0)
#define CIRCLEQ_INSERT_BEFORE(head, o, e, f) do { \\
  (e)->f.cqe_next = (o); (e)->f.cqe_prev = (o)->f.cqe_prev; \\
  if ((o)->f.cqe_prev == (void *)(head)) (head)->cqh_first = (e); else (o)->f.cqe_prev->f.cqe_next = (e); \\
  (o)->f.cqe_prev = (e); } while (0)
#define CIRCLEQ_INSERT_HEAD(head, e, f) do { \\
  (e)->f.cqe_next = (head)->cqh_first; (e)->f.cqe_prev = (void *)(head); \\
  if ((head)->cqh_last == (void *)(head)) (head)->cqh_last = (e); else (head)->cqh_first->f.cqe_prev = (e); \\
  (head)->cqh_first = (e); } while (0)
#define CIRCLEQ_INSERT_TAIL(head, e, f) do { \\
  (e)->f.cqe_next = (void *)(head); (e)->f.cqe_prev = (head)->cqh_last; \\
  if ((head)->cqh_first == (void *)(head)) (head)->cqh_first = (e); else (head)->cqh_last->f.cqe_next = (e); \\
  (head)->cqh_last = (e); } while (0)
#define CIRCLEQ_REMOVE(head, e, f) do { \\
  if ((e)->f.cqe_next == (void *)(head)) (head)->cqh_last = (e)->f.cqe_prev; \\
  else (e)->f.cqe_next->f.cqe_prev = (e)->f.cqe_prev; \\
  if ((e)->f.cqe_prev == (void *)(head)) (head)->cqh_first = (e)->f.cqe_next; \\
  else (e)->f.cqe_prev->f.cqe_next = (e)->f.cqe_next; } while (0)
`;

export const queueHeader = (): string => `#pragma once
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { (void *)0 }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_INIT(head) do { (head)->slh_first = (void *)0; } while (0)
${common('SLIST', 'slh_first', 'sle_next')}
#define SLIST_INSERT_HEAD(head, e, f) do { (e)->f.sle_next = (head)->slh_first; (head)->slh_first = (e); } while (0)
#define SLIST_INSERT_AFTER(o, e, f) do { (e)->f.sle_next = (o)->f.sle_next; (o)->f.sle_next = (e); } while (0)
#define SLIST_REMOVE_HEAD(head, f) do { (head)->slh_first = (head)->slh_first->f.sle_next; } while (0)
${singly('SLIST', 'slh_first', 'sle_next')}
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
#define LIST_INSERT_BEFORE(o, e, f) do { \\
  (e)->f.le_prev = (o)->f.le_prev; (e)->f.le_next = (o); \\
  *(o)->f.le_prev = (e); (o)->f.le_prev = &(e)->f.le_next; } while (0)
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
${singly('STAILQ', 'stqh_first', 'stqe_next', 'stqh_last')}
${simple}
${ring}
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
#define TAILQ_INSERT_BEFORE(o, e, f) do { \\
  (e)->f.tqe_prev = (o)->f.tqe_prev; (e)->f.tqe_next = (o); \\
  *(o)->f.tqe_prev = (e); (o)->f.tqe_prev = &(e)->f.tqe_next; } while (0)
#define TAILQ_LAST(head, name) (*((struct name *)((head)->tqh_last))->tqh_last)
#define TAILQ_PREV(e, name, f) (*((struct name *)((e)->f.tqe_prev))->tqh_last)
#define TAILQ_FOREACH_REVERSE(var, head, name, f) \\
  for ((var) = TAILQ_LAST(head, name); (var); (var) = TAILQ_PREV(var, name, f))
#define TAILQ_FOREACH_REVERSE_SAFE(var, head, name, f, other) \\
  for ((var) = TAILQ_LAST(head, name); (var) && ((other) = TAILQ_PREV(var, name, f), 1); (var) = (other))
#define TAILQ_REMOVE(head, e, f) do { \\
  if ((e)->f.tqe_next) (e)->f.tqe_next->f.tqe_prev = (e)->f.tqe_prev; \\
  else (head)->tqh_last = (e)->f.tqe_prev; \\
  *(e)->f.tqe_prev = (e)->f.tqe_next; } while (0)
`;
