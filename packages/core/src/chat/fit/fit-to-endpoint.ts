import type { GatewayError, RequestIssue } from '../../errors.ts';
import { fewestTokensOf } from '../../inference/money/tokens.ts';
import { passedOptions } from '../../inference/routing/passed-options.ts';
import { unmetParameter } from '../../inference/routing/unmet-parameter.ts';
import type { Warning } from '../../inference/delivery/header-text.ts';
import { quote } from '../../input/quote.ts';
import type { JsonObject } from '../../json-value.ts';
import type { ChatEndpoint, ChatInput, ChatParameter } from '../../ports/chat-provider.ts';
import type { Block, ChatMessage, ChatRequest } from '../../ports/conversation.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';
import { fitReasoning } from './fit-reasoning.ts';
import { fitSampling } from './fit-sampling.ts';
import { isFetchable, isToBeFetched } from './fetched-media.ts';
import { fitWire } from './fit-wire.ts';
import { withoutForeignSeals } from './foreign-seals.ts';
import { withoutModelImages } from './model-images.ts';
import type { ConversationSize } from '../money/size.ts';

/** A conversation as an endpoint can take it, and what it then does not obey. */
export interface Fit {
  readonly request: ChatRequest;
  readonly options: JsonObject;
  readonly warnings: readonly Warning[];
}

/** What a request asks of endpoints beside the conversation. */
export type FitPreferences = Pick<ChatProviderPreferences, 'require_parameters' | 'options'>;

/** What decides how a request fits beside the request itself. */
export interface FitRules {
  readonly names?: ParameterNames | undefined;
  /** Whether the gateway fetches URLs of media for endpoints that do not. */
  readonly mayFetch: boolean;
}

/** What the client calls parameters, where that is not their name in chat completions. */
export type ParameterNames = Readonly<Record<string, string>>;

/**
 * Fits a conversation to an endpoint. What only tunes the answer is left out where the endpoint
 * does not have it, and reported; where it matters, the endpoint is refused with an issue, and where
 * the client requires every parameter, with the 404 of that preference. Source: contract §12.11.
 */
export function fitToEndpoint(
  given: ChatRequest,
  size: ConversationSize,
  provider: { readonly slug: string; readonly name: string },
  endpoint: ChatEndpoint,
  preferences: FitPreferences,
  { names = {}, mayFetch }: FitRules,
): Fit | RequestIssue | GatewayError {
  const nameOf = (parameter: string) => names[parameter] ?? parameter;
  const refused = ({ path, sentence }: Refusal): RequestIssue => {
    const name = nameOf(path);
    return { path: name, message: `${name} ${sentence} (${provider.name})` };
  };
  const images = withoutModelImages(given.messages, endpoint);
  const request = images.hasDropped ? { ...given, messages: images.messages } : given;
  const refusal = refusalOf(request, size, endpoint, mayFetch);
  if (refusal !== undefined) return refused(refusal);

  const reasoning = fitReasoning(request.reasoning, endpoint);
  if ('path' in reasoning) return refused(reasoning);
  const tuned = fitSampling(request, endpoint);
  const own = fitWire(request, endpoint);
  // What only the client's wire has stands there under its own name.
  const ignored = [...[...reasoning.ignored, ...tuned.ignored].map(nameOf), ...own.ignored];
  const [first] = ignored;
  if (preferences.require_parameters === true && first !== undefined) {
    return unmetParameter(request.model, provider, first);
  }

  const seals = withoutForeignSeals(own.request.messages, endpoint);
  const passed = passedOptions(provider, endpoint, preferences);
  const isWithoutTools =
    request.toolChoice.kind === 'none' && !endpoint.parameters.has('tool_choice');
  const warnings: Warning[] = [];
  const ignore = (parameter: string) => void warnings.push({ parameter, note: 'ignored' });
  ignored.forEach(ignore);
  for (const { parameter, note } of reasoning.clamped) {
    warnings.push({ parameter: nameOf(parameter), note });
  }
  own.noted.map(nameOf).forEach(ignore);
  if (seals.hasDropped) ignore(nameOf('reasoning_details'));
  if (images.hasDropped) ignore(nameOf('messages.images'));
  passed.ignored.forEach(ignore);
  return {
    request: {
      ...untuned(own.request),
      sampling: tuned.sampling,
      ...(tuned.parallelCalls !== undefined && { parallelCalls: tuned.parallelCalls }),
      ...(reasoning.request !== undefined && { reasoning: reasoning.request }),
      ...(isWithoutTools && { tools: [], toolChoice: { kind: 'auto' } }),
      messages: seals.messages,
    },
    options: passed.options,
    warnings,
  };
}

