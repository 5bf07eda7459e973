import ts from 'typescript';
import type { Change } from './change.ts';

/** Methods that are easily confused. */
const OTHER_METHOD: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['ceil', 'floor'],
  ['floor', 'ceil'],
  ['round', 'floor'],
  ['indexOf', 'lastIndexOf'],
  ['lastIndexOf', 'indexOf'],
]);

/** Methods that return something of the type that they are called on. */
const LEFT_OUT = new Set([
  'toLowerCase',
  'toUpperCase',
  'trim',
  'slice',
  'filter',
  'reverse',
  'toReversed',
  'sort',
  'toSorted',
  'replace',
  'replaceAll',
]);

/**
 * Replaces a method by its opposite, or removes a call from a chain: `name.toLowerCase()` as
 * `name`.
 */
export function callChanges(node: ts.Node): readonly Change[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = OTHER_METHOD.get(name.text);
  if (other !== undefined) return [{ from: name, text: other }];
  return LEFT_OUT.has(name.text) ? [{ from: node, text: expression.getText() }] : [];
}
