/*
 * The exceptions that libstdc++ has in its shared object. A throw ends the program (support.cpp), so an exception is made and never
 * handled: a table of virtual functions, which a class of the program's sets itself, and its text.
 */

struct model_exception {
  const void *table;
  const char *text;
};

#define MODEL_STRING "RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"

/* The first constructor makes an object, the second a base. A string has the address of its characters first. */
#define MODEL_EXCEPTION(name)                                                                                              \
  void model_##name##_1(struct model_exception *self, const char *text) __asm__("_ZNSt" #name "C1EPKc");                   \
  void model_##name##_1(struct model_exception *self, const char *text) { self->text = text; }                             \
  void model_##name##_2(struct model_exception *self, const char *text) __asm__("_ZNSt" #name "C2EPKc");                   \
  void model_##name##_2(struct model_exception *self, const char *text) { self->text = text; }                             \
  void model_##name##_3(struct model_exception *self, const char *const *text) __asm__("_ZNSt" #name "C1E" MODEL_STRING);  \
  void model_##name##_3(struct model_exception *self, const char *const *text) { self->text = *text; }                     \
  void model_##name##_4(struct model_exception *self, const char *const *text) __asm__("_ZNSt" #name "C2E" MODEL_STRING);  \
  void model_##name##_4(struct model_exception *self, const char *const *text) { self->text = *text; }                     \
  void model_##name##_5(struct model_exception *self) __asm__("_ZNSt" #name "D1Ev");                                       \
  void model_##name##_5(struct model_exception *self) { (void)self; }                                                      \
  void model_##name##_6(struct model_exception *self) __asm__("_ZNSt" #name "D2Ev");                                       \
  void model_##name##_6(struct model_exception *self) { (void)self; }
MODEL_EXCEPTION(11logic_error)
MODEL_EXCEPTION(12domain_error)
MODEL_EXCEPTION(16invalid_argument)
MODEL_EXCEPTION(12length_error)
MODEL_EXCEPTION(12out_of_range)
MODEL_EXCEPTION(13runtime_error)
MODEL_EXCEPTION(11range_error)
MODEL_EXCEPTION(14overflow_error)
MODEL_EXCEPTION(15underflow_error)

void _ZNSt11logic_errorC2ERKS_(struct model_exception *self, const struct model_exception *other);
void _ZNSt11logic_errorC2ERKS_(struct model_exception *self, const struct model_exception *other) { self->text = other->text; }
void _ZNSt13runtime_errorC2ERKS_(struct model_exception *self, const struct model_exception *other);
void _ZNSt13runtime_errorC2ERKS_(struct model_exception *self, const struct model_exception *other) { self->text = other->text; }
const char *_ZNKSt11logic_error4whatEv(const struct model_exception *self);
const char *_ZNKSt11logic_error4whatEv(const struct model_exception *self) { return self->text; }
const char *_ZNKSt13runtime_error4whatEv(const struct model_exception *self);
const char *_ZNKSt13runtime_error4whatEv(const struct model_exception *self) { return self->text; }
const char *_ZNKSt9exception4whatEv(const void *self);
const char *_ZNKSt9exception4whatEv(const void *self) {
  (void)self;
  return "std::exception";
}
void _ZNSt9exceptionD1Ev(void *self);
void _ZNSt9exceptionD1Ev(void *self) { (void)self; }
void _ZNSt9exceptionD2Ev(void *self);
void _ZNSt9exceptionD2Ev(void *self) { (void)self; }

/* A pointer to an exception counts nothing: no program goes on after it is used. */
void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void *self);
void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void *self) { (void)self; }
void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void *self);
void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void *self) { (void)self; }
