import ts from 'typescript';
import type { Change } from './change.ts';

/**
 * Changes a literal: the other boolean, the neighbouring numbers, an empty text, a looser regular
 * expression.
 */
export function literalChanges(node: ts.Node): readonly Change[] {
  return literalTexts(node).map((text) => ({ from: node, text }));
}

function literalTexts(node: ts.Node): readonly string[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isNumericLiteral(node)) return besideNumber(Number(node.text));
  // TypeScript keeps the text of a bigint without separators, with its `n`.
  if (ts.isBigIntLiteral(node)) return besideBigint(BigInt(node.text.slice(0, -1)));
  if (ts.isStringLiteral(node)) return [node.text === '' ? "'mutated'" : "''"];
  if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) return ['``'];
  if (ts.isRegularExpressionLiteral(node)) return looser(node.text);
  return [];
}

/** Moves the last digit up and down: 64 to 65 and 63, 0.01 to 0.02 and 0. */
function besideNumber(value: number): readonly string[] {
  const digits = String(value).split('.')[1]?.length ?? 0;
  const step = 10 ** -digits;
  return [value + step, value - step].map((near) => String(Number(near.toFixed(digits))));
}

function besideBigint(value: bigint): readonly string[] {
  return [`${value + 1n}n`, `${value - 1n}n`];
}

/** Removes an anchor, a quantifier or a flag. */
function looser(regex: string): readonly string[] {
  const close = regex.lastIndexOf('/');
  const pattern = regex.slice(1, close);
  const flags = regex.slice(close + 1);
  return [
    ...(pattern.startsWith('^') ? [`/${pattern.slice(1)}/${flags}`] : []),
    ...(pattern.endsWith('$') && !pattern.endsWith('\\$')
      ? [`/${pattern.slice(0, -1)}/${flags}`]
      : []),
    ...Array.from(pattern.matchAll(QUANTIFIER), ({ index, 0: { length } }) => {
      const rest = pattern.slice(index + length);
      return `/${pattern.slice(0, index + length - 1)}${rest}/${flags}`;
    }),
    ...Array.from(flags, (flag) => `/${pattern}/${flags.replace(flag, '')}`),
  ].filter((text) => !text.startsWith('//'));
}

/** `+`, `*` or `?` behind something that it repeats. */
const QUANTIFIER = /(?:\\.|[^\\(+*?|])[+*?]/g;
