import { ProviderFailure } from '@model-gateway/core';
import type { ChatRequest, Sampling } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import type { Warn } from '../../chat/chat-call.ts';
import { budgetFor, USUAL_ANSWER } from '../common/effort.ts';
import { NameMap } from '../common/name-map.ts';
import { encodeMessages } from './encode-messages.ts';

/** What a request says beside the conversation. */
export interface EncodeOptions {
  /** The provider's own name of the model. */
  readonly upstream: string;
  /** Merged last. */
  readonly options: JsonObject;
  /** The names of tools that the answer will use. */
  readonly names?: NameMap;
  /** Called with what is not sent as it was asked for. */
  readonly warn?: Warn;
}

/** Returns names of functions as Cohere takes them. */
export function cohereNames(): NameMap {
  return new NameMap(64, /^[A-Za-z_]/);
}

/**
 * Returns the body of `POST /v2/chat` for a conversation that fits the endpoint. Throws `parameter` for
 * what the interface has no place for. Source: contract §12.19.
 */
export function encodeCohereRequest(
  request: ChatRequest,
  { upstream, options, names = cohereNames(), warn = () => {} }: EncodeOptions,
): JsonObject {
  const { stop, maxOutputTokens, sampling, stream } = request;
  return {
    ...present({
      model: upstream,
      messages: encodeMessages(request, names),
      ...toolsOf(request, names, warn),
      response_format: formatOf(request),
      thinking: thinkingOf(request),
      max_tokens: maxOutputTokens,
      stop_sequences: stop.length === 0 ? undefined : stop,
      ...samplingOf(sampling, warn),
      stream: stream || undefined,
    }),
    ...options,
  };
}

/** One tool cannot be forced by its name: then only that one is offered. */
function toolsOf(
  { tools, toolChoice }: ChatRequest,
  names: NameMap,
  warn: Warn,
): Readonly<Record<string, unknown>> {
  const { kind, only = [] } = toolChoice;
  const wanted = new Set(only);
  const offered = tools.filter(({ name }) => wanted.size === 0 || wanted.has(name));
  if (offered.length === 0) return {};
  const isStrict = offered.some(({ strict }) => strict === true);
  // Strictness is of all tools together, and wants something required of each.
  const mayBeStrict = offered.every(
    ({ parameters }) => [parameters?.['required'] ?? []].flat().length > 0,
  );
  if (isStrict && !mayBeStrict) warn('tools.strict', 'ignored');
  return {
    tools: offered.map(({ name, description, parameters = {} }) => ({
      type: 'function',
      function: {
        ...present({ name: names.toWire(name), description }),
        parameters: { type: 'object', ...parameters },
      },
    })),
    tool_choice: CHOICES[kind],
    strict_tools: isStrict && mayBeStrict ? true : undefined,
  };
}

const CHOICES: Readonly<Partial<Record<ChatRequest['toolChoice']['kind'], string>>> = {
  none: 'NONE',
  required: 'REQUIRED',
};

/** A forced call leaves no text that could have a form, and both at once are refused. */
function formatOf({ format, tools, toolChoice }: ChatRequest): JsonObject | undefined {
  if (format.kind === 'text') return undefined;
  if (tools.length > 0) {
    if (toolChoice.kind === 'required') return undefined;
    throw new ProviderFailure('parameter', 'it gives no JSON where it has tools');
  }
  const schema = format.kind === 'schema' ? format.schema : undefined;
  return { type: 'json_object', ...present({ json_schema: schema }) };
}

/** Models that can think do so unasked; how much is a number of tokens. */
function thinkingOf({ reasoning, maxOutputTokens }: ChatRequest): JsonObject | undefined {
  if (reasoning === undefined) return undefined;
  const { effort, maxTokens, isEnabled } = reasoning;
  if (effort === 'none' || isEnabled === false) return { type: 'disabled' };
  const isSwitch = effort === undefined && maxTokens === undefined;
  const budget = isSwitch ? undefined : budgetFor(reasoning, maxOutputTokens ?? USUAL_ANSWER);
  return {
    type: 'enabled',
    ...(budget !== undefined && { token_budget: Math.max(budget, 1) }),
  };
}

function samplingOf(sampling: Sampling, warn: Warn): Readonly<Record<string, number | undefined>> {
  const { seed, frequencyPenalty: frequent, presencePenalty: presence } = sampling;
  const within = (name: string, value: number | undefined, least: number, most: number) => {
    if (value === undefined) return undefined;
    const nearest = Math.min(Math.max(value, least), most);
    if (nearest !== value) warn(name, `clamped:${nearest}`);
    return nearest;
  };
  // Models take one of the two.
  const isSecond = (frequent ?? 0) !== 0 && (presence ?? 0) !== 0;
  if (isSecond) warn('presence_penalty', 'ignored');
  return {
    temperature: within('temperature', sampling.temperature, 0, 1),
    p: within('top_p', sampling.topP, 0.01, 0.99),
    k: within('top_k', sampling.topK, 0, 500),
    frequency_penalty: within('frequency_penalty', frequent, 0, 1),
    presence_penalty: isSecond ? undefined : within('presence_penalty', presence, 0, 1),
    seed,
  };
}
