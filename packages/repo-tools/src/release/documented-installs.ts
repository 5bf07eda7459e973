import ts from 'typescript';

/** A line `npm install …` of a document, and the code that its reader runs next. */
export interface DocumentedInstall {
  /** What follows `npm`: `['install', 'koa', …]`. */
  readonly args: readonly string[];
  /** The first block of code behind it and before the next such line, or the empty string. */
  readonly code: string;
}

/** Returns the lines of a document that install packages, in their order. */
export function documentedInstalls(markdown: string): readonly DocumentedInstall[] {
  const installs: { args: readonly string[]; code: string }[] = [];
  for (const [, language = '', text = ''] of markdown.matchAll(BLOCK)) {
    if (language === 'sh') {
      const lines = text.split('\n').filter((line) => line.startsWith('npm install '));
      installs.push(...lines.map((line) => ({ args: argsOf(line), code: '' })));
    } else if (CODE.has(language)) {
      const last = installs.at(-1);
      if (last?.code === '') last.code = text;
    }
  }
  return installs;
}

/** Returns an ES module with the imports of TypeScript from packages, and nothing else. */
export function importsOf(code: string): string {
  const file = ts.createSourceFile('code.ts', code, ts.ScriptTarget.ESNext, true);
  const imports = file.statements
    .filter((statement) => ts.isImportDeclaration(statement))
    .map((statement) => statement.getText())
    .filter((text) => !OWN_FILE.test(text));
  const compilerOptions = { module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  return ts.transpileModule([...imports, 'export {};'].join('\n'), { compilerOptions }).outputText;
}

const BLOCK = /^```(\w+)\n(.*?)^```$/gms;
const CODE: ReadonlySet<string> = new Set(['ts', 'js']);
const OWN_FILE = /from '\./;

/** The words of a line without its comment. */
function argsOf(line: string): readonly string[] {
  return line
    .replace(/\s#.*$/, '')
    .trim()
    .split(/\s+/)
    .slice(1);
}
