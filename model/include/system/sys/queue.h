/* Lists of the BSDs as macros. The kinds differ in what they can do at their end and backwards. */
#pragma once
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { (void *)0 }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_INIT(head) do { (head)->slh_first = (void *)0; } while (0)

#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_EMPTY(head) ((head)->slh_first == (void *)0)
#define SLIST_NEXT(element, field) ((element)->field.sle_next)
#define SLIST_FOREACH(var, head, field) \
  for ((var) = SLIST_FIRST(head); (var); (var) = SLIST_NEXT(var, field))
#define SLIST_FOREACH_SAFE(var, head, field, other) \
  for ((var) = SLIST_FIRST(head); (var) && ((other) = SLIST_NEXT(var, field), 1); (var) = (other))
#define SLIST_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : SLIST_FIRST(head); (var); (var) = SLIST_NEXT(var, field))

#define SLIST_INSERT_HEAD(head, e, f) do { (e)->f.sle_next = (head)->slh_first; (head)->slh_first = (e); } while (0)
#define SLIST_INSERT_AFTER(o, e, f) do { (e)->f.sle_next = (o)->f.sle_next; (o)->f.sle_next = (e); } while (0)
#define SLIST_REMOVE_HEAD(head, f) do { (head)->slh_first = (head)->slh_first->f.sle_next; } while (0)

#define SLIST_REMOVE_AFTER(e, f) do { \
  (e)->f.sle_next = (e)->f.sle_next->f.sle_next; \
   } while (0)
#define SLIST_REMOVE(head, e, type, f) do { \
  if ((head)->slh_first == (e)) SLIST_REMOVE_HEAD((head), f); \
  else { \
    struct type *__before = (head)->slh_first; \
    while (__before->f.sle_next != (e)) __before = __before->f.sle_next; \
    SLIST_REMOVE_AFTER(__before, f); } } while (0)

#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { (void *)0 }
#define LIST_ENTRY(type) struct { struct type *le_next; struct type **le_prev; }
#define LIST_INIT(head) do { (head)->lh_first = (void *)0; } while (0)

#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_EMPTY(head) ((head)->lh_first == (void *)0)
#define LIST_NEXT(element, field) ((element)->field.le_next)
#define LIST_FOREACH(var, head, field) \
  for ((var) = LIST_FIRST(head); (var); (var) = LIST_NEXT(var, field))
#define LIST_FOREACH_SAFE(var, head, field, other) \
  for ((var) = LIST_FIRST(head); (var) && ((other) = LIST_NEXT(var, field), 1); (var) = (other))
#define LIST_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : LIST_FIRST(head); (var); (var) = LIST_NEXT(var, field))

#define LIST_INSERT_HEAD(head, e, f) do { \
  if (((e)->f.le_next = (head)->lh_first)) (head)->lh_first->f.le_prev = &(e)->f.le_next; \
  (head)->lh_first = (e); (e)->f.le_prev = &(head)->lh_first; } while (0)
#define LIST_INSERT_AFTER(o, e, f) do { \
  if (((e)->f.le_next = (o)->f.le_next)) (o)->f.le_next->f.le_prev = &(e)->f.le_next; \
  (o)->f.le_next = (e); (e)->f.le_prev = &(o)->f.le_next; } while (0)
#define LIST_INSERT_BEFORE(o, e, f) do { \
  (e)->f.le_prev = (o)->f.le_prev; (e)->f.le_next = (o); \
  *(o)->f.le_prev = (e); (o)->f.le_prev = &(e)->f.le_next; } while (0)
#define LIST_REMOVE(e, f) do { \
  if ((e)->f.le_next) (e)->f.le_next->f.le_prev = (e)->f.le_prev; \
  *(e)->f.le_prev = (e)->f.le_next; } while (0)
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first; struct type **stqh_last; }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }

#define STAILQ_HEAD_INITIALIZER(head) { (void *)0, &(head).stqh_first }
#define STAILQ_INIT(head) do { (head)->stqh_first = (void *)0; (head)->stqh_last = &(head)->stqh_first; } while (0)
#define STAILQ_CONCAT(one, two) do { \
  if ((two)->stqh_first) { *(one)->stqh_last = (two)->stqh_first; \
     \
    (one)->stqh_last = (two)->stqh_last; STAILQ_INIT(two); } } while (0)
#define STAILQ_INSERT_AFTER(head, o, e, f) do { \
  if (((e)->f.stqe_next = (o)->f.stqe_next)) ; \
  else (head)->stqh_last = &(e)->f.stqe_next; \
  (o)->f.stqe_next = (e);  } while (0)

#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_EMPTY(head) ((head)->stqh_first == (void *)0)
#define STAILQ_NEXT(element, field) ((element)->field.stqe_next)
#define STAILQ_FOREACH(var, head, field) \
  for ((var) = STAILQ_FIRST(head); (var); (var) = STAILQ_NEXT(var, field))
#define STAILQ_FOREACH_SAFE(var, head, field, other) \
  for ((var) = STAILQ_FIRST(head); (var) && ((other) = STAILQ_NEXT(var, field), 1); (var) = (other))
