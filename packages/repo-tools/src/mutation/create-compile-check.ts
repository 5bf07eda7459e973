import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../repository.ts';

/**
 * Creates a check of whether a source file, given as a path below the root, compiles with another
 * text. Names that a mutant leaves unused do not count as errors.
 */
export function createCompileCheck(file: string): (source: string) => boolean {
  const changed = path.join(ROOT, file);
  let text = '';
  let version = 0;
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => OPTIONS,
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [changed],
    getScriptVersion: (name) => (name === changed ? String(version) : ''),
    getScriptSnapshot(name) {
      const content = name === changed ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (name) => ts.sys.realpath?.(name) ?? name,
  };
  const service = ts.createLanguageService(host);

  return (source) => {
    text = source;
    version++;
    return (
      service.getSyntacticDiagnostics(changed).length === 0 &&
      service.getSemanticDiagnostics(changed).length === 0
    );
  };
}

const OPTIONS: ts.CompilerOptions = {
  ...ts.getParsedCommandLineOfConfigFile(
    path.join(ROOT, 'tsconfig.base.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )?.options,
  noUnusedLocals: false,
  noUnusedParameters: false,
};
