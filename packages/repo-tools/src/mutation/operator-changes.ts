import ts from 'typescript';
import type { Change } from './mutators.ts';

/** The other operators that a slip of the hand would have written. */
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

/** Of these one side may do without the other: `a && b` as `a`, and as `b`. */
const ONE_SIDE = new Set(['&&', '||']);

/** Another operator, one side of a condition, the left of `??`, and a sign or a `!` left out. */
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
