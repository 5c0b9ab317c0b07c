// The syntax tree of the C subset, as written: no types computed, no names resolved.

import type { SourceSpan } from '../../program/statement.js';

interface Node {
  readonly at: SourceSpan;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<<'
  | '>>'
  | '&'
  | '|'
  | '^'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||';

export type CompoundOperator = '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '&' | '|' | '^';

/** A C value that assembly names. */
export interface AsmOperand {
  readonly name?: string;
  readonly constraint: string;
  readonly value: Expression;
}

export type Expression = Node &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'char'; readonly text: string }
    /** Adjacent literals, each with its quotes. */
    | { readonly kind: 'string'; readonly parts: readonly string[] }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'unary'; readonly op: '-' | '+' | '~' | '!' | '*' | '&'; readonly operand: Expression }
    | {
        readonly kind: 'update';
        readonly delta: 1 | -1;
        readonly prefix: boolean;
        readonly operand: Expression;
      }
    | {
        readonly kind: 'binary';
        readonly op: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'assign';
        /** Absent for plain `=`. */
        readonly op?: CompoundOperator;
        readonly target: Expression;
        readonly value: Expression;
      }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        /** Absent in GNU's `a ?: b`. */
        readonly whenTrue?: Expression;
        readonly whenFalse: Expression;
      }
    | { readonly kind: 'comma'; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: 'call';
        readonly callee: Expression;
        readonly args: readonly Expression[];
        /** The arguments of an assertion as the program writes them. */
        readonly written?: string;
      }
    | { readonly kind: 'index'; readonly array: Expression; readonly index: Expression }
    | {
        readonly kind: 'member';
        readonly object: Expression;
        readonly arrow: boolean;
        readonly name: string;
      }
    | { readonly kind: 'cast'; readonly type: TypeName; readonly operand: Expression }
    | { readonly kind: 'sizeof-type'; readonly type: TypeName }
    | { readonly kind: 'sizeof-value'; readonly operand: Expression }
    | { readonly kind: 'alignof-type'; readonly type: TypeName }
    | { readonly kind: 'alignof-value'; readonly operand: Expression }
    /** GNU's `({ ... })`. */
    | { readonly kind: 'statements'; readonly items: readonly Statement[] }
    | {
        readonly kind: 'generic';
        readonly control: Expression;
        /** Without a type: `default`. */
        readonly choices: readonly { readonly type?: TypeName; readonly value: Expression }[];
      }
    | { readonly kind: 'offsetof'; readonly type: TypeName; readonly path: readonly Designator[] }
    | { readonly kind: 'va-arg'; readonly list: Expression; readonly type: TypeName }
    | { readonly kind: 'types-compatible'; readonly left: TypeName; readonly right: TypeName }
    | { readonly kind: 'compound-literal'; readonly type: TypeName; readonly value: InitialiserList }
    /** Inline assembly; `operands` says that it names C values. */
    | {
        readonly kind: 'asm';
        readonly template: string;
        /** It may jump to labels. */
        readonly jumps: boolean;
        readonly outputs: readonly AsmOperand[];
        readonly inputs: readonly AsmOperand[];
      }
  );

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
  /** gcc's transparent union: as a parameter it takes an argument of any member's type. */
  readonly transparent?: true;
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

export type TypeSpecifier = Node &
  /** `unsigned long int`, in the order written. */
  (
    | { readonly kind: 'basic'; readonly words: readonly string[] }
    | { readonly kind: 'typedef'; readonly name: string }
    | {
        readonly kind: 'struct';
        readonly union: boolean;
        readonly tag?: string;
        readonly fields?: readonly (FieldDeclaration | StaticAssertion)[];
        readonly attributes: Attributes;
      }
    | {
        readonly kind: 'enum';
        readonly tag?: string;
        /** `enum e : long`, of C23. */
        readonly underlying?: TypeName;
        readonly items?: readonly Enumerator[];
        readonly attributes: Attributes;
      }
    | { readonly kind: 'typeof-type'; readonly type: TypeName; readonly unqualified?: true }
    | { readonly kind: 'typeof-value'; readonly operand: Expression; readonly unqualified?: true }
    /** `_Atomic(T)` */
    | { readonly kind: 'atomic'; readonly type: TypeName }
    /** `__auto_type`, and `auto` without a type: the initialiser's type. */
    | { readonly kind: 'auto' }
  );

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
export type Declarator = Node &
  (
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'abstract' }
    | { readonly kind: 'pointer'; readonly qualifiers: Qualifiers; readonly inner: Declarator }
    | { readonly kind: 'array'; readonly size?: Expression; readonly inner: Declarator }
    | {
        readonly kind: 'function';
        readonly parameters: readonly Parameter[];
        readonly variadic: boolean;
        /** `()`: nothing is said about parameters. */
        readonly unspecified: boolean;
        readonly inner: Declarator;
      }
  );

export interface Parameter extends Node {
  readonly specifiers: Specifiers;
  readonly declarator: Declarator;
}

export type Initialiser = (Node & { readonly kind: 'value'; readonly value: Expression }) | InitialiserList;

export interface InitialiserList extends Node {
  readonly kind: 'list';
  readonly items: readonly { readonly designators: readonly Designator[]; readonly value: Initialiser }[];
}

export type Designator = Node &
  (
    | { readonly kind: 'field'; readonly name: string }
    | { readonly kind: 'index'; readonly index: Expression }
    /** GNU's `[low ... high]`. */
    | { readonly kind: 'range'; readonly low: Expression; readonly high: Expression }
  );

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

export type Statement = Node &
  (
    | Declaration
    | StaticAssertion
    /** gcc's functions inside functions. */
    | FunctionDefinition
    | { readonly kind: 'expression'; readonly value: Expression }
    | { readonly kind: 'empty' }
    | { readonly kind: 'block'; readonly items: readonly Statement[] }
    | {
        readonly kind: 'if';
        readonly condition: Expression;
        readonly whenTrue: Statement;
        readonly whenFalse?: Statement;
      }
    | {
        readonly kind: 'while';
        readonly condition: Expression;
        readonly body: Statement;
      }
    | { readonly kind: 'do'; readonly body: Statement; readonly condition: Expression }
    | {
        readonly kind: 'for';
        readonly initialiser?: Statement;
        readonly condition?: Expression;
        readonly step?: Expression;
        readonly body: Statement;
      }
    | { readonly kind: 'switch'; readonly value: Expression; readonly body: Statement }
    /** CBMC's `__CPROVER_ASYNC_1: statement`, which a thread of its own runs. */
    | { readonly kind: 'async'; readonly body: Statement }
    /** A label in a list of statements: it names the place before the statement that follows. */
    | { readonly kind: 'label'; readonly name: string }
    | { readonly kind: 'case'; readonly low: Expression; readonly high?: Expression }
    | { readonly kind: 'default' }
    | { readonly kind: 'goto'; readonly label: string }
    | { readonly kind: 'break' }
    | { readonly kind: 'continue' }
    | { readonly kind: 'return'; readonly value?: Expression }
  );

export interface FunctionDefinition extends Node {
  readonly kind: 'function';
  readonly specifiers: Specifiers;
  readonly declarator: Declarator;
  readonly attributes: Attributes;
  readonly body: readonly Statement[];
}

export type ExternalDeclaration = Declaration | FunctionDefinition | StaticAssertion;
