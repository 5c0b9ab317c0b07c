/* clang as a package has no <assert.h>. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif
#define static_assert _Static_assert
