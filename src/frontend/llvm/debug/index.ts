// The debug information of a file: places, and names and layouts of variables.

import type { Layout, LayoutName } from '../../../module/layout.js';
import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { FileSyntax, FunctionSyntax, GlobalSyntax, Metadata, MetadataNode } from '../syntax.js';
import { Layouts } from './layouts.js';
import { Nodes, text, word } from './nodes.js';
import { Places } from './places.js';

/** An object's name in the source, its layout, and the place of its declaration. */
export interface Described {
  readonly label?: string;
  readonly layout?: LayoutName;
  readonly at?: SourceSpan;
}

/** The outermost scopes of the standard libraries of C++ and Rust. */
const standardNames: ReadonlySet<string> = new Set(['std', 'core', 'alloc', '__gnu_cxx']);

export class DebugInformation {
  readonly places: Places;
  /** A file that was compiled without -g describes nothing. */
  readonly exists: boolean;
  /** Whether rustc made the file. */
  readonly isRust: boolean;
  readonly #nodes: Nodes;
  readonly #layouts: Layouts;

  constructor(file: FileSyntax, layouts: Map<LayoutName, Layout>) {
    this.#nodes = new Nodes(file);
    this.places = new Places(this.#nodes);
    this.exists = this.places.own !== undefined;
    this.isRust = this.#nodes
      .named('llvm.dbg.cu')
      .some((unit) => word(this.#nodes.node(unit), 'language') === 'DW_LANG_Rust');
    this.#layouts = new Layouts(this.#nodes, layouts, (type) => this.#isStandard(type));
  }

  /** rustc names no files of types, only the crates that they come from. */
  #isStandard({ fields }: MetadataNode): boolean {
    let outermost: string | undefined;
    for (let scope = this.#nodes.node(fields.get('scope')); scope?.name === 'DINamespace'; ) {
      outermost = text(scope, 'name');
      scope = this.#nodes.node(scope.fields.get('scope'));
    }
    return standardNames.has(outermost ?? '') || this.places.isStandard(fields.get('file'));
  }

  /** A variable. Where `expression` is not empty, the object only leads to the variable. */
  variable(variable: Metadata, expression?: Metadata): Described {
    const node = this.#nodes.node(variable);
    if (node === undefined) return {};
    const steps = this.#nodes.node(expression)?.fields.size ?? 0;
    return present({
      label: text(node, 'name'),
      layout: steps === 0 ? this.#layouts.name(node.fields.get('type')) : undefined,
      at: this.places.ofDeclaration(variable),
    });
  }

  /** The types of a function's result and of its parameters. */
  typesOf({ debug }: FunctionSyntax): readonly Metadata[] {
    const type = this.#nodes.node(this.#nodes.node(debug)?.fields.get('type'));
    return this.#nodes.elements(type?.fields.get('types'));
  }

  typeOf(variable: Metadata): Metadata | undefined {
    return this.#nodes.node(variable)?.fields.get('type');
  }

  /** The target of a pointer, which may be wrapped in structs as those of Rust's std are, and its size. */
  content(type: Metadata | undefined): { readonly layout: LayoutName; readonly size: number } | undefined {
    const layout = this.#layouts.pointee(type);
    return layout === undefined ? undefined : { layout, size: this.#layouts.size(layout) };
  }

  global({ debug }: GlobalSyntax): Described {
    for (const attached of debug) {
      const node = this.#nodes.node(attached);
      if (node?.name === 'DIGlobalVariableExpression')
        return this.#global(node.fields.get('var') ?? { kind: 'none' }, node.fields.get('expr'));
      if (node?.name === 'DIGlobalVariable') return this.#global(attached);
    }
    return {};
  }

  /** A variable that a function keeps between its calls is named with the function. */
  #global(variable: Metadata, expression?: Metadata): Described {
    const described = this.#piece(expression, variable) ?? this.variable(variable, expression);
    let scope = this.#nodes.node(this.#nodes.node(variable)?.fields.get('scope'));
    while (scope !== undefined && /Block/.test(scope.name))
      scope = this.#nodes.node(scope.fields.get('scope'));
    const holder = scope?.name === 'DISubprogram' ? text(scope, 'name') : undefined;
    return holder === undefined || described.label === undefined
      ? described
      : { ...described, label: `${holder}.${described.label}` };
  }

  /** A member of a variable that the compiler made a variable of its own. */
  #piece(expression: Metadata | undefined, variable: Metadata): Described | undefined {
    const { fields } = this.#nodes.node(expression) ?? {};
    const [name, from, bits] = ['0', '1', '2'].map((key) => fields?.get(key));
    if (name?.kind !== 'word' || name.words[0] !== 'DW_OP_LLVM_fragment') return undefined;
    if (from?.kind !== 'number' || bits?.kind !== 'number') return undefined;
    const whole = this.variable(variable);
    const suffix = this.#layouts.suffix(whole.layout, Number(from.value) / 8, Number(bits.value) / 8);
    return present({ label: `${whole.label ?? ''}${suffix}`, at: whole.at });
  }

  /** A variable of the source outside of functions. */
  isFileScope({ debug }: GlobalSyntax): boolean {
    return debug.some((attached) => {
      const node = this.#nodes.node(attached);
      const variable = node?.name === 'DIGlobalVariable' ? node : this.#nodes.node(node?.fields.get('var'));
      const scope = this.#nodes.node(variable?.fields.get('scope'));
      return (
        text(variable, 'name') !== undefined &&
        scope?.name !== 'DISubprogram' &&
        !/Block/.test(scope?.name ?? '')
      );
    });
  }

  /** Whether the function is one of a standard library's, or nothing is known of it. */
  isOfLibrary({ debug }: FunctionSyntax): boolean {
    const node = this.#nodes.node(debug);
    return node === undefined || this.places.isStandard(node.fields.get('file'));
  }

  function({ debug }: FunctionSyntax): { label?: string; at?: SourceSpan } {
    const node = this.#nodes.node(debug);
    return node === undefined
      ? {}
      : present({ label: text(node, 'name'), at: this.places.ofDeclaration(debug) });
  }
}
