import ts from 'typescript';

/**
 * Returns the report with the members of each union, and those of each type literal, sorted: the
 * compiler prints an inferred type in the order in which it met its parts, which depends on the
 * order in which the build read the files and changes without any change of a type.
 */
export function inOneOrder(report: string): string {
  return report.replace(CODE, (_, open: string, code: string, close: string) => {
    const file = ts.createSourceFile('report.ts', code, ts.ScriptTarget.Latest, true);
    return open + code.slice(0, file.getStart()) + sorted(file) + close;
  });
}

const CODE = /(^```ts\n)(.*?)(^```$)/gms;

/** The node's text, each part of which has been sorted before. */
function sorted(node: ts.Node): string {
  const source = node.getSourceFile().text;
  const parts = partsOf(node);
  const texts = parts.map(sorted);
  if (isWithoutOrder(node)) texts.sort();
  let from = node.getStart();
  let text = '';
  for (const [index, part] of parts.entries()) {
    text += source.slice(from, part.getStart()) + texts[index];
    from = part.end;
  }
  return text + source.slice(from, node.end);
}

function partsOf(node: ts.Node): readonly ts.Node[] {
  const parts: ts.Node[] = [];
  ts.forEachChild(node, (child) => void parts.push(child));
  return parts;
}

/** Overloads are tried in order, so a literal with more than properties keeps its own. */
function isWithoutOrder(node: ts.Node): boolean {
  return (
    ts.isUnionTypeNode(node) ||
    (ts.isTypeLiteralNode(node) && node.members.every(ts.isPropertySignature))
  );
}
