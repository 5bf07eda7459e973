import type { RequestIssue } from '../../../errors.ts';
import type { GatewayRequest } from '../../../http/message.ts';
import type { Warning } from '../../../inference/delivery/header-text.ts';
import type { JsonObject } from '../../../json-value.ts';
import type {
  ChatMessage,
  ChatRequest,
  OutputFormat,
  ReasoningRequest,
} from '../../../ports/conversation.ts';
import type { ResponseRequest } from '../../../resources/response-request.ts';
import type { ReadConversation } from '../dialect.ts';
import { hasTier } from '../has-tier.ts';
import { issue } from '../issue.ts';
import { leftOfReasoning } from '../left-of-reasoning.ts';
import { betasIn } from '../betas-in.ts';
import { given, without, wordSet } from '../members.ts';
import { readPlugins } from '../read-plugins.ts';
import { echoOf } from './echo.ts';
import { readItems, type ReadItems } from './read-items.ts';
import { readToolChoice } from './read-tool-choice.ts';
import { readTools } from './read-tools.ts';

/**
 * Reads a body that fits its schema. Returns issues instead for what the schema cannot say, above
 * all for members that would need a memory between requests. Source: contract §14.1.
 */
export function readResponseRequest(
  body: ResponseRequest,
  { headers }: Pick<GatewayRequest, 'headers'> = { headers: {} },
): ReadConversation | readonly RequestIssue[] {
  const models = [...new Set([body.model ?? [], body.models ?? []].flat())];
  const items = readInput(body);
  const tools = readTools(body.tools ?? []);
  const choice = readToolChoice(body.tool_choice ?? undefined, tools);
  const { effort, max_tokens: budget } = body.reasoning ?? {};
  const plugins = readPlugins(body.plugins);
  const issues = [
    ...(models.length === 0 ? [issue('model', 'is required and must be the id of a model')] : []),
    ...refusedMembers(body),
    ...plugins.issues,
    ...items.issues,
    ...tools.issues,
    ...choice.issues,
    ...(typeof effort === 'string' && typeof budget === 'number'
      ? [issue('reasoning.max_tokens', 'cannot be combined with an effort; send one of them')]
      : []),
  ];
  const [model] = models;
  if (issues.length > 0 || model === undefined) return issues;
  const { prompt_cache_key: cacheKey, session_id: sessionId } = body;
  const includesLogprobs = (body.include ?? []).includes('message.output_text.logprobs');
  const isLogged = includesLogprobs || (body.top_logprobs ?? 0) > 0;
  const request: ChatRequest = {
    dialect: 'openai-responses',
    model,
    messages: items.messages,
    tools: tools.tools,
    ...(tools.hosted.length > 0 && { hostedTools: tools.hosted }),
    toolChoice: choice.choice,
    ...given({
      parallelCalls: body.parallel_tool_calls,
      maxOutputTokens: body.max_output_tokens,
      reasoning: reasoningOf(body.reasoning),
      betas: betasIn(headers['x-anthropic-beta']),
    }),
    sampling: given({
      temperature: body.temperature,
      topP: body.top_p,
      topK: body.top_k,
      frequencyPenalty: body.frequency_penalty,
      presencePenalty: body.presence_penalty,
      logprobs: isLogged ? true : undefined,
      topLogprobs: body.top_logprobs,
    }),
    stop: [],
    format: formatOf(body.text?.format),
    stream: body.stream ?? false,
    wantsUsage: true,
    extras: extrasIn(body),
  };
  return {
    request,
    models,
    preferences: body.provider ?? {},
    user: body.user ?? body.safety_identifier ?? undefined,
    sessionId: sessionId ?? undefined,
    cacheKey: cacheKey ?? undefined,
    plugins: plugins.plugins,
    warnings: [
      ...(hasTier(body) ? [TIER] : []),
      ...leftOfReasoning(body.reasoning).map((parameter) => ({ parameter, note: 'ignored' })),
      ...tools.warnings,
      ...(items.hasDropped ? [UNREADABLE] : []),
    ],
    echo: echoOf(body),
  };
}

