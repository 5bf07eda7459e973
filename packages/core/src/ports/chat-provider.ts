import type { JsonObject } from '../json-value.ts';
import type { AttemptContext } from './attempt-context.ts';
import type { ChatPart } from './chat-parts.ts';
import type { ChatRequest, MediaBlock, Wire } from './conversation.ts';
import type { PricedEndpoint } from './priced-endpoint.ts';

/** The face of a provider that continues conversations. Source: contract §12.8. */
export interface ChatProvider {
  /**
   * Returns what this provider can do for a model and what it costs; undefined for models that it
   * does not have. Called for each request: return a ready value.
   */
  endpoint(model: string): ChatEndpoint | undefined;
  /**
   * Sends the conversation. Resolves once the provider has accepted it, when a status and headers of
   * success have come; throws `ProviderFailure` when something goes wrong, then and later. Closes
   * everything it has open as soon as `context.signal` aborts.
   */
  answer(job: ChatJob, context: AttemptContext): Promise<ChatAnswer>;
  /**
   * Counts the tokens of a conversation, where the provider has an endpoint for that. What it throws
   * leaves the gateway with an estimate. Source: contract §13.5.
   */
  countTokens?(job: ChatJob, context: CountContext): Promise<number>;
}

/** What counting may use. */
export interface CountContext {
  /** Aborts when the client leaves, or after ten seconds. */
  readonly signal: AbortSignal;
}

/** The capabilities and prices of one provider for one model. */
export interface ChatEndpoint extends PricedEndpoint {
  /** The wire form that it speaks. Members that the gateway does not know reach only their own. */
  readonly wire: Wire;
  /** Who issues its sealed data: wire and endpoint, `gemini@google-vertex`. Source: contract §12.3. */
  readonly issuer: string;
  /** The most tokens of a request and its answer together. */
  readonly contextTokens: number;
  /** The most tokens of an answer, reasoning included. */
  readonly maxOutputTokens: number;
  /** What a conversation may hold. */
  readonly inputs: ReadonlySet<ChatInput>;
  /** What it obeys. `max_tokens` and `tool_choice: auto` need no entry. */
  readonly parameters: ReadonlySet<ChatParameter>;
  /** The most texts of `stop`; without a limit by default. */
  readonly maxStops?: number;
  /** How it reasons, where it lists `reasoning`. */
  readonly reasoning?: ChatReasoning;
  /** Beta features that clients may ask for, where it speaks `anthropic-messages`; none by default. */
  readonly betas?: ReadonlySet<string>;
  /** Whether it takes `cache_control` of a request; by default where it speaks `anthropic-messages`. */
  readonly cacheMarks?: boolean;
  /** Whether messages of a client of its own wire may have a `name`; true by default. */
  readonly names?: boolean;
  /**
   * Whether it fetches media behind a URL by itself, as it does by default. What it does not fetch the
   * gateway does, images and documents that is, and sends as data. Source: contract §12.11.
   */
  fetches?(media: MediaBlock): boolean;
  /** Whether it takes back images that a model made; by default where it speaks `gemini`. */
  readonly modelImages?: boolean;
  /** Replace the gateway's times, in milliseconds. Source: contract §12.9. */
  readonly limits?: Partial<ChatLimits>;
  /**
   * What becomes of a call whose client leaves: `abort`, the default, ends it at once; `drain` reads
   * the answer to its end, within limits, where the provider bills it anyway. Source: contract §12.9.
   */
  readonly onClientLeft?: 'abort' | 'drain';
}

/** A kind of content. */
export type ChatInput = 'text' | 'image' | 'file' | 'audio' | 'video';

/** The parameters that not every endpoint has, by their names in chat completions. */
export const CHAT_PARAMETERS = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'top_a',
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'seed',
  'stop',
  'logit_bias',
  'logprobs',
  'tools',
  /** A call that is forced, or forbidden beside tools. */
  'tool_choice',
  'parallel_tool_calls',
  /** Any JSON object as the answer. */
  'response_format',
  /** JSON that fits a schema. */
  'structured_outputs',
  'reasoning',
] as const;

/** A parameter that not every endpoint has. */
export type ChatParameter = (typeof CHAT_PARAMETERS)[number];

/** How an endpoint reasons. */
export interface ChatReasoning {
  /** Whether it cannot be switched off; false by default. */
  readonly isMandatory?: boolean;
  /** The efforts that it takes, `none` aside; all by default. Others become the nearest of them. */
  readonly efforts?: readonly NonNullable<NonNullable<ChatRequest['reasoning']>['effort']>[];
}

/** How long an answer may take, in milliseconds; `Infinity` for as long as it likes. */
export interface ChatLimits {
  /** Until the request is sent. */
  readonly connectMs: number;
  /** From there until the first byte of an answer. */
  readonly firstByteMs: number;
  /** Until the first output: pings and comments are bytes, but not output. */
  readonly firstOutputMs: number;
  /** Between outputs after that. */
  readonly betweenOutputsMs: number;
  /** In total. */
  readonly wholeMs: number;
}

/** A conversation as one endpoint receives it. */
export interface ChatJob {
  /**
   * Without what the endpoint does not support, nor URLs that it does not fetch. `model` is the id that `endpoint` was asked for,
   * `maxOutputTokens` is within the endpoint's, sealed data is the endpoint's own, and `extras` have at
   * most `cache_control` where the client speaks another wire.
   */
  readonly request: ChatRequest;
  /** Options that the request passes on to this provider, to be written into its body last. */
  readonly options: JsonObject;
  /** A pseudonym of the client's end user, the same for the same user; undefined without one. */
  readonly user: string | undefined;
}

/** An answer that has begun. */
export interface ChatAnswer {
  /**
   * What one read of the network gave, each time. Parts obey the grammar of contract §12.2; a step
   * without parts is a sign of life.
   */
  readonly steps: AsyncIterable<readonly ChatPart[]>;
  /**
   * What the wire could not say as the client asked for it, such as a keyword of a schema: sent as
   * `x-gateway-warnings`. Source: contract §4.3.
   */
  readonly warnings?: readonly { readonly parameter: string; readonly note: string }[];
}
