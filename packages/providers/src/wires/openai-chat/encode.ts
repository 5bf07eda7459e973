import type { ChatRequest } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import { encodeMessages } from './encode-messages.ts';
import { encodeReasoning } from './encode-reasoning.ts';
import { NameMap } from '../common/name-map.ts';
import type { RequestRules } from './request-rules.ts';
import { typeWithinAnyOf } from './type-within-any-of.ts';

/** What a request says beside the conversation. */
export interface EncodeOptions {
  /** The provider's own name of the model. */
  readonly upstream: string;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
  /** Merged last. */
  readonly options: JsonObject;
  readonly rules?: RequestRules;
  /** The names of tools that the answer will use. */
  readonly names?: NameMap;
}

/**
 * Returns the body of `POST /chat/completions` for a conversation that fits the endpoint. Throws
 * `parameter` for content that this server cannot be sent. Source: contract §12.1.
 */
export function encodeChatRequest(
  request: ChatRequest,
  { upstream, user, options, rules = {}, names = new NameMap() }: EncodeOptions,
): JsonObject {
  const { sampling, stop, maxOutputTokens } = request;
  const stream = request.stream || rules.alwaysStreams === true;
  const isOwnDialect = request.dialect === 'openai-chat';
  const { maxTokens = 'max_completion_tokens', seed = 'seed' } = rules;
  const { user: userMember = 'user', streamOptions = { include_usage: true } } = rules;
  return {
    ...(isOwnDialect
      ? request.extras
      : present({ cache_control: request.extras['cache_control'] })),
    ...present({
      model: upstream,
      messages: encodeMessages(request, names, rules),
      ...toolsOf(request, names, rules),
      [maxTokens]: maxOutputTokens,
      temperature: sampling.temperature,
      top_p: sampling.topP,
      top_k: sampling.topK,
      min_p: sampling.minP,
      top_a: sampling.topA,
      frequency_penalty: sampling.frequencyPenalty,
      presence_penalty: sampling.presencePenalty,
      repetition_penalty: sampling.repetitionPenalty,
      [seed]: sampling.seed,
      logit_bias: sampling.logitBias,
      logprobs: sampling.logprobs,
      top_logprobs: sampling.topLogprobs,
      stop: stop.length === 0 ? undefined : stop,
      response_format: formatOf(request, rules),
      ...encodeReasoning(request, rules.reasoning),
      ...(userMember !== false && { [userMember]: user }),
      ...(stream && { stream, stream_options: streamOptions || undefined }),
    }),
    ...options,
  };
}

/** Of tools that may be called the others are left out: the wire can only name one that must be. */
function toolsOf(
  { tools, toolChoice, parallelCalls }: ChatRequest,
  names: NameMap,
  { cacheMarks, schemas }: RequestRules,
): object {
  if (tools.length === 0) return {};
  const fitted = (schema: JsonObject) => (schemas === undefined ? schema : typeWithinAnyOf(schema));
  const { kind, only } = toolChoice;
  const wanted = new Set(only);
  const [first, ...others] = wanted;
  const forced = kind === 'required' && others.length === 0 ? first : undefined;
  const isAny = forced !== undefined || wanted.size === 0;
  const offered = isAny ? tools : tools.filter(({ name }) => wanted.has(name));
  return {
    tools: offered.map(({ name, description, parameters, strict, cache, extras }) => ({
      ...extras,
      type: 'function',
      function: present({
        name: names.toWire(name),
        description,
        parameters: parameters && fitted(parameters),
        strict,
      }),
      ...(cacheMarks === true &&
        cache !== undefined && { cache_control: { type: 'ephemeral', ...cache } }),
    })),
    tool_choice:
      forced !== undefined
        ? { type: 'function', function: { name: names.toWire(forced) } }
        : kind === 'auto'
          ? undefined
          : kind,
    parallel_tool_calls: parallelCalls,
  };
}

function formatOf(
  { format }: ChatRequest,
  { namesSchemas = true }: RequestRules,
): object | undefined {
  if (format.kind !== 'schema') {
    return format.kind === 'json' ? { type: 'json_object' } : undefined;
  }
  const { name, description, schema, strict } = format;
  const named = namesSchemas ? { name, description, strict } : {};
  return { type: 'json_schema', json_schema: present({ ...named, schema }) };
}