/** Most requests have neither member, and need no copy without them. */
function untuned(request: ChatRequest): ChatRequest {
  if (request.reasoning === undefined && request.parallelCalls === undefined) return request;
  const { reasoning: _, parallelCalls: __, ...rest } = request;
  return rest;
}

/** Returns the tool that has to be called and is not a function, where the endpoint has none such. */
function hostedChoice(
  { tools, toolChoice: { only = [] }, dialect }: ChatRequest,
  { wire }: ChatEndpoint,
): string | undefined {
  if (dialect === wire || only.length === 0) return undefined;
  const names = new Set(tools.map(({ name }) => name));
  return only.find((wanted) => !names.has(wanted));
}

/** Why an endpoint does not serve a request: a member, and what is wrong with it. */
export interface Refusal {
  readonly path: string;
  readonly sentence: string;
}

/** Returns what of a request matters and the endpoint cannot do; undefined where it can do it all. */
function refusalOf(
  request: ChatRequest,
  size: ConversationSize,
  endpoint: ChatEndpoint,
  mayFetch: boolean,
): Refusal | undefined {
  const { messages, tools, toolChoice, format, sampling, stop, maxOutputTokens = 0 } = request;
  const lacks = (parameter: ChatParameter) => !endpoint.parameters.has(parameter);
  const { maxStops = Infinity } = endpoint;
  if (tools.length > 0 && lacks('tools')) return { path: 'tools', sentence: UNSUPPORTED };
  if (toolChoice.kind === 'required' && lacks('tool_choice')) {
    return { path: 'tool_choice', sentence: 'cannot force a call' };
  }
  const unknownTool = hostedChoice(request, endpoint);
  if (unknownTool !== undefined) {
    const sentence = `names ${quote(unknownTool)}, a tool that it does not have`;
    return { path: 'tool_choice', sentence };
  }
  if (format.kind === 'json' && lacks('response_format')) {
    return { path: 'response_format', sentence: UNSUPPORTED };
  }
  if (format.kind === 'schema' && lacks('structured_outputs')) {
    return { path: 'response_format', sentence: 'cannot demand a schema' };
  }
  if (sampling.logprobs === true && lacks('logprobs')) {
    return { path: 'logprobs', sentence: UNSUPPORTED };
  }
  if (stop.length > 0 && lacks('stop')) return { path: 'stop', sentence: UNSUPPORTED };
  if (stop.length > maxStops) {
    return { path: 'stop', sentence: `must have at most ${maxStops} texts, got ${stop.length}` };
  }
  if (maxOutputTokens > endpoint.maxOutputTokens) {
    const most = `must be at most ${endpoint.maxOutputTokens}, got ${maxOutputTokens}`;
    return { path: 'max_tokens', sentence: most };
  }
  if (fewestTokensOf(size) > endpoint.contextTokens) {
    const sentence = `are longer than ${endpoint.contextTokens} tokens, the context of the model`;
    return { path: 'messages', sentence };
  }
  return contentRefusal(messages, endpoint, mayFetch);
}

const UNSUPPORTED = 'is not supported';

/** Returns the first block that the endpoint cannot read. */
function contentRefusal(
  messages: readonly ChatMessage[],
  endpoint: ChatEndpoint,
  mayFetch: boolean,
): Refusal | undefined {
  const { inputs, wire } = endpoint;
  const find = (blocks: readonly Block[]): Refusal | undefined => {
    for (const block of blocks) {
      if (block.type === 'media' && !inputs.has(block.kind satisfies ChatInput)) {
        return {
          path: block.at ?? 'messages',
          sentence: `must not be ${NOUNS[block.kind]}: the model takes none`,
        };
      }
      if (isToBeFetched(block, endpoint) && !(mayFetch && isFetchable(block.kind))) {
        const sentence = `must have ${NOUNS[block.kind]} as data: nobody fetches URLs for the model`;
        return { path: block.at ?? 'messages', sentence };
      }
      if (block.type === 'foreign' && block.wire !== wire && block.isOptional !== true) {
        const type = String(block.value['type']);
        return {
          path: block.at ?? 'messages',
          sentence: `must not be of type ${type}: the model cannot read it`,
        };
      }
      const inResult = block.type === 'result' ? find(block.blocks) : undefined;
      if (inResult !== undefined) return inResult;
    }
    return undefined;
  };
  for (const { blocks } of messages) {
    const refusal = find(blocks);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const NOUNS = { image: 'an image', audio: 'a sound', file: 'a file', video: 'a film' } as const;
