// A CatModel while it is being resolved: its expressions, bindings and axioms so far, and the texts that diagnostics quote.

import type { SourceSpan } from '../program/statement.js';
import { type DiagnosticCode, InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Axiom, BindingGroup, CatBinding, CatModel, RelationExpr, SetExpr, Typed } from './ast.js';
import { Expressions } from './expressions.js';
import { referencesOf } from './walk.js';

export class Building {
  /** Undefined while the values of a recursive group are being resolved. */
  readonly bindings: (CatBinding | undefined)[] = [];
  readonly groups: BindingGroup[] = [];
  readonly axioms: Axiom[] = [];
  readonly texts = new Map<string, string>();
  readonly expressions = new Expressions(this.bindings);

  fail(at: SourceSpan, code: DiagnosticCode, message: string, hint?: string): never {
    const { file, line, column, endColumn } = at;
    throw new InputError(
      {
        code,
        message,
        ...present({ file }),
        line,
        column,
        ...present({ endColumn, hint }),
      },
      file === undefined ? undefined : this.texts.get(file),
    );
  }

  unsupported(at: SourceSpan, feature: string): never {
    return this.fail(at, 'cat-unsupported', `diptych does not support this construct of cat: ${feature}`);
  }

  /** A binding for a value that is complete; returns the reference to it. */
  define(name: string, typed: Typed, at: SourceSpan): Typed {
    const binding = this.bindings.push({ ...typed, name, at }) - 1;
    this.groups.push({ recursive: false, bindings: [binding] });
    return this.reference(binding, typed.type);
  }

  reference(binding: number, type: Typed['type']): Typed {
    return type === 'set'
      ? { type, value: this.expressions.setRef(binding) }
      : { type, value: this.expressions.relationRef(binding) };
  }

  /** The model, without the groups that no axiom needs. */
  finish(name: string, file: string): CatModel {
    const bindings = this.bindings.filter((binding) => binding !== undefined);
    const needed = new Set<number>();
    const need = (expr: SetExpr | RelationExpr): void => {
      for (const binding of referencesOf(expr))
        if (!needed.has(binding)) {
          needed.add(binding);
          need(bindings[binding].value);
        }
    };
    for (const axiom of this.axioms) need(axiom.value);
    const groups = this.groups.filter((group) => group.bindings.some((binding) => needed.has(binding)));
    return { name, file, bindings, groups, axioms: this.axioms };
  }
}
