import ts from 'typescript';
import type { Mutant } from './mutant.ts';
import { MUTATORS } from './mutators.ts';

/** Returns every mutant of a TypeScript source, in the order of the source, each change once. */
export function mutantsOf(source: string): readonly Mutant[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Mutant>();
  const visit = (node: ts.Node): void => {
    if (isErased(node)) return;
    for (const [mutator, mutate] of Object.entries(MUTATORS)) {
      for (const { from, to = from, text } of mutate(node)) {
        const mutant = { mutator, start: from.getStart(), end: to.getEnd(), text };
        found.set(`${mutant.start} ${mutant.end} ${text}`, mutant);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Skips types and imports, where the compiler detects changes. */
function isErased(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}
