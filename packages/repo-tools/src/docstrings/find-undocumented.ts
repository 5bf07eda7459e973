import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** An exported name of an entry whose declaration has no docstring. */
export interface Undocumented {
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

type ReadSource = (file: string) => string;

/**
 * Finds the names that a module exports and that have no docstring where they are declared. Follows
 * re-exports within the package; what comes from another package is documented there.
 */
export function findUndocumented(
  entry: string,
  read: ReadSource = (file) => readFileSync(file, 'utf8'),
): readonly Undocumented[] {
  const modules = new Map<string, Module>();
  const moduleAt = (file: string): Module => {
    const known = modules.get(file) ?? toModule(file, read(file));
    modules.set(file, known);
    return known;
  };
  const exported = (file: string): readonly string[] => {
    const { exports, wildcards } = moduleAt(file);
    return [...exports.keys(), ...wildcards.flatMap(exported)];
  };
  const declaring = (file: string, name: string): Undocumented | undefined => {
    const { exports, wildcards } = moduleAt(file);
    const found = exports.get(name);
    if (found === undefined) {
      const [from] = wildcards.filter((each) => exported(each).includes(name));
      return from === undefined ? undefined : declaring(from, name);
    }
    if (found.kind === 'elsewhere') return undefined;
    if (found.kind === 're-exported') return declaring(found.file, found.name);
    return found.isDocumented ? undefined : { name, file, line: found.line };
  };
  return exported(entry).flatMap((name) => declaring(entry, name) ?? []);
}

type Export =
  | { readonly kind: 'declared'; readonly isDocumented: boolean; readonly line: number }
  | { readonly kind: 're-exported'; readonly file: string; readonly name: string }
  /** From another package. */
  | { readonly kind: 'elsewhere' };

interface Module {
  readonly exports: ReadonlyMap<string, Export>;
  /** Files whose names are all exported. */
  readonly wildcards: readonly string[];
}

function toModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const exports = new Map<string, Export>();
  const wildcards: string[] = [];
  const declared = declarationsIn(source);
  const imported = importsIn(source);
  for (const [name, { isExported, ...declaration }] of declared) {
    if (isExported) exports.set(name, { kind: 'declared', ...declaration });
  }
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    const from = specifierOf(statement.moduleSpecifier);
    const { exportClause } = statement;
    if (exportClause === undefined) {
      const target = from === undefined ? undefined : fileOf(source, from);
      if (target !== undefined) wildcards.push(target);
    } else if (ts.isNamedExports(exportClause)) {
      for (const { name, propertyName } of exportClause.elements) {
        const inner = (propertyName ?? name).text;
        const own = declared.get(inner);
        const found: Export | undefined =
          from === undefined
            ? own === undefined
              ? imported.get(inner)
              : { kind: 'declared', ...own }
            : reExported(source, from, inner);
        exports.set(name.text, found ?? { kind: 'elsewhere' });
      }
    }
  }
  return { exports, wildcards };
}

interface Declaration {
  readonly isDocumented: boolean;
  readonly line: number;
  readonly isExported: boolean;
}

/** Returns the declarations of a module by name. Of overloads, one docstring is enough. */
function declarationsIn(source: ts.SourceFile): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>();
  for (const statement of source.statements) {
    for (const name of namesOf(statement)) {
      const isDocumented = ts.getJSDocCommentsAndTags(statement).some(ts.isJSDoc);
      const isExported =
        ts.canHaveModifiers(statement) &&
        (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      const before = found.get(name);
      const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
      found.set(name, {
        isDocumented: isDocumented || before?.isDocumented === true,
        isExported: isExported || before?.isExported === true,
        line: before?.line ?? line + 1,
      });
    }
  }
  return found;
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isDeclaration && statement.name !== undefined ? [statement.name.text] : [];
}

function importsIn(source: ts.SourceFile): ReadonlyMap<string, Export> {
  const found = new Map<string, Export>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = specifierOf(statement.moduleSpecifier);
    const bindings = statement.importClause?.namedBindings;
    if (from === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements) {
      found.set(name.text, reExported(source, from, (propertyName ?? name).text));
    }
  }
  return found;
}

function reExported(source: ts.SourceFile, from: string, name: string): Export {
  const file = fileOf(source, from);
  return file === undefined ? { kind: 'elsewhere' } : { kind: 're-exported', file, name };
}

function fileOf({ fileName }: ts.SourceFile, from: string): string | undefined {
  return from.startsWith('.') ? path.join(path.dirname(fileName), from) : undefined;
}

function specifierOf(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteral(node) ? node.text : undefined;
}
