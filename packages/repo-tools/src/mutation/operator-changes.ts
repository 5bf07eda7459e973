import ts from 'typescript';
import type { Change } from './change.ts';

/** Operators that are written by mistake for one another. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '^': ['|'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '|=': ['&='],
  '&=': ['|='],
  '++': ['--'],
  '--': ['++'],
};

/** Operators of which one side can be removed: `a && b` as `a`, and as `b`. */
const ONE_SIDE = new Set(['&&', '||']);

/**
 * Replaces an operator, keeps one side of a condition or the left of `??`, or removes a sign or a
 * `!`.
 */
export function operatorChanges(node: ts.Node): readonly Change[] {
  if (ts.isBinaryExpression(node)) return binaryChanges(node);
  if (ts.isPrefixUnaryExpression(node)) {
    const { operand } = node;
    const sign = node.getText().slice(0, operand.getStart() - node.getStart());
    if (sign === '!' || sign === '-' || sign === '~')
      return [{ from: node, text: operand.getText() }];
    return (OTHERS[sign] ?? []).map((other) => ({ from: node, text: other + operand.getText() }));
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const operand = node.operand.getText();
    const sign = node.getText().slice(operand.length);
    return (OTHERS[sign] ?? []).map((other) => ({ from: node, text: operand + other }));
  }
  return [];
}

function binaryChanges(node: ts.BinaryExpression): readonly Change[] {
  const operator = node.operatorToken.getText();
  const left = { from: node, text: node.left.getText() };
  if (operator === '??') return [left];
  const others = (OTHERS[operator] ?? []).map((text) => ({ from: node.operatorToken, text }));
  if (!ONE_SIDE.has(operator)) return others;
  return [...others, left, { from: node, text: node.right.getText() }];
}
