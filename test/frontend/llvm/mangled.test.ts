import { expect, it } from 'vitest';
import { isOfRust, plainName } from '../../../src/frontend/llvm/debug/mangled.js';

it.each([
  [
    '_RNvMNtNtNtCsjrHSEGnQ3l9_3std4sync4mpmc7contextNtB2_7Context3new',
    'std::sync::mpmc::context::Context::new',
  ],
  [
    '_RNvNvMs_NtCslNYArtu3iFV_5alloc3vecINtB6_3VecppE6remove13assert_failed',
    'alloc::vec::Vec::remove::assert_failed',
  ],
  [
    '_ZN4core5slice4sort6stable14driftsort_main17h0123456789abcdefE',
    'core::slice::sort::stable::driftsort_main',
  ],
])('names a function of Rust: %s', (symbol, name) => {
  expect(plainName(symbol)).toBe(name);
  expect(isOfRust(symbol)).toBe(true);
});

it.each([
  ['_ZNSt6thread4joinEv', 'std::thread::join'],
  ['_Z3getv', 'get'],
  ['_ZSt11_Hash_bytesPKvmm', 'std::_Hash_bytes'],
  ['_ZNK3net6Socket4openEi', 'net::Socket::open'],
  ['open', undefined],
  ['_start', undefined],
])('names a function of C++ or C: %s', (symbol, name) => {
  expect(plainName(symbol)).toBe(name);
  expect(isOfRust(symbol)).toBe(false);
});
