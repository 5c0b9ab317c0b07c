#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __diptych_assert(condition, #condition)
#endif
#define static_assert _Static_assert
