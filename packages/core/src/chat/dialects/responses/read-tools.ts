import type { RequestIssue } from '../../../errors.ts';
import type { Warning } from '../../../inference/delivery/header-text.ts';
import { quote } from '../../../input/quote.ts';
import type { JsonObject } from '../../../json-value.ts';
import type { ChatTool, HostedTool } from '../../../ports/conversation.ts';
import type { ResponseTool } from '../../../resources/response-request.ts';
import { issue } from '../issue.ts';
import { extrasOf, given, wordSet } from '../members.ts';

export interface ReadTools {
  readonly tools: readonly ChatTool[];
  /** Tools that only models of this wire know, and that the client runs. */
  readonly hosted: readonly HostedTool[];
  /** Types of tools that a host would have to run: they are left out. */
  readonly left: readonly string[];
  readonly warnings: readonly Warning[];
  readonly issues: readonly RequestIssue[];
}

/** What a client calls a tool that has another name between it and the provider. */
export interface ToolName {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly isFreeform: boolean;
}

/** Types that the client runs itself, as OpenAI's models were taught them. */
const RUN_BY_CLIENT = wordSet('local_shell shell apply_patch computer computer_use_preview');

/** Reads the tools. Those of a namespace are functions with names that begin with it. */
export function readTools(tools: readonly ResponseTool[]): ReadTools {
  const read: ChatTool[] = [];
  const hosted: HostedTool[] = [];
  const left = new Set<string>();
  const issues: RequestIssue[] = [];
  const names = new Set<string>();
  for (const { tool, namespace, path } of flat(tools)) {
    if (!isNamed(tool)) {
      if (RUN_BY_CLIENT.has(tool.type)) hosted.push({ name: tool.type, value: tool });
      else left.add(tool.type);
      continue;
    }
    const name = flatName(tool.name, namespace);
    if (names.has(name)) issues.push(issue(`${path}.name`, `repeats ${quote(tool.name)}`));
    names.add(name);
    // Such a tool is found by a search that a host would have to run: it is offered at once.
    if (tool['defer_loading'] === true) left.add('defer_loading');
    read.push(tool.type === 'custom' ? freeform(tool, name) : toFunction(tool, name));
  }
  const warnings = [...left].map((type) => ({ parameter: `tools.${type}`, note: 'ignored' }));
  return { tools: read, hosted, left: [...left], warnings, issues };
}

/** Returns the name of a tool for providers that know no namespaces. */
export function flatName(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

/** Returns what the client calls each tool, by the name that a provider knows. */
export function toolNames(tools: readonly ResponseTool[]): ReadonlyMap<string, ToolName> {
  const names = new Map<string, ToolName>();
  for (const { tool, namespace } of flat(tools)) {
    if (!isNamed(tool)) continue;
    const { name, type } = tool;
    names.set(flatName(name, namespace), { name, namespace, isFreeform: type === 'custom' });
  }
  return names;
}

interface FlatTool {
  readonly tool: ResponseTool;
  readonly namespace: string | undefined;
  readonly path: string;
}

function flat(tools: readonly ResponseTool[]): readonly FlatTool[] {
  return tools.flatMap((tool, position): readonly FlatTool[] => {
    const path = `tools[${position}]`;
    if (tool.type !== 'namespace') return [{ tool, namespace: undefined, path }];
    // The schema has judged a tool of this type.
    const { name: namespace, tools: inner } = tool as Namespace;
    return inner.map((one, place) => ({ tool: one, namespace, path: `${path}.tools[${place}]` }));
  });
}

interface Namespace {
  readonly name: string;
  readonly tools: readonly ResponseTool[];
}

interface NamedTool extends JsonObject {
  readonly type: 'function' | 'custom';
  readonly name: string;
  readonly description?: string | null;
  readonly parameters?: JsonObject | null;
  readonly strict?: boolean | null;
  readonly format?: JsonObject | null;
}

/** The schema has judged tools of these types. */
function isNamed(tool: ResponseTool | NamedTool): tool is NamedTool {
  return tool.type === 'function' || tool.type === 'custom';
}

function toFunction(tool: NamedTool, name: string): ChatTool {
  const { description, parameters, strict } = tool;
  return { name, ...given({ description, parameters, strict }), ...extrasOf(tool, KNOWN) };
}

const KNOWN = wordSet('type name description parameters strict format defer_loading');

/** For providers that take no text, a function with a text as its argument. */
function freeform(tool: NamedTool, name: string): ChatTool {
  const { description, format } = tool;
  const known = { name, ...given({ description }), parameters: TEXT_ONLY };
  return { ...known, freeform: given({ format }), ...extrasOf(tool, KNOWN) };
}

const TEXT_ONLY: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};
