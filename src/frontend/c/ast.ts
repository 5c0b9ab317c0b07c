// The syntax tree of the C subset, as written: no types computed, no names resolved.

import type { SourceSpan } from '../../program/statement.js';
import type { Variants } from '../../support/variants.js';

interface Node {
  readonly at: SourceSpan;
}

export type CompoundOperator = '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '&' | '|' | '^';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type BinaryOperator = CompoundOperator | Comparison | '&&' | '||';

/** A C value that assembly names. */
export interface AsmOperand {
  readonly name?: string;
  readonly constraint: string;
  readonly value: Expression;
}

interface Expressions {
  number: { text: string };
  char: { text: string };
  /** Adjacent literals, each with its quotes. */
  string: { parts: readonly string[] };
  name: { name: string };
  unary: { op: '-' | '+' | '~' | '!' | '*' | '&'; operand: Expression };
  update: { delta: 1 | -1; prefix: boolean; operand: Expression };
  binary: { op: BinaryOperator; left: Expression; right: Expression };
  assign: {
    /** Absent for plain `=`. */
    op?: CompoundOperator;
    target: Expression;
    value: Expression;
  };
  conditional: {
    condition: Expression;
    /** Absent in GNU's `a ?: b`. */
    whenTrue?: Expression;
    whenFalse: Expression;
  };
  comma: { left: Expression; right: Expression };
  call: {
    callee: Expression;
    args: readonly Expression[];
    /** The arguments of an assertion as the program writes them. */
    written?: string;
  };
  index: { array: Expression; index: Expression };
  member: { object: Expression; arrow: boolean; name: string };
  cast: { type: TypeName; operand: Expression };
  'sizeof-type': { type: TypeName };
  'sizeof-value': { operand: Expression };
  'alignof-type': { type: TypeName };
  'alignof-value': { operand: Expression };
  /** GNU's `({ ... })`. */
  statements: { items: readonly Statement[] };
  generic: {
    control: Expression;
    /** Without a type: `default`. */
    choices: readonly { type?: TypeName; value: Expression }[];
  };
  offsetof: { type: TypeName; path: readonly Designator[] };
  'va-arg': { list: Expression; type: TypeName };
  'types-compatible': { left: TypeName; right: TypeName };
  'compound-literal': { type: TypeName; value: InitialiserList };
  /** Inline assembly; `operands` says that it names C values. */
  asm: {
    template: string;
    /** It may jump to labels. */
    jumps: boolean;
    outputs: readonly AsmOperand[];
    inputs: readonly AsmOperand[];
  };
}

export type Expression = Variants<Expressions, Node>;

export type ExpressionOf<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

export interface TypeName extends Node {
  readonly specifiers: Specifiers;
  readonly declarator: Declarator;
}

export interface Qualifiers {
  readonly const: boolean;
  readonly atomic: boolean;
  readonly volatile?: boolean;
  readonly restrict?: boolean;
}

/** Attributes and _Alignas that change an object or type. gcc's other attributes change nothing here. */
export interface Attributes {
  readonly packed: boolean;
  /** `true`: as much as any type needs. */
  readonly aligned: readonly (Expression | TypeName | true)[];
  /** The most that members of a struct are aligned to, by #pragma pack. */
  readonly pack?: number;
  /** Bytes of an integer, by __attribute__((mode(...))). */
  readonly mode?: 1 | 2 | 4 | 8 | 16;
  /** __attribute__((vector_size(...))) */
  readonly vector?: true;
  /** The priority of a function that runs before main, or after it, if it has one. */
  readonly beforeMain?: Expression | true;
  readonly afterMain?: Expression | true;
  /** The function that is called with a local variable when its scope ends. */
  readonly cleanup?: Expression;
  /** The definition of an `extern inline` function is a copy for inlining. */
  readonly gnuInline?: true;
}

export interface Specifiers extends Node {
  readonly storage?: 'typedef' | 'static' | 'extern';
  readonly inline?: true;
  readonly threadLocal: boolean;
  readonly attributes: Attributes;
  readonly qualifiers: Qualifiers;
  readonly type: TypeSpecifier;
}

