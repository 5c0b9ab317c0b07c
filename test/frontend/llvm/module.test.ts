import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLlvm } from '../../../src/frontend/llvm/index.js';
import { parseModule } from '../../../src/module/parse.js';
import { printModule } from '../../../src/module/print.js';
import { emitted } from './emitted.js';

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** Layouts have the numbers of the debug information, which differ. */
const numbered = (text: string): string => text.replace(/"(array|pointer|node|struct)\.\d+"/g, '"$1"');

describe('a program of clang', () => {
  const read = (version: number): string =>
    printModule(readLlvm([{ file: 'mp.ll', text: fixture(`mp.clang${version}.ll`) }]));

  it('is the same whether pointers are typed or opaque, and whether debug information is calls or records', () => {
    const [old, middle, recent] = [14, 16, 19].map((version) => numbered(read(version)).split('\n').sort());
    expect(middle).toEqual(old);
    expect(recent).toEqual(old);
  });

  it('has the names, places and members of the source', () => {
    const text = numbered(read(19));
    expect(text).toContain('layout "node" record 16 {"key" 0 "int", "name" 4 "array", "next" 8 "pointer"}\n');
    expect(text).toContain('layout "pointer" pointer "node"\n');
    expect(text).toContain(
      'global @first size 16 align 8 bytes "010000006162" label "first" layout "node" !6:1\n',
    );
    expect(text).toContain('local &3 size 4 align 4 label "i" layout "int" !14:1\n');
    expect(text).toContain('store @ready, 1:i32 seq_cst !15:9\n');
    expect(text).toContain('%9:ptr = element(%6:ptr, %8:i64, 1, 4) !10:');
  });

  it('is a module that can be read back', () => {
    const text = read(16);
    expect(printModule(parseModule(text))).toBe(text);
  });
});

describe('code of a standard library', () => {
  const text = (file: string): string => `
@x = global i32 0
define i32 @main() !dbg !5 {
  store i32 1, ptr @x, !dbg !8
  ret i32 0, !dbg !9
}
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !2)
!2 = !DIFile(filename: "/home/me/own.rs/@/own.1", directory: "/home/me")
!3 = !DIFile(filename: "${file}", directory: "/rustc/1")
!4 = !DIFile(filename: "own.rs", directory: "/home/me")
!5 = distinct !DISubprogram(name: "main", file: !4, line: 1, unit: !1)
!6 = distinct !DISubprogram(name: "store", file: !3, line: 900, unit: !1)
!7 = !DILocation(line: 3, column: 5, scope: !5)
!8 = !DILocation(line: 901, column: 7, scope: !6, inlinedAt: !7)
!9 = !DILocation(line: 4, column: 1, scope: !5)`;
  const places = (file: string): string[] =>
    [...printModule(readLlvm([{ file: 'own.ll', text: text(file) }])).matchAll(/ !(\S+)\n/g)].map(
      ([, place]) => place ?? '',
    );

  it('stands where the program calls it', () => {
    expect(places('library/core/src/sync/atomic.rs')).toEqual(['3:5', '4:1']);
  });

  it('is told from other files of the program', () => {
    expect(places('/home/me/other.rs')).toEqual(['"/home/me/other.rs":901:7', '4:1']);
  });
});

describe('a value that is not defined', () => {
  const stored = (language: string): string =>
    emitted(`define i32 @main() {
  store i32 undef, ptr @x
  ret i32 0
}
@x = global i32 1
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: ${language}, file: !2)
!2 = !DIFile(filename: "own", directory: "/home/me")`);

  it('is any value, but 0 where Rust moves it', () => {
    expect(stored('DW_LANG_C11')).toContain('store @x, undef:i32');
    expect(stored('DW_LANG_Rust')).toContain('store @x, 0:i32');
  });
});

it("cuts Rust's sorts of more elements than one is interested in", () => {
  const name = '_ZN4core5slice4sort6stable14driftsort_main17h09fe4df99fa3c6a0E';
  const text = emitted(
    `define i32 @main() {\n  call void @${name}(ptr @x, i64 3)\n  ret i32 0\n}\n@x = global i32 1\ndefine internal void @${name}(ptr %p, i64 %n) {\n  store i32 2, ptr %p\n  ret void\n}`,
  );
  expect(text).toMatch(
    /driftsort_main\S*\(%0:ptr, %1:i64\) .*\{\nstart:\n {2}intrinsic cut\("limit", "20 elements to sort"\)/,
  );
  expect(text).not.toContain('store');
});

describe('globals', () => {
  it('are bytes with relocations', () => {
    expect(
      emitted(
        '%s = type { i8, ptr, <{ i16, float }> }\n@a = global %s { i8 -1, ptr getelementptr (i8, ptr @b, i64 3), <{ i16, float }> <{ i16 258, float 1.5 }> }\n' +
          '@b = private constant [5 x i8] c"a\\22\\00z\\01"\n@t = thread_local global double 0x3FF8000000000000\n@e = external global i32\n@u = global ptr @e',
      ).split('\n'),
    ).toEqual([
      'global @a size 24 align 8 bytes "ff00000000000000000000000000000002010000c03f" at 8 = @b 3',
      'global @b size 5 align 1 bytes "6122007a01" constant',
      'global @t size 8 align 8 bytes "000000000000f83f" each',
      'global @u size 8 align 8 bytes "" at 0 = @e 0',
      'global @e size 4 align 4',
      '',
    ]);
  });

  it('that are aliases are what they stand for', () => {
    expect(
      emitted('@a = alias void (), ptr @f\n@p = global ptr @a\ndefine void @f() {\n  ret void\n}'),
    ).toContain('global @p size 8 align 8 bytes "" at 0 = @f 0');
  });
});

describe('a program of several files', () => {
  const text = (a: string, b: string): string =>
    printModule(
      readLlvm([
        { file: 'a.ll', text: a },
        { file: 'b.ll', text: b },
      ]),
    )
      .replace(/ !(?:"[^"]*":)?\d+:\d+/g, '')
      .replace(/([%&])\$/g, '$1');

  it('finds definitions in other files and keeps internal names apart', () => {
    const linked = text(
      'declare i32 @g()\ndefine internal i32 @h() {\n  ret i32 1\n}\ndefine i32 @main() {\n  %x = call i32 @h()\n  %y = call i32 @g()\n  ret i32 %y\n}',
      'define internal i32 @h() {\n  ret i32 2\n}\ndefine i32 @g() {\n  %x = call i32 @h()\n  ret i32 %x\n}\ndefine i32 @unused() {\n  frobnicate\n}',
    );
    expect(linked).toContain('%x:i32 = call @h()');
    expect(linked).toContain('%x:i32 = call @h.2()');
    expect(linked).toContain('function @h.2() -> i32 {\n0:\n  return 2:i32\n}');
    expect(linked).not.toContain('unused');
  });

  it('prefers strong definitions, and calls constructors by priority', () => {
    const linked = text(
      '@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]\n' +
        'define internal void @late() {\n  ret void\n}\ndefine internal void @early() {\n  ret void\n}\ndefine weak i32 @g() {\n  ret i32 1\n}\ndefine i32 @main() {\n  %x = call i32 @g()\n  ret i32 %x\n}',
      'define i32 @g() {\n  ret i32 2\n}',
    );
    expect(linked).toContain('constructors @early, @late\n');
    expect(linked).toContain('return 2:i32');
    expect(linked).not.toContain('return 1:i32');
  });
});
