import { addAll } from '../../../add-all.ts';
import type { RequestIssue } from '../../../errors.ts';
import type { GatewayRequest } from '../../../http/message.ts';
import { quoteValue } from '../../../input/quote.ts';
import type { JsonObject } from '../../../json-value.ts';
import type {
  ChatCompletionMessage,
  ChatCompletionRequest,
} from '../../../resources/chat-completion-request.ts';
import type { ChatRequest, OutputFormat, Sampling } from '../../../ports/conversation.ts';
import type { ReadConversation } from '../dialect.ts';
import { hasTier } from '../has-tier.ts';
import { issue } from '../issue.ts';
import { leftOfReasoning } from '../left-of-reasoning.ts';
import { betasIn } from '../betas-in.ts';
import { given, without, wordSet } from '../members.ts';
import { readPlugins } from '../read-plugins.ts';
import { readMessages } from './read-messages.ts';
import { hasUnreadable } from './read-reasoning-details.ts';
import { readReasoning } from './read-reasoning.ts';
import { readToolChoice, readTools } from './read-tools.ts';

/**
 * Reads a body that fits its schema. Returns issues instead for what the schema cannot say:
 * parameters that contradict each other, transcripts that no provider takes, and members whose
 * meaning this gateway could not keep. Source: contract §12.4.
 */
export function readChatCompletion(
  body: ChatCompletionRequest,
  { headers }: Pick<GatewayRequest, 'headers'> = { headers: {} },
): ReadConversation | readonly RequestIssue[] {
  const models = modelsOf(body);
  const messages = readMessages(body.messages);
  const tools = readTools(body.tools ?? []);
  const choice = readToolChoice(body.tool_choice ?? undefined, tools.tools);
  const reasoning = readReasoning(body);
  const plugins = readPlugins(body.plugins);
  const issues: RequestIssue[] = [];
  if (models.length === 0) issues.push(issue('model', 'is required and must be the id of a model'));
  addAll(issues, refusedMembers(body));
  addAll(issues, plugins.issues);
  addAll(issues, messages.issues);
  addAll(issues, tools.issues);
  addAll(issues, choice.issues);
  addAll(issues, reasoning.issues);
  if (typeof body.top_logprobs === 'number' && body.logprobs !== true) {
    issues.push(issue('top_logprobs', 'needs logprobs: true'));
  }
  const [model] = models;
  if (issues.length > 0 || model === undefined) return issues;
  const maxOutputTokens = body.max_completion_tokens ?? body.max_tokens;
  const request: ChatRequest = {
    dialect: 'openai-chat',
    model,
    messages: messages.messages,
    tools: tools.tools,
    toolChoice: choice.choice,
    sampling: samplingOf(body),
    stop: [body.stop ?? []].flat(),
    format: formatOf(body.response_format),
    stream: body.stream ?? false,
    wantsUsage: body.stream_options?.include_usage ?? false,
    extras: extrasIn(body),
    // What may be left out comes last: V8 has room for the members that precede it.
    ...given({
      parallelCalls: body.parallel_tool_calls,
      maxOutputTokens,
      reasoning: reasoning.reasoning,
      betas: betasIn(headers['x-anthropic-beta']),
    }),
  };
  const { prompt_cache_key: cacheKey } = body;
  return {
    request,
    models,
    preferences: body.provider ?? {},
    user: body.user ?? body.safety_identifier ?? undefined,
    sessionId: body.session_id ?? undefined,
    cacheKey: typeof cacheKey === 'string' ? cacheKey : undefined,
    plugins: plugins.plugins,
    warnings: leftOut(body).map((parameter) => ({ parameter, note: 'ignored' })),
  };
}

function modelsOf({ model, models }: ChatCompletionRequest): readonly string[] {
  // Most clients name one.
  if (models == null) return model == null ? [] : [model];
  return [...new Set([model ?? [], models].flat())];
}

