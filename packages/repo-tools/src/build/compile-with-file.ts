import ts from 'typescript';

/**
 * Has V8 compile the CommonJS modules of a bundle together with their file, so that they are in
 * Node's compile cache, which holds what was compiled before the file ran. esbuild writes such a
 * module as a function that its first `require` calls, and V8 would compile that anew in each start.
 * What stands in parentheses it takes for a function that is called at once.
 */
export function compileModulesWithFile(file: string, code: string): string {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  const modules = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.flatMap(moduleIn));
  // From the end, so that the places of the others stay true.
  return modules.toReversed().reduce((changed, { start, end, before }) => {
    return `${changed.slice(0, start)}${before}${changed.slice(start, end)})${changed.slice(end)}`;
  }, code);

  /**
   * `var a = wrap((exports, module) => {…})`, and where names are kept
   * `var a = __commonJS({ "a.js"(exports, module) {…} })`.
   */
  function moduleIn({ initializer }: ts.VariableDeclaration): readonly ModuleFunction[] {
    if (initializer === undefined || !ts.isCallExpression(initializer)) return [];
    const [given, ...others] = initializer.arguments;
    if (given === undefined || others.length > 0) return [];
    if (ts.isArrowFunction(given) && ts.isBlock(given.body)) {
      return [{ start: given.getStart(source), end: given.end, before: '(' }];
    }
    const [member, ...more] = ts.isObjectLiteralExpression(given) ? given.properties : [];
    if (member === undefined || more.length > 0) return [];
    if (!ts.isMethodDeclaration(member) || !ts.isStringLiteral(member.name)) return [];
    return [{ start: member.name.end, end: member.end, before: ':(function' }];
  }
}

interface ModuleFunction {
  readonly start: number;
  readonly end: number;
  /** What opens the parentheses. */
  readonly before: string;
}