interface TypeSpecifiers {
  /** `unsigned long int`, in the order written. */
  basic: { words: readonly string[] };
  typedef: { name: string };
  struct: {
    union: boolean;
    tag?: string;
    fields?: readonly (FieldDeclaration | StaticAssertion)[];
    attributes: Attributes;
  };
  enum: {
    tag?: string;
    /** `enum e : long`, of C23. */
    underlying?: TypeName;
    items?: readonly Enumerator[];
    attributes: Attributes;
  };
  'typeof-type': { type: TypeName; unqualified?: true };
  'typeof-value': { operand: Expression; unqualified?: true };
  /** `_Atomic(T)` */
  atomic: { type: TypeName };
  /** `__auto_type`, and `auto` without a type: the initialiser's type. */
  auto: unknown;
}

export type TypeSpecifier = Variants<TypeSpecifiers, Node>;

export interface FieldDeclaration extends Node {
  readonly kind: 'field';
  readonly specifiers: Specifiers;
  /** With the width of a bit-field. */
  readonly declarators: readonly {
    readonly declarator: Declarator;
    readonly bits?: Expression;
    readonly attributes: Attributes;
  }[];
}

/** `_Static_assert` */
export interface StaticAssertion extends Node {
  readonly kind: 'static-assert';
  readonly condition: Expression;
  readonly message?: string;
}

export interface Enumerator extends Node {
  readonly name: string;
  readonly value?: Expression;
}

/** From the outside in: the innermost is the name, or nothing in a type name. */
interface Declarators {
  name: { name: string };
  abstract: unknown;
  pointer: { qualifiers: Qualifiers; inner: Declarator };
  array: { size?: Expression; inner: Declarator };
  function: {
    parameters: readonly Parameter[];
    variadic: boolean;
    /** `()`: nothing is said about parameters. */
    unspecified: boolean;
    inner: Declarator;
  };
}

export type Declarator = Variants<Declarators, Node>;

export interface Parameter extends Node {
  readonly specifiers: Specifiers;
  readonly declarator: Declarator;
}

export type Initialiser = (Node & { readonly kind: 'value'; readonly value: Expression }) | InitialiserList;

export interface InitialiserList extends Node {
  readonly kind: 'list';
  readonly items: readonly { readonly designators: readonly Designator[]; readonly value: Initialiser }[];
}

interface Designators {
  field: { name: string };
  index: { index: Expression };
  /** GNU's `[low ... high]`. */
  range: { low: Expression; high: Expression };
}

export type Designator = Variants<Designators, Node>;

export interface Declaration extends Node {
  readonly kind: 'declaration';
  readonly specifiers: Specifiers;
  readonly items: readonly {
    readonly declarator: Declarator;
    readonly initialiser?: Initialiser;
    readonly attributes: Attributes;
    readonly at: SourceSpan;
  }[];
}

interface Statements {
  expression: { value: Expression };
  empty: unknown;
  block: { items: readonly Statement[] };
  if: { condition: Expression; whenTrue: Statement; whenFalse?: Statement };
  while: { condition: Expression; body: Statement };
  do: { body: Statement; condition: Expression };
  for: { initialiser?: Statement; condition?: Expression; step?: Expression; body: Statement };
  switch: { value: Expression; body: Statement };
  /** CBMC's `__CPROVER_ASYNC_1: statement`, which a thread of its own runs. */
  async: { body: Statement };
  /** A label in a list of statements: it names the place before the statement that follows. */
  label: { name: string };
  case: { low: Expression; high?: Expression };
  default: unknown;
  goto: { label: string };
  break: unknown;
  continue: unknown;
  return: { value?: Expression };
}

/** gcc has functions inside functions. */
export type Statement = Declaration | StaticAssertion | FunctionDefinition | Variants<Statements, Node>;

export interface FunctionDefinition extends Node {
  readonly kind: 'function';
  readonly specifiers: Specifiers;
  readonly declarator: Declarator;
  readonly attributes: Attributes;
  readonly body: readonly Statement[];
}

export type ExternalDeclaration = Declaration | FunctionDefinition | StaticAssertion;
