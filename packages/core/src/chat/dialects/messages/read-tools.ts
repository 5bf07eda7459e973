import type { RequestIssue } from '../../../errors.ts';
import { didYouMean } from '../../../input/did-you-mean.ts';
import { quote } from '../../../input/quote.ts';
import type { ChatTool, HostedTool, ToolChoice } from '../../../ports/conversation.ts';
import type { MessageRequest, MessageTool } from '../../../resources/message-request.ts';
import { readCacheMark } from '../cache-mark.ts';
import { issue } from '../issue.ts';
import { extrasOf, given, wordSet } from '../members.ts';

interface ReadTools {
  readonly tools: readonly ChatTool[];
  readonly hostedTools: readonly HostedTool[];
  readonly issues: readonly RequestIssue[];
}

/** Reads the tools that the model may call: the client's own, and those of this wire as written. */
export function readTools(offered: readonly MessageTool[]): ReadTools {
  const tools: ChatTool[] = [];
  const hostedTools: HostedTool[] = [];
  const issues: RequestIssue[] = [];
  const names = new Set<string>();
  for (const [position, tool] of offered.entries()) {
    const { name, type } = tool;
    const path = `tools[${position}]`;
    const isHosted = typeof type === 'string' && type !== 'custom';
    // A set of tools has no name of its own.
    const called = name ?? (isHosted ? type : undefined);
    if (called === undefined) {
      issues.push(issue(`${path}.name`, 'is required and must be text of 1 to 128 characters'));
      continue;
    }
    if (called === name && names.has(name))
      issues.push(issue(`${path}.name`, `repeats ${quote(name)}`));
    names.add(called);
    if (isHosted) hostedTools.push({ name: called, value: tool });
    else if (tool.input_schema) tools.push(readTool(called, tool));
    else issues.push(issue(`${path}.input_schema`, 'is required and must be a JSON Schema'));
  }
  return { tools, hostedTools, issues };
}

function readTool(name: string, tool: MessageTool): ChatTool {
  const { description, input_schema: parameters, strict, cache_control: mark } = tool;
  return {
    name,
    ...given({ description, parameters, strict, cache: readCacheMark(mark) }),
    ...extrasOf(tool, KNOWN),
  };
}

const KNOWN = wordSet('type name description input_schema strict cache_control');

interface ReadChoice {
  readonly choice: ToolChoice;
  readonly parallelCalls: boolean | undefined;
  readonly issues: readonly RequestIssue[];
}

/** Reads which tool is to be called. A named one has to be among the tools. */
export function readToolChoice(
  choice: MessageRequest['tool_choice'],
  tools: readonly { readonly name: string }[],
): ReadChoice {
  const { type = 'auto', name, disable_parallel_tool_use: isSingle } = choice ?? {};
  const parallelCalls = typeof isSingle === 'boolean' ? !isSingle : undefined;
  const names = new Set(tools.map((tool) => tool.name));
  if (type === 'tool') {
    const isKnown = typeof name === 'string' && names.has(name);
    const sentence =
      typeof name === 'string'
        ? `names ${quote(name)}, which is not one of tools${didYouMean(name, names)}`
        : 'is required for the type tool';
    const issues = isKnown ? [] : [issue('tool_choice.name', sentence)];
    return { choice: { kind: 'required', only: [name ?? ''] }, parallelCalls, issues };
  }
  const isEmpty = type === 'any' && names.size === 0;
  const issues = isEmpty ? [issue('tool_choice', 'cannot be any without tools')] : [];
  return { choice: { kind: type === 'any' ? 'required' : type }, parallelCalls, issues };
}
