import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * A copy of a program without its types, in `directory`: where the start itself is timed, nothing
 * may be stripped while it runs.
 */
export function plainJavaScript(program: URL, directory: string): string {
  const copy = path.join(directory, `${path.basename(program.pathname, '.ts')}.mjs`);
  const { outputText } = ts.transpileModule(readFileSync(program, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  writeFileSync(copy, outputText);
  return copy;
}