const TIER: Warning = { parameter: 'service_tier', note: 'ignored' };
const UNREADABLE: Warning = { parameter: 'input.encrypted_content', note: 'ignored' };

function readInput({ input, instructions }: ResponseRequest): ReadItems {
  const before: readonly ChatMessage[] = instructions
    ? [{ role: 'system', blocks: [{ type: 'text', text: instructions }] }]
    : [];
  if (typeof input !== 'string') {
    const { messages, issues, hasDropped } = readItems(input);
    return { messages: [...before, ...messages], issues, hasDropped };
  }
  const blocks = input === '' ? [] : [{ type: 'text', text: input } as const];
  return { messages: [...before, { role: 'user', blocks }], issues: [], hasDropped: false };
}

/** Members that are read, that the answer repeats, or that only the gateway itself understands. */
const KNOWN = wordSet(
  'model models route input instructions provider plugins stream stream_options max_output_tokens',
  'temperature top_p top_k frequency_penalty presence_penalty top_logprobs include text reasoning',
  'tools tool_choice parallel_tool_calls max_tool_calls metadata store user safety_identifier',
  'session_id trace previous_response_id conversation background prompt debug',
  'stop_server_tools_when service_tier',
);
const KNOWN_OF_TEXT = wordSet('format');

function extrasIn(body: ResponseRequest): JsonObject {
  const text = without(body.text ?? {}, KNOWN_OF_TEXT);
  const { truncation, ...others } = without(body, KNOWN);
  return {
    ...others,
    // What every model does unasked is no wish that an endpoint could ignore.
    ...given({ truncation: truncation === 'disabled' ? undefined : truncation }),
    ...(Object.keys(text).length > 0 && { text }),
  };
}

/** What would need a memory, or would change the meaning if it were left out. */
const REFUSED: readonly (readonly [
  name: string,
  isRefused: (value: unknown) => boolean,
  sentence: string,
])[] = [
  ['store', (value) => value === true, 'must be false: this gateway keeps no answers'],
  [
    'previous_response_id',
    (value) => value != null,
    'must be left out: this gateway keeps no answers; send the whole conversation as input',
  ],
  [
    'conversation',
    (value) => value != null,
    'must be left out: this gateway keeps no conversations; send the whole one as input',
  ],
  ['background', (value) => value === true, 'must be false: this gateway answers at once'],
  [
    'prompt',
    (value) => value != null,
    'must be left out: this gateway has no stored prompts; send instructions and input',
  ],
];

function refusedMembers(body: JsonObject): readonly RequestIssue[] {
  const issues = REFUSED.flatMap(([name, isRefused, sentence]) =>
    isRefused(body[name]) ? [issue(name, sentence)] : [],
  );
  return issues;
}

function reasoningOf(asked: ResponseRequest['reasoning']): ReasoningRequest | undefined {
  const { effort, max_tokens: maxTokens, enabled: isEnabled } = asked ?? {};
  const summary = asked?.summary ?? asked?.generate_summary;
  const reasoning = given({ effort, maxTokens, isEnabled, summary });
  return Object.keys(reasoning).length === 0 ? undefined : reasoning;
}

function formatOf(format: NonNullable<ResponseRequest['text']>['format']): OutputFormat {
  if (format?.type === 'json_object') return { kind: 'json' };
  if (format?.type !== 'json_schema') return { kind: 'text' };
  // The schema has judged a format of this type.
  const { name, description, schema, strict } = format as JsonSchemaFormat;
  return { kind: 'schema', name, ...given({ description, schema, strict }) };
}

interface JsonSchemaFormat {
  readonly name: string;
  readonly description?: string | null;
  readonly schema?: JsonObject | null;
  readonly strict?: boolean | null;
}
