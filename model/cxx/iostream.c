/*
 * std::cout and its kin, and tables of types. Text goes nowhere, and what stands behind << is evaluated by its caller. Names are those of the Itanium ABI, since
 * the bodies that libstdc++ has for them do far more than a program can see.
 */

/* As large as the streams of libstdc++, or larger. */
struct model_stream {
  void *room[64];
};
struct model_stream _ZSt4cout, _ZSt4cerr, _ZSt4clog, _ZSt3cin;

#define MODEL_PUTS(name, type)                                         \
  struct model_stream *name(struct model_stream *stream, type value);  \
  struct model_stream *name(struct model_stream *stream, type value) { \
    (void)value;                                                       \
    return stream;                                                     \
  }
MODEL_PUTS(_ZNSolsEi, int)
MODEL_PUTS(_ZNSolsEj, unsigned)
MODEL_PUTS(_ZNSolsEs, short)
MODEL_PUTS(_ZNSolsEt, unsigned short)
MODEL_PUTS(_ZNSolsEl, long)
MODEL_PUTS(_ZNSolsEm, unsigned long)
MODEL_PUTS(_ZNSolsEx, long long)
MODEL_PUTS(_ZNSolsEy, unsigned long long)
MODEL_PUTS(_ZNSolsEb, _Bool)
MODEL_PUTS(_ZNSolsEd, double)
MODEL_PUTS(_ZNSolsEf, float)
MODEL_PUTS(_ZNSolsEPKv, const void *)
MODEL_PUTS(_ZNSo3putEc, char)
MODEL_PUTS(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, char)
MODEL_PUTS(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc, const char *)
MODEL_PUTS(_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE, const void *)
/* std::endl and std::flush: given to <<, or called */
MODEL_PUTS(_ZNSolsEPFRSoS_E, void *)
struct model_stream *_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(struct model_stream *stream);
struct model_stream *_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(struct model_stream *stream) { return stream; }
struct model_stream *_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(struct model_stream *stream);
struct model_stream *_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(struct model_stream *stream) { return stream; }
struct model_stream *_ZNSo5flushEv(struct model_stream *stream);
struct model_stream *_ZNSo5flushEv(struct model_stream *stream) { return stream; }
struct model_stream *_ZNSo9_M_insertIdEERSoT_(struct model_stream *stream, double value);
struct model_stream *_ZNSo9_M_insertIdEERSoT_(struct model_stream *stream, double value) {
  (void)value;
  return stream;
}
void _ZNSt8ios_base4InitC1Ev(void *init);
void _ZNSt8ios_base4InitC1Ev(void *init) { (void)init; }
void _ZNSt8ios_base4InitD1Ev(void *init);
void _ZNSt8ios_base4InitD1Ev(void *init) { (void)init; }

/* The tables of the classes that describe types: only their addresses are used. */
void *_ZTVN10__cxxabiv117__class_type_infoE[8], *_ZTVN10__cxxabiv120__si_class_type_infoE[8], *_ZTVN10__cxxabiv121__vmi_class_type_infoE[8];
void *_ZTVN10__cxxabiv119__pointer_type_infoE[8], *_ZTVN10__cxxabiv123__fundamental_type_infoE[8];
void *_ZTVN10__cxxabiv116__enum_type_infoE[8], *_ZTVN10__cxxabiv120__function_type_infoE[8];
