import ts from 'typescript';
import { callChanges } from './call-changes.ts';
import type { Change } from './change.ts';
import { literalChanges } from './literal-changes.ts';
import { operatorChanges } from './operator-changes.ts';

export type Mutator = (node: ts.Node) => readonly Change[];

/** Each takes one node and returns its possible changes; types are left to the compiler. */
export const MUTATORS: Readonly<Record<string, Mutator>> = {
  operator: operatorChanges,
  literal: literalChanges,
  call: callChanges,

  /** `if (a)` and `a ? b : c` as if `a` were always true, and as if it were always false. */
  condition(node) {
    if (ts.isIfStatement(node)) return constants(node.expression);
    if (ts.isConditionalExpression(node)) return constants(node.condition);
    // A loop whose condition is always true only shows that the time limit works.
    if (ts.isWhileStatement(node)) return [{ from: node.expression, text: 'false' }];
    if (ts.isForStatement(node) && node.condition) return [{ from: node.condition, text: 'false' }];
    return [];
  },

  /** Removes a statement that only has an effect, or that returns early. */
  statement(node) {
    const leaves =
      ts.isReturnStatement(node) ||
      ts.isThrowStatement(node) ||
      ts.isBreakStatement(node) ||
      ts.isContinueStatement(node);
    return leaves || ts.isExpressionStatement(node) ? [{ from: node, text: ';' }] : [];
  },

  /** Removes an item of a list, or a member of an object. */
  member(node) {
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(without(node.elements));
    if (!ts.isObjectLiteralExpression(node)) return [];
    return node.properties.flatMap(without(node.properties));
  },
};

function constants(condition: ts.Expression): readonly Change[] {
  return ['true', 'false'].map((text) => ({ from: condition, text }));
}

/** Removes one of several, together with its comma. */
function without(all: ts.NodeArray<ts.Node>): (node: ts.Node, index: number) => readonly Change[] {
  return (node, index) => {
    const next = all[index + 1];
    const before = all[index - 1];
    if (next !== undefined) return [{ from: node, to: next, text: next.getText() }];
    if (before !== undefined) return [{ from: before, to: node, text: before.getText() }];
    return [{ from: node, text: '' }];
  };
}
