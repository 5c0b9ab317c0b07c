// The prototypes of the functions and variables that model/*.c defines, as C: the reader of C checks calls of the library against them. Debug information
// of clang says what they are. Pointers of parameters are `void *`: gcc takes any pointer there, and no conversion changes it.

import { Nodes, text, word } from '../src/frontend/llvm/debug/nodes.js';
import { parseFile } from '../src/frontend/llvm/parse/index.js';
import type { FunctionSyntax, GlobalSyntax, Metadata } from '../src/frontend/llvm/syntax.js';

/** The type without the names and qualifiers of headers; undefined for void. */
function bare(nodes: Nodes, type: Metadata | undefined): ReturnType<Nodes['node']> {
  const node = nodes.node(type);
  const tag = node === undefined ? '' : (word(node, 'tag') ?? '');
  return /^DW_TAG_(?:typedef|const_type|volatile_type|restrict_type)$/.test(tag)
    ? bare(nodes, node?.fields.get('baseType'))
    : node;
}

/** A number, or void; undefined for anything else. */
function numberName(nodes: Nodes, type: Metadata | undefined): string | undefined {
  const node = bare(nodes, type);
  if (node === undefined) return 'void';
  if (node.name === 'DIBasicType') return text(node, 'name');
  return word(node, 'tag') === 'DW_TAG_enumeration_type' ? 'unsigned int' : undefined;
}

const isPointer = (node: ReturnType<Nodes['node']>): boolean =>
  node !== undefined && word(node, 'tag') === 'DW_TAG_pointer_type';

function parameterOf(nodes: Nodes, type: Metadata): string | undefined {
  const node = bare(nodes, type);
  if (!isPointer(node)) return numberName(nodes, type);
  const to = bare(nodes, node?.fields.get('baseType'));
  return to !== undefined && text(to, 'name') === '__va_list_tag' ? '__builtin_va_list' : 'void *';
}

/** A pointer to a number or to a struct with a tag stays one: programs look at what it points to. */
function resultOf(nodes: Nodes, type: Metadata | undefined): string | undefined {
  const node = bare(nodes, type);
  if (!isPointer(node)) return numberName(nodes, type);
  const inner = node?.fields.get('baseType');
  const to = bare(nodes, inner);
  if (isPointer(to)) return `${resultOf(nodes, inner) ?? 'void *'}*`;
  const number = numberName(nodes, inner);
  if (number !== undefined) return `${number} *`;
  const tag = to === undefined ? undefined : text(to, 'name');
  const isStruct = to !== undefined && word(to, 'tag') === 'DW_TAG_structure_type';
  return isStruct && tag !== undefined && !tag.startsWith('_') ? `struct ${tag} *` : 'void *';
}

function prototypeOf(nodes: Nodes, f: FunctionSyntax): string | undefined {
  const node = nodes.node(f.debug);
  const type = nodes.node(node?.fields.get('type'));
  // A function that is written without a prototype takes any arguments.
  const isAny = node !== undefined && word(node, 'flags')?.includes('DIFlagPrototyped') !== true;
  const [returned, ...given] = nodes.elements(type?.fields.get('types'));
  const result = resultOf(nodes, returned);
  const named = given.slice(0, f.variadic ? given.length - 1 : given.length);
  const parameters = named.map((parameter) => parameterOf(nodes, parameter));
  if (result === undefined || parameters.some((parameter) => parameter === undefined)) return undefined;
  const all = [...parameters, ...(f.variadic ? ['...'] : [])];
  return `${result}${result.endsWith('*') ? '' : ' '}${f.name}(${all.length > 0 ? all.join(', ') : isAny ? '' : 'void'});`;
}

/** `extern int optind;` for a variable that programs may name. */
function variableOf(nodes: Nodes, g: GlobalSyntax): string | undefined {
  const [node] = g.debug.map((attached) => nodes.node(attached));
  const variable = node?.name === 'DIGlobalVariableExpression' ? nodes.node(node.fields.get('var')) : node;
  const type = variable?.fields.get('type');
  const whole = bare(nodes, type);
  const isArray = whole !== undefined && word(whole, 'tag') === 'DW_TAG_array_type';
  const name = resultOf(nodes, isArray ? whole.fields.get('baseType') : type);
  if (name === undefined || name === 'void') return undefined;
  return `extern ${name}${name.endsWith('*') ? '' : ' '}${g.name}${isArray ? '[]' : ''};`;
}

/** `texts`: the files of the library as LLVM IR with debug information; `jumps`: prototypes of functions that no model can define. */
export function prototypesOf(texts: readonly string[], jumps: string): string {
  const found = new Map<string, string>();
  for (const ir of texts) {
    const file = parseFile(ir, 'model');
    const nodes = new Nodes(file);
    for (const f of file.functions.values()) {
      if (f.body === undefined || f.linkage === 'internal' || f.name.startsWith('__model_')) continue;
      const prototype = prototypeOf(nodes, f);
      if (prototype !== undefined) found.set(f.name, prototype);
    }
    for (const g of file.globals.values()) {
      if (g.initial === undefined || /internal|private/.test(g.linkage) || g.name.startsWith('__model_'))
        continue;
      const variable = variableOf(nodes, g);
      if (variable !== undefined) found.set(g.name, variable);
    }
  }
  const lines = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  const made = '/* The functions and variables of the library, made of model/*.c by `npm run make model`. */';
  const declared = jumps.split('\n').filter((line) => line.endsWith(';'));
  return `${[made, ...declared, ...lines].join('\n')}\n`;
}
