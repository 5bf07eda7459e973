import type { RequestIssue } from '../../../errors.ts';
import { didYouMean } from '../../../input/did-you-mean.ts';
import { quote } from '../../../input/quote.ts';
import type { ToolChoice } from '../../../ports/conversation.ts';
import type { ResponseRequest } from '../../../resources/response-request.ts';
import { issue } from '../issue.ts';
import { flatName, type ReadTools } from './read-tools.ts';

interface ReadChoice {
  readonly choice: ToolChoice;
  readonly issues: readonly RequestIssue[];
}

type Known = Pick<ReadTools, 'tools' | 'hosted'>;

const AUTO: ToolChoice = { kind: 'auto' };

/**
 * Reads which tool is to be called. A named one has to be among the tools, and cannot be one that a
 * host would have to run.
 */
export function readToolChoice(
  choice: NonNullable<ResponseRequest['tool_choice']> | undefined,
  { tools, hosted }: Known,
): ReadChoice {
  if (choice === undefined) return { choice: AUTO, issues: [] };
  const names = new Set([...tools, ...hosted].map(({ name }) => name));
  if (typeof choice === 'string') {
    const isEmpty = choice === 'required' && names.size === 0;
    const sentence = 'cannot be required without tools that the client runs';
    return { choice: { kind: choice }, issues: isEmpty ? [issue('tool_choice', sentence)] : [] };
  }
  if (choice.type !== 'allowed_tools') {
    const { name, problem } = nameOf(choice, names);
    if (problem !== undefined) return { choice: AUTO, issues: [issue('tool_choice', problem)] };
    return { choice: { kind: 'required', only: [name] }, issues: [] };
  }
  // The schema has judged a choice of this type.
  const { mode, tools: allowed } = choice as AllowedTools;
  // A hint for the first is enough, however many are named.
  const all = allowed.map((one, position) => nameOf(one, names, position === 0));
  const issues = all.flatMap(({ problem }, position) =>
    problem === undefined ? [] : [issue(`tool_choice.tools[${position}]`, problem)],
  );
  // One that is named twice is one.
  return { choice: { kind: mode, only: [...new Set(all.map(({ name }) => name))] }, issues };
}

interface Named {
  readonly type: string;
  readonly name?: string | null;
  readonly namespace?: string | null;
}

interface AllowedTools {
  readonly mode: 'auto' | 'required';
  readonly tools: readonly Named[];
}

/** Returns what a choice names, and what is wrong with it. */
function nameOf(choice: object, names: ReadonlySet<string>, isHinted = true) {
  // The schema has judged a choice of each type.
  const { type, name: given, namespace } = choice as Named;
  const isNamed = type === 'function' || type === 'custom';
  const name = isNamed ? flatName(given ?? '', namespace ?? undefined) : type;
  if (names.has(name)) return { name };
  const problem = isNamed
    ? `names ${quote(name)}, which is not one of tools${isHinted ? didYouMean(name, names) : ''}`
    : `names ${quote(type)}, which this gateway would have to run: it cannot`;
  return { name, problem };
}