/** Members that are read, or that only the gateway itself understands. */
const KNOWN = wordSet(
  'model models route messages provider plugins transforms usage stream stream_options max_tokens',
  'max_completion_tokens temperature top_p top_k min_p top_a frequency_penalty presence_penalty',
  'repetition_penalty seed stop logit_bias logprobs top_logprobs tools tool_choice',
  'parallel_tool_calls response_format structured_outputs reasoning reasoning_effort',
  'include_reasoning user session_id metadata trace n store debug stop_server_tools_when',
  'service_tier safety_identifier',
);

/** Returns what no endpoint has, and what only tunes the answer. */
function leftOut(body: ChatCompletionRequest): readonly string[] {
  const { reasoning, messages } = body;
  const names: string[] = [];
  if (hasTier(body)) names.push('service_tier');
  names.push(...leftOfReasoning(reasoning));
  if (messages.some(hasUnreadableSeals)) names.push('reasoning_details');
  return names;
}

function hasUnreadableSeals(message: ChatCompletionMessage): boolean {
  return message.role === 'assistant' && hasUnreadable(message.reasoning_details ?? []);
}

/** A format that the gateway does not know goes to a server of this wire as it is. */
function extrasIn(body: ChatCompletionRequest): JsonObject {
  const { response_format: format } = body;
  const extras = without(body, KNOWN);
  const isOther = format != null && !FORMATS.has(format.type);
  return isOther ? { ...extras, response_format: format } : extras;
}

const FORMATS = wordSet('text json_object json_schema');

/** Members that have a successor. */
const ELSEWHERE = [
  ['prompt', 'messages'],
  ['functions', 'tools'],
  ['function_call', 'tool_choice'],
] as const;

/** Members of other gateways and of OpenAI that would change the meaning if they were left out. */
function refusedMembers(body: ChatCompletionRequest): readonly RequestIssue[] {
  const { n, store, transforms, modalities } = body;
  const issues: RequestIssue[] = [];
  if (n !== undefined && n !== null && n !== 1) {
    issues.push(issue('n', `must be 1, got ${quoteValue(n)}: this gateway returns one choice`));
  }
  if (store === true) issues.push(issue('store', 'must be false: this gateway keeps no answers'));
  for (const [name, instead] of ELSEWHERE) {
    if (body[name] !== undefined && body[name] !== null) {
      issues.push(issue(name, `is not read here; send ${instead}`));
    }
  }
  if (Array.isArray(transforms) && transforms.length > 0) {
    issues.push(issue('transforms', 'must be an empty list: none is available'));
  }
  for (const [position, modality] of (modalities ?? []).entries()) {
    if (modality !== 'audio') continue;
    issues.push(issue(`modalities[${position}]`, 'is audio, which no answer here can hold'));
  }
  return issues;
}

function samplingOf(body: ChatCompletionRequest): Sampling {
  return given({
    temperature: body.temperature,
    topP: body.top_p,
    topK: body.top_k,
    minP: body.min_p,
    topA: body.top_a,
    frequencyPenalty: body.frequency_penalty,
    presencePenalty: body.presence_penalty,
    repetitionPenalty: body.repetition_penalty,
    seed: body.seed,
    logitBias: body.logit_bias,
    logprobs: body.logprobs,
    topLogprobs: body.top_logprobs,
  });
}

function formatOf(format: ChatCompletionRequest['response_format']): OutputFormat {
  if (format?.type === 'json_object') return { kind: 'json' };
  if (format?.type !== 'json_schema') return { kind: 'text' };
  // The schema has judged a format of this type; one of a type it does not know has no such member.
  const { name, description, schema, strict } = format.json_schema as JsonSchemaFormat;
  return { kind: 'schema', name, ...given({ description, schema, strict }) };
}

interface JsonSchemaFormat {
  readonly name: string;
  readonly description?: string | null;
  readonly schema?: JsonObject | null;
  readonly strict?: boolean | null;
}
