import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * Lets bundlers leave out every constant of a package that their program does not use. The
 * package's `"sideEffects": false` says so of its files, but a build joins them into one; so each
 * constant that is computed as its file loads becomes a call that is marked as removable.
 */
export function removableConstants(): Plugin {
  return {
    name: 'removable-constants',
    setup(build) {
      build.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
        contents: markConstants(path, await readFile(path, 'utf8')),
        loader: 'ts',
      }));
    },
  };
}

/**
 * Wraps the initial value of each top-level constant that loading computes:
 * `const A = /* @__PURE__ *\/ (() => (v.string()))();`
 */
export function markConstants(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const values = source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ name }) => ts.isIdentifier(name))
    .flatMap(({ initializer }) => initializer ?? [])
    .filter(isComputed);
  // From the end, so that the places of the others stay true.
  return values.toReversed().reduce((marked, value) => {
    const [start, end] = [value.getStart(source), value.getEnd()];
    const wrapped = `/* @__PURE__ */ (() => (${marked.slice(start, end)}))()`;
    return marked.slice(0, start) + wrapped + marked.slice(end);
  }, text);
}

/** Returns whether evaluating it runs code that a bundler cannot see through. */
function isComputed(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isTypeNode(node)) return false;
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    (ts.forEachChild(node, isComputed) ?? false)
  );
}
