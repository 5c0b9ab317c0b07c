// The syntax of LLVM's assembly language, as far as the reader knows it. Names are kept without their sigil (% or @) and without
// quotation marks; places are offsets into the text, from which a diagnostic makes a line and a column.

export type Type =
  | { readonly kind: 'int'; readonly bits: number }
  | { readonly kind: 'float'; readonly name: FloatName }
  | { readonly kind: 'pointer' }
  | { readonly kind: 'array' | 'vector'; readonly length: number; readonly element: Type }
  | { readonly kind: 'struct'; readonly packed: boolean; readonly elements: readonly Type[] }
  | { readonly kind: 'named'; readonly name: string }
  | FunctionType
  | { readonly kind: 'void' | 'label' | 'metadata' | 'token' | 'opaque' };

interface FunctionType {
  readonly kind: 'function';
  readonly result: Type;
  readonly parameters: readonly Type[];
  readonly variadic: boolean;
}

export const floatNames = ['half', 'bfloat', 'float', 'double', 'x86_fp80', 'fp128', 'ppc_fp128'] as const;
export type FloatName = (typeof floatNames)[number];

/** An operand with its type. */
export type Value = { readonly type: Type; readonly at: number } & (
  | { readonly kind: 'local' | 'global'; readonly name: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  /** As it is written: a decimal fraction, or bits after 0x. */
  | { readonly kind: 'float'; readonly text: string }
  /** null, zeroinitializer, none. */
  | { readonly kind: 'zero' }
  /** undef, poison. */
  | { readonly kind: 'undefined' }
  | { readonly kind: 'text'; readonly bytes: Uint8Array }
  | { readonly kind: 'aggregate'; readonly elements: readonly Value[] }
  /** All elements of a vector are this one. */
  | { readonly kind: 'splat'; readonly element: Value }
  | { readonly kind: 'expression'; readonly op: string; readonly operands: readonly Value[] }
  | ({ readonly kind: 'address' } & ElementAddress)
  | { readonly kind: 'assembly'; readonly text: string; readonly constraints: string }
  | { readonly kind: 'block'; readonly function: string; readonly name: string }
  | { readonly kind: 'metadata'; readonly metadata: Metadata }
);

/** getelementptr: a base, and steps through `element`. */
export interface ElementAddress {
  readonly element: Type;
  readonly base: Value;
  readonly indices: readonly Value[];
}

export type Metadata =
  | { readonly kind: 'reference'; readonly id: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: bigint }
  /** Of several flags, all of them. */
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'tuple'; readonly elements: readonly Metadata[] }
  | { readonly kind: 'node'; readonly name: string; readonly fields: ReadonlyMap<string, Metadata> }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'none' };

export type MetadataNode = Extract<Metadata, { kind: 'node' }>;

/** Attributes of a parameter or an argument that change what happens. */
export interface ParameterAttributes {
  readonly byval?: Type;
  readonly sret?: Type;
  /** The type at the address, for inline assembly. */
  readonly element?: Type;
  readonly align?: number;
}

export interface Argument {
  readonly value: Value;
  readonly attributes: ParameterAttributes;
}

export const atomicOrders = ['unordered', 'monotonic', 'acquire', 'release', 'acq_rel', 'seq_cst'] as const;
export type AtomicOrder = (typeof atomicOrders)[number];

export interface Access {
  readonly order?: AtomicOrder;
  readonly volatile: boolean;
  readonly align?: number;
}

