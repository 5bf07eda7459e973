import ts from 'typescript';

export interface ImportStatement {
  readonly specifier: string;
  readonly line: number;
  /** `import()`, which loads when it is reached; everything else loads with the file. */
  readonly dynamic: boolean;
  /** Erased from the JavaScript: `import type`, `export type … from`, `import('x').T`. */
  readonly typeOnly: boolean;
}

/** Every module that a TypeScript file names: import, export … from, import(), require(). */
export function importsIn(file: string, text: string): readonly ImportStatement[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: ImportStatement[] = [];
  const visit = (node: ts.Node): void => {
    const named = moduleNamedBy(node);
    if (named !== undefined && ts.isStringLiteralLike(named.specifier)) {
      const { line } = source.getLineAndCharacterOfPosition(named.specifier.getStart(source));
      const { dynamic = false, typeOnly = false } = named;
      found.push({ specifier: named.specifier.text, line: line + 1, dynamic, typeOnly });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

interface NamedModule {
  readonly specifier: ts.Node;
  readonly dynamic?: boolean;
  readonly typeOnly?: boolean;
}

function moduleNamedBy(node: ts.Node): NamedModule | undefined {
  if (ts.isImportDeclaration(node)) {
    const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return { specifier: node.moduleSpecifier, typeOnly };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: node.moduleSpecifier, typeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal, typeOnly: true };
  }
  if (ts.isCallExpression(node)) return moduleCalledFor(node);
  return undefined;
}

function moduleCalledFor({ expression, arguments: [first] }: ts.CallExpression) {
  if (first === undefined) return undefined;
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return { specifier: first, dynamic: true };
  if (ts.isIdentifier(expression) && expression.text === 'require') return { specifier: first };
  return undefined;
}