#define STAILQ_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : STAILQ_FIRST(head); (var); (var) = STAILQ_NEXT(var, field))

#define STAILQ_INSERT_HEAD(head, e, f) do { \
  if (((e)->f.stqe_next = (head)->stqh_first) == (void *)0) (head)->stqh_last = &(e)->f.stqe_next; \
  (head)->stqh_first = (e); } while (0)
#define STAILQ_INSERT_TAIL(head, e, f) do { \
  (e)->f.stqe_next = (void *)0; *(head)->stqh_last = (e); (head)->stqh_last = &(e)->f.stqe_next; } while (0)
#define STAILQ_REMOVE_HEAD(head, f) do { \
  if (((head)->stqh_first = (head)->stqh_first->f.stqe_next) == (void *)0) \
    (head)->stqh_last = &(head)->stqh_first; } while (0)

#define STAILQ_REMOVE_AFTER(head, e, f) do { \
  (e)->f.stqe_next = (e)->f.stqe_next->f.stqe_next; \
  if ((e)->f.stqe_next == (void *)0) (head)->stqh_last = &(e)->f.stqe_next; } while (0)
#define STAILQ_REMOVE(head, e, type, f) do { \
  if ((head)->stqh_first == (e)) STAILQ_REMOVE_HEAD((head), f); \
  else { \
    struct type *__before = (head)->stqh_first; \
    while (__before->f.stqe_next != (e)) __before = __before->f.stqe_next; \
    STAILQ_REMOVE_AFTER((head), __before, f); } } while (0)

#define SIMPLEQ_HEAD STAILQ_HEAD
#define SIMPLEQ_HEAD_INITIALIZER STAILQ_HEAD_INITIALIZER
#define SIMPLEQ_ENTRY STAILQ_ENTRY
#define SIMPLEQ_INIT STAILQ_INIT
#define SIMPLEQ_EMPTY STAILQ_EMPTY
#define SIMPLEQ_FIRST STAILQ_FIRST
#define SIMPLEQ_NEXT STAILQ_NEXT
#define SIMPLEQ_FOREACH STAILQ_FOREACH
#define SIMPLEQ_FOREACH_SAFE STAILQ_FOREACH_SAFE
#define SIMPLEQ_INSERT_HEAD STAILQ_INSERT_HEAD
#define SIMPLEQ_INSERT_TAIL STAILQ_INSERT_TAIL
#define SIMPLEQ_INSERT_AFTER STAILQ_INSERT_AFTER
#define SIMPLEQ_REMOVE_HEAD STAILQ_REMOVE_HEAD
#define SIMPLEQ_REMOVE STAILQ_REMOVE
#define SIMPLEQ_CONCAT STAILQ_CONCAT


#define CIRCLEQ_HEAD(name, type) struct name { struct type *cqh_first; struct type *cqh_last; }
#define CIRCLEQ_HEAD_INITIALIZER(head) { (void *)&(head), (void *)&(head) }
#define CIRCLEQ_ENTRY(type) struct { struct type *cqe_next; struct type *cqe_prev; }
#define CIRCLEQ_INIT(head) do { (head)->cqh_first = (void *)(head); (head)->cqh_last = (void *)(head); } while (0)
#define CIRCLEQ_EMPTY(head) ((head)->cqh_first == (void *)(head))
#define CIRCLEQ_FIRST(head) ((head)->cqh_first)
#define CIRCLEQ_LAST(head) ((head)->cqh_last)
#define CIRCLEQ_NEXT(e, f) ((e)->f.cqe_next)
#define CIRCLEQ_PREV(e, f) ((e)->f.cqe_prev)
#define CIRCLEQ_LOOP_NEXT(head, e, f) \
  ((e)->f.cqe_next == (void *)(head) ? (head)->cqh_first : (e)->f.cqe_next)
#define CIRCLEQ_LOOP_PREV(head, e, f) \
  ((e)->f.cqe_prev == (void *)(head) ? (head)->cqh_last : (e)->f.cqe_prev)
#define CIRCLEQ_FOREACH(var, head, f) \
  for ((var) = (head)->cqh_first; (var) != (void *)(head); (var) = (var)->f.cqe_next)
#define CIRCLEQ_FOREACH_REVERSE(var, head, f) \
  for ((var) = (head)->cqh_last; (var) != (void *)(head); (var) = (var)->f.cqe_prev)
#define CIRCLEQ_INSERT_AFTER(head, o, e, f) do { \
  (e)->f.cqe_next = (o)->f.cqe_next; (e)->f.cqe_prev = (o); \
  if ((o)->f.cqe_next == (void *)(head)) (head)->cqh_last = (e); else (o)->f.cqe_next->f.cqe_prev = (e); \
  (o)->f.cqe_next = (e); } while (0)
#define CIRCLEQ_INSERT_BEFORE(head, o, e, f) do { \
  (e)->f.cqe_next = (o); (e)->f.cqe_prev = (o)->f.cqe_prev; \
  if ((o)->f.cqe_prev == (void *)(head)) (head)->cqh_first = (e); else (o)->f.cqe_prev->f.cqe_next = (e); \
  (o)->f.cqe_prev = (e); } while (0)