export type Operation =
  | { readonly op: 'alloca'; readonly type: Type; readonly count?: Value; readonly align?: number }
  /** With `noundef` what is loaded must have a value. */
  | ({ readonly op: 'load'; readonly type: Type; readonly address: Value; readonly noundef?: true } & Access)
  | ({ readonly op: 'store'; readonly value: Value; readonly address: Value } & Access)
  | ({
      readonly op: 'cmpxchg';
      readonly address: Value;
      readonly expected: Value;
      readonly desired: Value;
      readonly failure: AtomicOrder;
      readonly weak: boolean;
    } & Access)
  | ({
      readonly op: 'atomicrmw';
      readonly operation: string;
      readonly address: Value;
      readonly value: Value;
    } & Access)
  | { readonly op: 'fence'; readonly order: AtomicOrder; readonly singleThread: boolean }
  | ({ readonly op: 'getelementptr' } & ElementAddress)
  | { readonly op: 'icmp'; readonly predicate: string; readonly left: Value; readonly right: Value }
  | { readonly op: 'fcmp'; readonly predicate: string; readonly left: Value; readonly right: Value }
  | { readonly op: 'binary'; readonly operator: string; readonly left: Value; readonly right: Value }
  | { readonly op: 'fneg'; readonly operand: Value }
  | { readonly op: 'freeze'; readonly operand: Value }
  | { readonly op: 'cast'; readonly operator: string; readonly operand: Value; readonly type: Type }
  | { readonly op: 'select'; readonly condition: Value; readonly yes: Value; readonly no: Value }
  | { readonly op: 'phi'; readonly type: Type; readonly incoming: readonly Incoming[] }
  | { readonly op: 'extractvalue'; readonly aggregate: Value; readonly path: readonly number[] }
  | {
      readonly op: 'insertvalue';
      readonly aggregate: Value;
      readonly value: Value;
      readonly path: readonly number[];
    }
  | { readonly op: 'extractelement'; readonly vector: Value; readonly index: Value }
  | { readonly op: 'insertelement'; readonly vector: Value; readonly value: Value; readonly index: Value }
  | { readonly op: 'shufflevector'; readonly left: Value; readonly right: Value; readonly mask: Value }
  | { readonly op: 'va_arg'; readonly list: Value; readonly type: Type }
  | Call
  /** `catches`: it has a clause for exceptions of a type, or of any. */
  | { readonly op: 'landingpad'; readonly type: Type; readonly catches: boolean }
  /** llvm.dbg.declare and #dbg_declare: where a variable lives; #dbg_value: its value from here on. */
  | {
      readonly op: 'declare';
      readonly address: Metadata;
      readonly value?: Metadata;
      readonly variable: Metadata;
      readonly expression: Metadata;
    }
  | { readonly op: 'br'; readonly to: string }
  | { readonly op: 'condbr'; readonly condition: Value; readonly yes: string; readonly no: string }
  | {
      readonly op: 'switch';
      readonly value: Value;
      readonly otherwise: string;
      readonly cases: readonly Case[];
    }
  | { readonly op: 'indirectbr'; readonly address: Value; readonly targets: readonly string[] }
  | { readonly op: 'ret'; readonly value?: Value }
  | { readonly op: 'resume'; readonly value: Value }
  | { readonly op: 'unreachable' };

export interface Call {
  readonly op: 'call';
  readonly type: Type;
  readonly callee: Value;
  readonly arguments: readonly Argument[];
  readonly variadic: boolean;
  /** invoke and callbr: where control goes. */
  readonly normal?: string;
  readonly unwind?: string;
  readonly indirect?: readonly string[];
}

interface Incoming {
  readonly value: Value;
  readonly from: string;
}

export interface Case {
  readonly value: bigint;
  readonly to: string;
}

export type Instruction = Operation & {
  readonly at: number;
  readonly result?: string;
  /** The place in the source. */
  readonly location?: Metadata;
};

export interface Block {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  readonly attributes: ParameterAttributes;
}

export interface FunctionSyntax {
  readonly name: string;
  readonly at: number;
  readonly linkage: string;
  readonly result: Type;
  readonly parameters: readonly Parameter[];
  readonly variadic: boolean;
  /** Its result is no null pointer. */
  readonly nonNull: boolean;
  readonly debug?: Metadata;
  /** Where the text of the body begins, behind the brace; absent of a declaration. */
  readonly body?: number;
}

export interface GlobalSyntax {
  readonly name: string;
  readonly at: number;
  readonly linkage: string;
  readonly type: Type;
  readonly constant: boolean;
  readonly threadLocal: boolean;
  readonly initial?: Value;
  readonly align?: number;
  readonly debug: readonly Metadata[];
}

export interface AliasSyntax {
  readonly name: string;
  readonly at: number;
  readonly target: Value;
}

/** A file. Bodies of functions and metadata are parsed when they are asked for. */
export interface FileSyntax {
  readonly file: string;
  readonly text: string;
  readonly sourceFile?: string;
  readonly target?: string;
  readonly layout?: string;
  readonly types: ReadonlyMap<string, Type>;
  readonly globals: ReadonlyMap<string, GlobalSyntax>;
  readonly aliases: ReadonlyMap<string, AliasSyntax>;
  readonly functions: ReadonlyMap<string, FunctionSyntax>;
  /** Where the text of each numbered or named node of metadata begins. */
  readonly metadata: ReadonlyMap<string, number>;
}
