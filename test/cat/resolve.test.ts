import { describe, expect, test } from 'vitest';
import type { CatModel } from '../../src/cat/ast.js';
import { loadModel } from '../../src/cat/models.js';
import { printExpr } from '../../src/cat/print.js';
import { type IncludeResolver, parseCat } from '../../src/cat/resolve.js';
import { modelNames } from '../../src/execution/execution.js';
import { InputError } from '../../src/support/diagnostic.js';

function axioms(model: CatModel): string[] {
  return model.axioms.map((a) => {
    const test = `${a.flag ? 'flag ' : ''}${a.negated ? '~' : ''}${a.kind}`;
    return `${test} ${printExpr(a.value, model.bindings)} as ${a.name}`;
  });
}

function definition(model: CatModel, name: string): string | undefined {
  const binding = model.bindings.findLast((b) => b.name === name);
  return binding && printExpr(binding.value, model.bindings);
}

function diagnosticOf(text: string, includes?: IncludeResolver) {
  try {
    parseCat(text, 'm.cat', includes);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic;
    throw error;
  }
  return undefined;
}

describe('the shipped models', () => {
  test.each(modelNames)('%s resolves and ends with its own axiom', (name) => {
    const model = loadModel(name);
    expect(model.name).toBe(name.toUpperCase());
    expect(model.axioms.map((a) => a.name)).toEqual(['coherence', 'atomicity', name]);
    expect(loadModel(name)).toBe(model);
  });
});

describe('expressions', () => {
  test.each([
    // loosest to tightest: | ; \ & * ~ postfix
    ['po | rf; co', 'po | rf; co'],
    ['(po | rf); co', '(po | rf); co'],
    ['po; rf \\ co', 'po; rf \\ co'],
    ['(po; rf) \\ co', '(po; rf) \\ co'],
    ['po \\ rf \\ co', 'po \\ rf \\ co'],
    ['po \\ (rf \\ co)', 'po \\ (rf \\ co)'],
    ['po & rf \\ co', 'po & rf \\ co'],
    ['po & _ * R', 'po & _ * R'],
    ['~po & rf', '~po & rf'],
    ['~(po & rf)', '~(po & rf)'],
    ['~po^-1', '~po^-1'],
    ['po+', 'po^+'],
    ['po^+', 'po^+'],
    ['po*', 'po^*'],
    ['po*; rf', 'po^*; rf'],
    ['po ^* ; rf?', 'po^*; rf?'],
    ['po?+', 'po?^+'],
    ['R*W', 'R * W'],
    ['[R];po;[W]', '[R]; po; [W]'],
    ['(po;rf);(co;rf)', 'po; rf; co; rf'],
    ['domain(po) * range rf', 'domain(po) * range(rf)'],
    ['begin po | rf end', 'po | rf'],
    ['let x = po and y = rf in x;y', 'po; rf'],
    ['try nothing with po', 'po'],
    ['try addr with 0', '0'],
    ['if "variant" then rf else po', 'po'],
    ['0 | po', 'po'],
    ['{} * R', '0'],
    ['po (* a (* nested *) comment *) // and another\n | rf # and one more', 'po | rf'],
  ])('%s', (text, printed) => {
    const model = parseCat(`empty ${text}`, 'm.cat');
    expect(printExpr(model.axioms[0].value, model.bindings)).toBe(printed);
  });

  test('equal ones are the same object', () => {
    const [a, b] = parseCat('empty po & rf; co  let f(x) = x & rf; co  empty f(po)', 'm.cat').axioms;
    expect(a.value).toBe(b.value);
  });

  test.each([
    ['rf^-1;co', 'fr'],
    ['(rf^-1;co) \\ id', 'fr \\ id'],
    ['[R];rf^-1;co;[W]', '[R]; fr; [W]'],
    ['rf^-1?;co', 'co | fr'],
    ['invrf;co', 'fr'],
    ['rf^-1;coe', 'rf^-1; coe'],
  ])('%s is read as %s', (text, printed) => {
    const model = parseCat(`let invrf = rf^-1  empty ${text}`, 'm.cat');
    expect(printExpr(model.axioms[0].value, model.bindings)).toBe(printed);
  });
});

describe('definitions', () => {
  test('a function keeps the meaning of the names around it', () => {
    const model = parseCat('let a = po  let f(x) = a | x  let a = rf  empty f(co)', 'm.cat');
    expect(axioms(model)).toEqual(['empty a | co as empty a | co']);
    const { value } = model.axioms[0];
    if (value.kind !== 'union' || value.left.kind !== 'ref') throw new Error('a union of a name');
    expect(printExpr(model.bindings[value.left.binding].value, model.bindings)).toBe('po');
  });

  test('of `let ... and ...` do not see each other', () => {
    expect(definition(parseCat('let a = po  let a = rf and b = a  empty b', 'm.cat'), 'b')).toBe('a');
    const model = parseCat('let a = po  let a = rf and b = a  empty b', 'm.cat');
    expect(model.groups.flatMap((g) => g.bindings).map((b) => model.bindings[b].name)).toEqual(['a', 'b']);
  });

  test('that no axiom needs are left out', () => {
    const model = parseCat('let a = po  let b = rf  acyclic b', 'm.cat');
    expect(model.groups.flatMap((g) => g.bindings).map((b) => model.bindings[b].name)).toEqual(['b']);
  });

  test('by recursion form one group and have types', () => {
    const model = parseCat('let rec r = po | r;s and s = [t];r and t = range r | W  acyclic r', 'm.cat');
    const group = model.groups.find((g) => g.recursive);
    expect(group?.bindings.map((b) => `${model.bindings[b].name}: ${model.bindings[b].type}`)).toEqual([
      'r: relation',
      's: relation',
      't: set',
    ]);
  });

  test('by recursion may be local', () => {
    const model = parseCat('let tc(r) = let rec t = r | t;r in t  acyclic tc(po)', 'm.cat');
    expect(axioms(model)).toEqual(['acyclic t as acyclic t']);
    expect(definition(model, 't')).toBe('po | t; po');
  });
});

