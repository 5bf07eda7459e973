import ts from 'typescript';

export interface AssignedFunction {
  readonly line: number;
  /** The member: `this.#over`. */
  readonly member: string;
}

/** Every member to which a TypeScript file assigns a function literal: `this.#over = () => …`. */
export function functionsAssignedIn(file: string, text: string): readonly AssignedFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: AssignedFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node) && isFunction(node.right)) {
      const member = memberIn(node.left);
      if (member !== undefined) {
        const { line } = source.getLineAndCharacterOfPosition(member.getStart(source));
        found.push({ line: line + 1, member: member.getText(source) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isFunction(node: ts.Expression): boolean {
  const literal = bare(node);
  return ts.isArrowFunction(literal) || ts.isFunctionExpression(literal);
}

function memberIn(node: ts.Expression): ts.Expression | undefined {
  const member = bare(node);
  const isMember = ts.isPropertyAccessExpression(member) || ts.isElementAccessExpression(member);
  return isMember ? member : undefined;
}

/** Takes off parentheses and what is only for types, of which V8 sees nothing. */
function bare(node: ts.Expression): ts.Expression {
  const isAround =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isAround ? bare(node.expression) : node;
}