#define CIRCLEQ_INSERT_HEAD(head, e, f) do { \
  (e)->f.cqe_next = (head)->cqh_first; (e)->f.cqe_prev = (void *)(head); \
  if ((head)->cqh_last == (void *)(head)) (head)->cqh_last = (e); else (head)->cqh_first->f.cqe_prev = (e); \
  (head)->cqh_first = (e); } while (0)
#define CIRCLEQ_INSERT_TAIL(head, e, f) do { \
  (e)->f.cqe_next = (void *)(head); (e)->f.cqe_prev = (head)->cqh_last; \
  if ((head)->cqh_first == (void *)(head)) (head)->cqh_first = (e); else (head)->cqh_last->f.cqe_next = (e); \
  (head)->cqh_last = (e); } while (0)
#define CIRCLEQ_REMOVE(head, e, f) do { \
  if ((e)->f.cqe_next == (void *)(head)) (head)->cqh_last = (e)->f.cqe_prev; \
  else (e)->f.cqe_next->f.cqe_prev = (e)->f.cqe_prev; \
  if ((e)->f.cqe_prev == (void *)(head)) (head)->cqh_first = (e)->f.cqe_next; \
  else (e)->f.cqe_prev->f.cqe_next = (e)->f.cqe_next; } while (0)

#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first; struct type **tqh_last; }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next; struct type **tqe_prev; }

#define TAILQ_HEAD_INITIALIZER(head) { (void *)0, &(head).tqh_first }
#define TAILQ_INIT(head) do { (head)->tqh_first = (void *)0; (head)->tqh_last = &(head)->tqh_first; } while (0)
#define TAILQ_CONCAT(one, two, field) do { \
  if ((two)->tqh_first) { *(one)->tqh_last = (two)->tqh_first; \
    (two)->tqh_first->field.tqe_prev = (one)->tqh_last; \
    (one)->tqh_last = (two)->tqh_last; TAILQ_INIT(two); } } while (0)
#define TAILQ_INSERT_AFTER(head, o, e, f) do { \
  if (((e)->f.tqe_next = (o)->f.tqe_next)) (e)->f.tqe_next->f.tqe_prev = &(e)->f.tqe_next; \
  else (head)->tqh_last = &(e)->f.tqe_next; \
  (o)->f.tqe_next = (e); (e)->f.tqe_prev = &(o)->f.tqe_next; } while (0)

#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_EMPTY(head) ((head)->tqh_first == (void *)0)
#define TAILQ_NEXT(element, field) ((element)->field.tqe_next)
#define TAILQ_FOREACH(var, head, field) \
  for ((var) = TAILQ_FIRST(head); (var); (var) = TAILQ_NEXT(var, field))
#define TAILQ_FOREACH_SAFE(var, head, field, other) \
  for ((var) = TAILQ_FIRST(head); (var) && ((other) = TAILQ_NEXT(var, field), 1); (var) = (other))
#define TAILQ_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : TAILQ_FIRST(head); (var); (var) = TAILQ_NEXT(var, field))

#define TAILQ_INSERT_HEAD(head, e, f) do { \
  if (((e)->f.tqe_next = (head)->tqh_first)) (head)->tqh_first->f.tqe_prev = &(e)->f.tqe_next; \
  else (head)->tqh_last = &(e)->f.tqe_next; \
  (head)->tqh_first = (e); (e)->f.tqe_prev = &(head)->tqh_first; } while (0)
#define TAILQ_INSERT_TAIL(head, e, f) do { \
  (e)->f.tqe_next = (void *)0; (e)->f.tqe_prev = (head)->tqh_last; \
  *(head)->tqh_last = (e); (head)->tqh_last = &(e)->f.tqe_next; } while (0)
#define TAILQ_INSERT_BEFORE(o, e, f) do { \
  (e)->f.tqe_prev = (o)->f.tqe_prev; (e)->f.tqe_next = (o); \
  *(o)->f.tqe_prev = (e); (o)->f.tqe_prev = &(e)->f.tqe_next; } while (0)
#define TAILQ_LAST(head, name) (*((struct name *)((head)->tqh_last))->tqh_last)
#define TAILQ_PREV(e, name, f) (*((struct name *)((e)->f.tqe_prev))->tqh_last)
#define TAILQ_FOREACH_REVERSE(var, head, name, f) \
  for ((var) = TAILQ_LAST(head, name); (var); (var) = TAILQ_PREV(var, name, f))
#define TAILQ_FOREACH_REVERSE_SAFE(var, head, name, f, other) \
  for ((var) = TAILQ_LAST(head, name); (var) && ((other) = TAILQ_PREV(var, name, f), 1); (var) = (other))
#define TAILQ_REMOVE(head, e, f) do { \
  if ((e)->f.tqe_next) (e)->f.tqe_next->f.tqe_prev = (e)->f.tqe_prev; \
  else (head)->tqh_last = (e)->f.tqe_prev; \
  *(e)->f.tqe_prev = (e)->f.tqe_next; } while (0)
