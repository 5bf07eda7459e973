import type { ErrorName } from '../errors.ts';
import type { EgressError } from './http-client.ts';
import type { ImageData, ReferenceImage } from './image-provider.ts';
import type { FailureClass } from './provider-failure.ts';
import type { KeyKind } from './key-store.ts';

/**
 * What is known of one request when it is over: plain, frozen, and without secrets. What went in
 * and came out is in `generation.content` alone, for observers that asked for it.
 */
export interface RequestRecord {
  /** The `x-request-id` of the response. */
  readonly requestId: string;
  /** The name of the operation, for example `createImage`. */
  readonly operation: string;
  readonly method: string;
  /** The operation's path with its parameters' names, for example `/observability/destinations/:id`. */
  readonly route: string;
  /** The path as the client sent it, with the mount and without the query. */
  readonly path: string;
  /** Undefined for a public operation without a key, and for a 401. */
  readonly caller: RecordedCaller | undefined;
  /** The session that the request names, if that is well-formed. Source: contract §1.11. */
  readonly sessionId: string | undefined;
  /** The `traceparent` of the request, if it is well-formed. Source: contract §1.11. */
  readonly parent: TraceParent | undefined;
  /** When the request began, milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** How long it took until the last byte was handed over, in milliseconds. */
  readonly ms: number;
  /** The status that was sent; 499 when the client left before it. */
  readonly status: number;
  readonly ending: RequestEnding;
  /** The error that the client got, also inside a stream that began as a 200. */
  readonly error: ErrorName | undefined;
  /** Of an operation that uses a model, from the moment that the model is found. */
  readonly generation: GenerationRecord | undefined;
  /**
   * The key of a 401 for an invalid key, and why it is refused; absent without one. Not for clients,
   * who get one answer for all reasons. Source: contract §1.12, §2.2.
   */
  readonly refusedKey?: RefusedKey;
}

/**
 * How a response ended. `complete`: handed over whole, whatever its status. `abandoned`: the client
 * left. `broken`: a stream failed after its first event.
 */
export type RequestEnding = 'complete' | 'abandoned' | 'broken';

/** A key in a record, without its text. */
export interface RecordedKey {
  /** SHA-256 of the key text, 64 lower-case hex characters. */
  readonly keyHash: string;
  readonly keyLabel: string;
}

/** A key that was refused. */
export interface RefusedKey {
  readonly problem: 'unknown' | 'disabled' | 'revoked' | 'expired';
  /** Undefined for an unknown key, of which nothing is kept. */
  readonly key: RecordedKey | undefined;
}

/** The key that made a request. */
export interface RecordedCaller extends RecordedKey {
  readonly kind: KeyKind;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly workspaceId: string;
}

/** The trace that a request belongs to, from its W3C `traceparent`. */
export interface TraceParent {
  /** 32 lower-case hex characters. */
  readonly traceId: string;
  /** The caller's span, 16 lower-case hex characters. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A kind of thing that models are asked for. */
export type GenerationTask = 'images' | 'chat' | 'embeddings' | 'rerank';

/** What a model made, who made it, and what it cost. */
export interface GenerationRecord {
  readonly task: GenerationTask;
  /** The `x-generation-id` of the response. */
  readonly id: string | undefined;
  /** The model that the client asked for. */
  readonly model: string;
  /** The provider that answered; undefined when none did. */
  readonly provider: RecordedProvider | undefined;
  readonly isStream: boolean;
  /** The parameters of the request that hold numbers, flags and names, never the prompt. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** In order; all but the last failed. */
  readonly attempts: readonly AttemptRecord[];
  /** From the start of the request until the client got the first output, in milliseconds. */
  readonly firstOutputMs: number | undefined;
  /** What the provider made, in the order in which it came, without contents. */
  readonly outputs: readonly RecordedOutput[];
  /** As far as the provider counted them. */
  readonly usage: RecordedUsage | undefined;
  /** What is charged for it, USD as a decimal string; `0` when nothing was delivered. */
  readonly costUsd: string;
  /**
   * What all that the provider counted costs at the prices of the endpoint, USD as a decimal string;
   * only where that was read after the client had left. Source: contract §12.9.
   */
  readonly drainedUsd?: string;
  /** Why a text model stopped, in the words of its API. */
  readonly finishReason: string | undefined;
  /** Only for observers that want `content`. */
  readonly content: GenerationContent | undefined;
  /**
   * URLs of the request that could not be fetched, and why; absent without any. Not for clients, who
   * could probe this network with it. Source: contract §4.9.
   */
  readonly refusedReferences?: readonly RefusedReference[];
}

/** A URL of a request that could not be fetched. */
export interface RefusedReference {
  /** The member that names it: `input_references[1].image_url.url`, `messages[0].content[1]`. */
  readonly path: string;
  /** `refused` for an address that is not public. */
  readonly egress: EgressError['reason'];
}

/** A provider in a record. */
export interface RecordedProvider {
  readonly slug: string;
  readonly name: string;
}

/** One try at one provider. */
export interface AttemptRecord {
  readonly provider: string;
  /** From the start of the request until the attempt began, in milliseconds. */
  readonly startedMs: number;
  readonly ms: number;
  /** `abandoned`: the request ended first, for example because the client left. */
  readonly outcome: 'succeeded' | 'failed' | 'abandoned';
  /** Undefined unless it failed, and for an error that is a bug: `onError` gets that. */
  readonly failure: FailureClass | undefined;
  /**
   * The failure in words, safe to log. Undefined for the classes `parameter`, `policy`, `context` and
   * `generation`, whose words are the provider's and may quote what went in or came out, unless the observer wants `content`.
   */
  readonly message: string | undefined;
  /** Why the call did not leave or did not come back, for example `refused` for its address. */
  readonly egress: EgressError['reason'] | undefined;
  /**
   * What the system or OpenSSL calls the failure of the connection: `ECONNREFUSED`,
   * `CERT_HAS_EXPIRED`. Undefined without `egress`, and where the client gave none.
   */
  readonly egressCode: string | undefined;
}

/** What a provider made, without its content: told apart by `type`. */
export type RecordedOutput = ImageOutput | TextOutput | VectorOutput;

/** An image in a record, without its pixels. */
export interface ImageOutput {
  readonly type: 'image';
  readonly mediaType: string;
  /** The length of the file. */
  readonly bytes: number;
}

/** A text in a record, without its words. */
export interface TextOutput {
  readonly type: 'text';
  /** Its length in UTF-8. */
  readonly bytes: number;
}

/** Embeddings in a record, without their numbers. */
export interface VectorOutput {
  readonly type: 'vectors';
  readonly count: number;
  readonly dimensions: number;
}

/** Tokens. Parts are included in their whole. */
export interface RecordedUsage {
  readonly promptTokens?: number | undefined;
  readonly promptImageTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
  readonly completionTextTokens?: number | undefined;
  /** The parts of `promptTokens` that were read from and written to a prompt cache. */
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  /** The part of `completionTokens` that is reasoning. */
  readonly reasoningTokens?: number | undefined;
  /** Present where the provider did not count all that was delivered. Source: contract §12.10. */
  readonly isEstimated?: true | undefined;
}

/** What went in and came out. */
export interface GenerationContent {
  readonly prompt: string;
  readonly references: readonly ReferenceImage[];
  /** The text that came with the images; empty without any. */
  readonly text: string;
  /** The data of the outputs that are images, in the same order. */
  readonly images: readonly ImageData[];
}
