import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import type { Loader, Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * Lets a command take modules of Node from `process` instead of importing them. An import reads every
 * export of such a module, and some of those load others when they are read: `import` of node:fs and
 * node:util together loads streams, workers, readline and a comparison of texts, for nothing.
 */
export function directBuiltins(): Plugin {
  return {
    name: 'direct-builtins',
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        // Most files import none, and parsing takes its time.
        if (!/["']node:/.test(text)) return undefined;
        const loader: Loader = path.endsWith('ts') ? 'ts' : 'js';
        return { contents: takeDirectly(path, text), loader };
      });
    },
  };
}

/**
 * Rewrites the imports of `node:` modules, and the calls of `require` for them, each in its place:
 * `import { join as j } from 'node:path'` becomes
 * `const { join: j } = globalThis.process.getBuiltinModule('node:path');`.
 */
export function takeDirectly(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const changes: { readonly node: ts.Node; readonly becomes: string }[] = [];
  const visit = (node: ts.Node): void => {
    const becomes = ts.isImportDeclaration(node) ? declared(node) : required(node);
    if (becomes === undefined) ts.forEachChild(node, visit);
    else changes.push({ node, becomes });
  };
  visit(source);
  // From the end, so that the places of the others stay true.
  return changes.toReversed().reduce((changed, { node, becomes }) => {
    return changed.slice(0, node.getStart(source)) + becomes + changed.slice(node.getEnd());
  }, text);
}

function declared({ importClause, moduleSpecifier }: ts.ImportDeclaration): string | undefined {
  const builtin = builtinOf(moduleSpecifier);
  if (builtin === undefined || importClause === undefined || importClause.isTypeOnly) {
    return undefined;
  }
  const { name, namedBindings } = importClause;
  const whole = namedBindings && ts.isNamespaceImport(namedBindings) ? namedBindings.name : name;
  const statements = whole === undefined ? [] : [`const ${whole.text} = ${builtin};`];
  if (namedBindings && ts.isNamedImports(namedBindings)) {
    const names = namedBindings.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ propertyName, name: own }) =>
        propertyName === undefined ? own.text : `${propertyName.text}: ${own.text}`,
      );
    statements.push(`const { ${names.join(', ')} } = ${builtin};`);
  }
  return statements.join(' ');
}

function required(node: ts.Node): string | undefined {
  const isRequire =
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.arguments.length === 1;
  return isRequire && node.expression.text === 'require' ? builtinOf(node.arguments[0]) : undefined;
}

function builtinOf(specifier: ts.Node | undefined): string | undefined {
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined;
  const { text } = specifier;
  return text.startsWith('node:') && isBuiltin(text)
    ? `globalThis.process.getBuiltinModule(${JSON.stringify(text)})`
    : undefined;
}