describe('instructions', () => {
  test('checks may be named, negated and flags', () => {
    const model = parseCat(
      'acyclic po as a  ~empty rf  flag ~irreflexive po as b  show po, rf  unshow co',
      'm.cat',
    );
    expect(axioms(model)).toEqual(['acyclic po as a', '~empty rf as ~empty rf', 'flag ~irreflexive po as b']);
  });

  test('procedures check what they are called with', () => {
    const model = parseCat(
      'procedure within(a, b) = let rest = a \\ b  empty rest end  call within(rf, po) as inside',
      'm.cat',
    );
    expect(axioms(model)).toEqual(['empty rest as inside']);
    expect(definition(model, 'rest')).toBe('rf \\ po');
  });

  test('co is given, and extends what it is generated from', () => {
    expect(axioms(parseCat('with co from generate_cos(co0)', 'm.cat'))).toEqual([]);
    expect(axioms(parseCat('with co from generate_cos(po-loc)', 'm.cat'))).toEqual([
      'empty po-loc & loc & W * W \\ co as co',
    ]);
  });

  test('includes are found in the library, then by the resolver, and add their names', () => {
    const files = new Map([
      ['a.cat', 'include "b.cat"  let a = b;b'],
      ['b.cat', 'A title\nlet b = po'],
    ]);
    const includes: IncludeResolver = (path) => {
      const text = files.get(path);
      return text === undefined ? undefined : { text, file: path };
    };
    const model = parseCat('include "cos.cat" include "a.cat" acyclic a | ca', 'm.cat', includes);
    expect(axioms(model)).toEqual(['acyclic a | ca as acyclic a | ca']);
  });

  test('of a variant that is not set are left out', () => {
    expect(axioms(parseCat('if "v" empty po else empty rf end', 'm.cat'))).toEqual(['empty rf as empty rf']);
  });

  test.each([
    ['"A name" acyclic po', 'A name'],
    ['SC\nacyclic po', 'SC'],
    ['X86 TSO\nacyclic po', 'X86 TSO'],
    ['"quoted" withoutco\nacyclic po', 'quoted'],
    ['acyclic po', 'm.cat'],
  ])('%j is called %s', (text, name) => {
    expect(parseCat(text, 'm.cat').name).toBe(name);
  });
});

describe('mistakes', () => {
  test.each([
    ['let a = po |', 'cat-syntax', 1, 13],
    ['acyclic po\nlet = rf', 'cat-syntax', 2, 5],
    ['acyclic po |\n  unknown', 'cat-unknown-name', 2, 3],
    ['acyclic R', 'cat-type', 1, 9],
    ['acyclic po | R', 'cat-type', 1, 14],
    ['empty R & po', 'cat-type', 1, 11],
    ['acyclic [po]', 'cat-type', 1, 10],
    ['acyclic po rf', 'cat-type', 1, 9],
    ['let f(x) = x\nacyclic f(po, rf)', 'cat-arguments', 2, 9],
    ['acyclic domain(po, rf)', 'cat-arguments', 1, 9],
    ['let rec a = po \\ a acyclic a', 'cat-not-monotone', 1, 9],
    ['let rec a = po | ~b and b = a acyclic a', 'cat-not-monotone', 1, 9],
    ['let rec f(x) = f(x) acyclic f(po)', 'cat-unsupported', 1, 9],
    ['let rec a = (let rec b = a | b in b) acyclic a', 'cat-unsupported', 1, 22],
    ['acyclic addr', 'cat-unsupported', 1, 9],
    ['let a = po ++ rf', 'cat-unsupported', 1, 12],
    ['enum e = 1', 'cat-unsupported', 1, 1],
    ["acyclic 'tag", 'cat-unsupported', 1, 9],
    ['let f = fun x -> x', 'cat-unsupported', 1, 9],
    ['with rf from generate_rfs(0)', 'cat-unsupported', 1, 1],
    ['\ninclude "nowhere.cat"', 'cat-include', 2, 1],
    ['call po(rf)', 'cat-type', 1, 1],
    ['acyclic po | rmw', 'cat-reflexive', 1, 1],
    ['let rec ob = rmw | po | ob;ob irreflexive ob', 'cat-reflexive', 1, 31],
  ])('%j is %s at %i:%i', (text, code, line, column) => {
    expect(diagnosticOf(text)).toMatchObject({ code, file: 'm.cat', line, column });
  });

  test('an include that includes itself', () => {
    const includes: IncludeResolver = () => ({ text: 'include "a.cat"', file: 'a.cat' });
    expect(diagnosticOf('include "a.cat"', includes)).toMatchObject({ code: 'cat-include', file: 'a.cat' });
  });

  test('the diagnostic says what was expected, in words', () => {
    expect(diagnosticOf('let a = po |')?.message).toBe(
      'unexpected the end of the file: expected a name or an expression or ~',
    );
    expect(diagnosticOf('acyclic PO')?.hint).toBe('did you mean po?');
  });
});
