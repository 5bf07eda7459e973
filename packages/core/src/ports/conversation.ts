import type { JsonObject } from '../json-value.ts';
import type { REASONING_EFFORTS } from '../resources/model.ts';

/**
 * The canonical conversation: what a client asks of a language model, whichever dialect it speaks
 * and whichever wire the provider has. Readers of the dialects make it, encoders of the wires take
 * it. Source: contract §12.
 */
export interface ChatRequest {
  /** The wire form that the client spoke, which says for whom `extras` mean something. */
  readonly dialect: Wire;
  /** Id of the model, in the client's words. */
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  /** Tools that the client does not run, as written; only endpoints of `dialect` can have them. */
  readonly hostedTools?: readonly HostedTool[];
  readonly toolChoice: ToolChoice;
  /** Whether the model may call several tools in one answer; undefined leaves it to the provider. */
  readonly parallelCalls?: boolean;
  /** The most tokens of the answer, reasoning included. */
  readonly maxOutputTokens?: number;
  readonly sampling: Sampling;
  /** Texts that end the answer and are not part of it. */
  readonly stop: readonly string[];
  readonly format: OutputFormat;
  /** Beta features that it asks of the wire `anthropic-messages`, by the names of their headers. */
  readonly betas?: readonly string[];
  /** As the client wrote it: an effort or a budget. Encoders derive the other. */
  readonly reasoning?: ReasoningRequest;
  readonly stream: boolean;
  /** Whether the client asked for counts in a frame of their own. The gateway always measures. */
  readonly wantsUsage: boolean;
  /** Members that the reader does not know, as written. */
  readonly extras: JsonObject;
}

/** A wire form. Clients speak the first three; providers speak all of them. */
export type Wire =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic-messages'
  | 'gemini'
  | 'bedrock-converse'
  | 'cohere';

/** One turn, in the client's order. */
export interface ChatMessage {
  /** `developer` is `system` under its newer name. */
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  /** The name of a participant, where the client gave one. */
  readonly name?: string;
  /** Results of tools are blocks of a `user` turn. */
  readonly blocks: readonly Block[];
  /** Members that the reader does not know, as written. */
  readonly extras?: JsonObject;
}

/** A piece of a turn. */
export type Block = BlockCommon &
  (TextBlock | MediaBlock | ReasoningBlock | RefusalBlock | CallBlock | ResultBlock | ForeignBlock);

/** What every block may have. */
export interface BlockCommon {
  /** A breakpoint of the provider's prompt cache after this block. */
  readonly cache?: CacheMark;
  readonly sealed?: Sealed;
  /** Members that the reader does not know, as written. */
  readonly extras?: JsonObject;
}

/** How long a provider keeps the prompt up to a block, where the client says so. */
export interface CacheMark {
  readonly ttl?: '5m' | '1h';
}

/**
 * Data that only its issuer understands, such as a signature or encrypted reasoning. It is replayed
 * to the issuer byte for byte and to nobody else.
 */
export interface Sealed {
  /**
   * Wire and endpoint, `gemini@google-vertex`: two hosts of one model are two issuers. The wire
   * alone, for data of a client that did not name an endpoint.
   */
  readonly issuer: string;
  readonly data: JsonObject;
}

/** What a participant says. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  /** Whether a model comments on its work or answers, where its wire tells them apart. */
  readonly phase?: TextPhase;
  /** Citations, in the form of chat completions. */
  readonly annotations?: readonly JsonObject[];
  /** Log probabilities of its tokens, where they were asked for. */
  readonly logprobs?: readonly JsonObject[];
}

/** What the text of a turn is to the turn. */
export type TextPhase = 'commentary' | 'final_answer';

/** An image, a sound, a film or a document. */
export interface MediaBlock {
  readonly type: 'media';
  readonly kind: 'image' | 'audio' | 'file' | 'video';
  /** For example `image/png`; undefined when the client did not say and it does not show. */
  readonly mediaType: string | undefined;
  readonly name?: string;
  /** How closely to look at an image: `auto`, `low`, `high`. */
  readonly detail?: string;
  readonly source: MediaSource;
  /** Where it stands in the request: `messages[0].content[1]`. */
  readonly at?: string;
}

/** Where media lie: behind a URL, or in the request. */
export interface MediaSource {
  readonly kind: 'url' | 'base64' | 'text';
  /** Of long media that came in the body of a request the string is made when it is first read. */
  readonly value: string;
}

/** What a model thinks before it answers, as far as it shows it. */
export interface ReasoningBlock {
  readonly type: 'reasoning';
  readonly text: string;
  /** Whether the text summarises reasoning that is not shown. */
  readonly isSummary: boolean;
}

/** Why a model declines to answer. */
export interface RefusalBlock {
  readonly type: 'refusal';
  readonly text: string;
  /** Log probabilities of its tokens, where they were asked for. */
  readonly logprobs?: readonly JsonObject[];
}

/** A call of a tool by the model. */
export interface CallBlock {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  /** JSON text as it came; the empty text stands for `{}`. */
  readonly input: string;
  /** Who runs the tool. */
  readonly by: 'client' | 'provider';
  /** Set where the token limit or a filter cut the input off. */
  readonly isCut?: true;
}

/** What a tool returned. */
export interface ResultBlock {
  readonly type: 'result';
  /** The id of the call. */
  readonly id: string;
  readonly isError: boolean;
  readonly blocks: readonly Block[];
}

/** A block that only its own wire understands. */
export interface ForeignBlock {
  readonly type: 'foreign';
  readonly wire: Wire;
  readonly value: JsonObject;
  /** Where it stands in the request, such as `input[3]`; undefined in an answer. */
  readonly at?: string;
  /** Whether it is left out for others; by default they cannot continue the conversation. */
  readonly isOptional?: boolean;
}

/** A function that the model may call. */
export interface ChatTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments; undefined for a function without arguments. */
  readonly parameters?: JsonObject;
  readonly strict?: boolean;
  /**
   * Set for a tool that takes free text, in a format that only its own wire understands. For every
   * other wire it is a function whose only argument is the text, `input`.
   */
  readonly freeform?: { readonly format?: JsonObject };
  readonly cache?: CacheMark;
  readonly extras?: JsonObject;
}

/** A tool that providers of one wire know by themselves, such as a search of the web. */
export interface HostedTool {
  /** What `toolChoice.only` calls it. */
  readonly name: string;
  /** As the client wrote it. */
  readonly value: JsonObject;
}

/** Whether tools are called; `only` names those that may be. */
export interface ToolChoice {
  readonly kind: 'auto' | 'none' | 'required';
  readonly only?: readonly string[];
}

/** How the next token is chosen. Absent members are left to the provider. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly topA?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  readonly seed?: number;
  /** From token id to bias, −100 to 100. */
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly logprobs?: boolean;
  readonly topLogprobs?: number;
}

/** The form that the answer's text must have. */
export type OutputFormat =
  | { readonly kind: 'text' | 'json' }
  | {
      readonly kind: 'schema';
      readonly name: string;
      readonly description?: string;
      readonly schema?: JsonObject;
      readonly strict?: boolean;
    };

/** How much a model may think before it answers. */
export interface ReasoningRequest {
  readonly effort?: (typeof REASONING_EFFORTS)[number];
  /** The most tokens of reasoning. */
  readonly maxTokens?: number;
  readonly isEnabled?: boolean;
  /** Whether the client does not want to see it. */
  readonly isHidden?: boolean;
  readonly summary?: 'auto' | 'concise' | 'detailed';
}
