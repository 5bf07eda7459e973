import { compileFunction } from 'node:vm';
import ts from 'typescript';

/** Names and what they stand for. */
export type Names = Readonly<Record<string, unknown>>;

/**
 * Runs TypeScript from a README as if it were a module of its own, and resolves with its exports.
 * Names that it does not declare are those of `scope`; `modules` take the place of what it imports.
 */
export async function runSnippet<Exports>(
  code: string,
  scope: Names,
  modules: Readonly<Record<string, Names>> = {},
): Promise<Exports> {
  const { outputText } = ts.transpileModule(code, { compilerOptions: OPTIONS });
  const imported = new Map<string, Names>();
  for (const { fileName } of ts.preProcessFile(code).importedFiles) {
    // A namespace of a module is an object of its names.
    const names = modules[fileName] ?? ((await import(fileName)) as Names);
    imported.set(fileName, { __esModule: true, ...names });
  }
  const exported = {};
  // The body of an async function, because modules may await.
  const run = compileFunction(`return (async () => {\n${outputText}\n})();`, [
    'exports',
    'require',
    ...Object.keys(scope),
  ]);
  await run(exported, (name: string) => imported.get(name), ...Object.values(scope));
  // The claim of its rehearsal; where that is wrong the test fails.
  return exported as Exports;
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
};
