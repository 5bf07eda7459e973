import type { RequestIssue } from '../../../errors.ts';
import type { GatewayRequest } from '../../../http/message.ts';
import type { Warning } from '../../../inference/delivery/header-text.ts';
import type { JsonObject } from '../../../json-value.ts';
import type { ChatRequest, OutputFormat } from '../../../ports/conversation.ts';
import type { MessageRequest } from '../../../resources/message-request.ts';
import { betasIn } from '../betas-in.ts';
import type { ReadConversation } from '../dialect.ts';
import { issue } from '../issue.ts';
import { given, without, wordSet } from '../members.ts';
import { readPlugins } from '../read-plugins.ts';
import { readMessages } from './read-messages.ts';
import { readReasoning } from './read-reasoning.ts';
import { readToolChoice, readTools } from './read-tools.ts';
import { THREAD } from './write-error.ts';

/**
 * Reads a body that fits its schema. Returns issues instead for what the schema cannot say. What
 * Anthropic's clients send unasked, such as tools that a provider runs, is kept for endpoints of
 * their wire and left out for others. Source: contract §13.1.
 */
export function readMessage(
  body: MessageRequest,
  { headers }: Pick<GatewayRequest, 'headers'>,
): ReadConversation | readonly RequestIssue[] {
  const messages = readMessages(body);
  const tools = readTools(body.tools ?? []);
  const choice = readToolChoice(body.tool_choice, [...tools.tools, ...tools.hostedTools]);
  const issues = [
    ...threadIssues(body),
    ...fallbackIssues(body),
    ...messages.issues,
    ...tools.issues,
    ...choice.issues,
  ];
  if (issues.length > 0) return issues;
  const plugins = readPlugins(body.plugins);
  const { model, models, fallbacks } = body;
  const others = models ?? fallbacks?.map((fallback) => fallback.model) ?? [];
  const request: ChatRequest = {
    dialect: 'anthropic-messages',
    model,
    messages: messages.messages,
    tools: tools.tools,
    ...(tools.hostedTools.length > 0 && { hostedTools: tools.hostedTools }),
    toolChoice: choice.choice,
    ...given({
      parallelCalls: choice.parallelCalls,
      maxOutputTokens: body.max_tokens,
      reasoning: readReasoning(body),
      betas: betasIn(headers['anthropic-beta']),
    }),
    sampling: given({ temperature: body.temperature, topP: body.top_p, topK: body.top_k }),
    stop: body.stop_sequences ?? [],
    format: formatOf(body),
    stream: body.stream ?? false,
    wantsUsage: true,
    extras: extrasOf(body),
  };
  return {
    request,
    models: [...new Set([model, ...others])],
    preferences: body.provider ?? {},
    user: body.user ?? body.metadata?.user_id ?? undefined,
    sessionId: body.session_id ?? undefined,
    cacheKey: headers['x-claude-code-session-id'],
    plugins: plugins.plugins,
    warnings: [...messages.warnings, ...plugins.refused.map(asIgnored)],
  };
}

/** Members that are read, or that only the gateway itself understands. */
const KNOWN = wordSet(
  'model messages system max_tokens stop_sequences stream temperature top_p top_k metadata thinking',
  'tools tool_choice output_config output_format models fallbacks provider plugins route user',
  'session_id trace stop_server_tools_when',
);
const OF_OUTPUT = wordSet('effort format');

function extrasOf(body: MessageRequest): JsonObject {
  const output = without(body.output_config ?? {}, OF_OUTPUT);
  const extras = without(body, KNOWN);
  return Object.keys(output).length === 0 ? extras : { ...extras, output_config: output };
}

/** A turn that continues a thread comes without what was said before, which nobody here keeps. */
function threadIssues(body: JsonObject): readonly RequestIssue[] {
  if ((body[THREAD] ?? null) === null) return [];
  return [issue(THREAD, 'is not supported: send the whole conversation in messages')];
}

function fallbackIssues({ models, fallbacks }: MessageRequest): readonly RequestIssue[] {
  if (!models || !fallbacks) return [];
  return [issue('fallbacks', 'cannot be combined with models; send one of them')];
}

function formatOf({ output_config: output, output_format: beside }: MessageRequest): OutputFormat {
  const format = output?.format ?? beside;
  if (!format) return { kind: 'text' };
  return { kind: 'schema', name: 'answer', schema: format.schema, strict: true };
}

function asIgnored(plugin: string): Warning {
  return { parameter: `plugins.${plugin}`, note: 'ignored' };
}
