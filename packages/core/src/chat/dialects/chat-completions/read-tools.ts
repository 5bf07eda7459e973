import type { RequestIssue } from '../../../errors.ts';
import { didYouMean } from '../../../input/did-you-mean.ts';
import { quote } from '../../../input/quote.ts';
import type {
  ChatCompletionRequest,
  ChatCompletionTool,
} from '../../../resources/chat-completion-request.ts';
import type { ChatTool, ToolChoice } from '../../../ports/conversation.ts';
import { readCacheMark } from '../cache-mark.ts';
import { issue } from '../issue.ts';
import { extrasOf, given, wordSet } from '../members.ts';

interface ReadTools {
  readonly tools: readonly ChatTool[];
  readonly issues: readonly RequestIssue[];
}

const NO_TOOLS: ReadTools = { tools: [], issues: [] };

/** Reads the functions that the model may call; tools that a host would have to run are refused. */
export function readTools(tools: readonly ChatCompletionTool[]): ReadTools {
  if (tools.length === 0) return NO_TOOLS;
  const read: ChatTool[] = [];
  const issues: RequestIssue[] = [];
  const names = new Set<string>();
  for (const [position, tool] of tools.entries()) {
    const path = `tools[${position}]`;
    if (tool.type !== 'function') {
      issues.push(issue(`${path}.type`, notAFunction(tool.type)));
    } else if (tool.function === undefined) {
      issues.push(issue(`${path}.function`, 'is required and must be an object'));
    } else if (names.has(tool.function.name)) {
      issues.push(issue(`${path}.function.name`, `repeats ${quote(tool.function.name)}`));
    } else {
      names.add(tool.function.name);
      read.push(readTool(tool, tool.function));
    }
  }
  return { tools: read, issues };
}

function notAFunction(type: string): string {
  const why =
    type === 'custom'
      ? 'only POST /responses takes custom tools'
      : 'hosted tools are not available';
  return `must be function, got ${quote(type)}: ${why}`;
}

function readTool(
  tool: ChatCompletionTool,
  { name, description, parameters, strict }: NonNullable<ChatCompletionTool['function']>,
): ChatTool {
  return {
    name,
    ...given({ description, parameters, strict, cache: readCacheMark(tool.cache_control) }),
    ...extrasOf(tool, KNOWN),
  };
}

const KNOWN = wordSet('type function cache_control');

interface ReadChoice {
  readonly choice: ToolChoice;
  readonly issues: readonly RequestIssue[];
}

/** Reads which tool is to be called. A named one has to be among the tools. */
export function readToolChoice(
  choice: NonNullable<ChatCompletionRequest['tool_choice']> | undefined,
  tools: readonly ChatTool[],
): ReadChoice {
  if (choice === undefined) return { choice: { kind: 'auto' }, issues: [] };
  const names = new Set(tools.map(({ name }) => name));
  if (typeof choice === 'string') {
    const isEmpty = choice === 'required' && names.size === 0;
    const issues = isEmpty ? [issue('tool_choice', 'cannot be required without tools')] : [];
    return { choice: { kind: choice }, issues };
  }
  // The schema has judged a choice of each of these types.
  if (choice.type === 'allowed_tools') return readAllowed(choice as AllowedTools, names);
  if (choice.type !== 'function') {
    const issues = [issue('tool_choice.type', notAFunction(choice.type))];
    return { choice: { kind: 'auto' }, issues };
  }
  const { name } = (choice as NamedTool).function;
  const problem = names.has(name) ? [] : [unknownTool('tool_choice', name, names)];
  return { choice: { kind: 'required', only: [name] }, issues: problem };
}

interface NamedTool {
  readonly function: { readonly name: string };
}

interface AllowedTools {
  readonly allowed_tools: {
    readonly mode: 'auto' | 'required';
    readonly tools: readonly NamedTool[];
  };
}

function readAllowed(
  { allowed_tools: { mode, tools } }: AllowedTools,
  names: ReadonlySet<string>,
): ReadChoice {
  const issues = tools.flatMap(({ function: { name } }, position) => {
    // A hint for the first is enough, however many are named.
    const known = position === 0 ? names : NO_NAMES;
    const path = `tool_choice.allowed_tools.tools[${position}]`;
    return names.has(name) ? [] : [unknownTool(path, name, known)];
  });
  // One that is named twice is one.
  const only = [...new Set(tools.map(({ function: { name } }) => name))];
  return { choice: { kind: mode, only }, issues };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The issue of a name that none of the tools has; `names` are those that may have been meant. */
function unknownTool(path: string, name: string, names: ReadonlySet<string>): RequestIssue {
  const sentence = `names ${quote(name)}, which is not one of tools${didYouMean(name, names)}`;
  return issue(`${path}.function.name`, sentence);
}
