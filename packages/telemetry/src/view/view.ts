import type { GenerationTask } from '@model-gateway/core';

/**
 * What one destination may see of a request. Metadata and content are separate objects, so that
 * privacy mode leaves content out instead of deleting parts of it. Source: contract §5.7.
 */
export interface View {
  readonly metadata: Metadata;
  /** Undefined in privacy mode. */
  readonly content: Content | undefined;
}

/** Everything about a request that says nothing about its inputs and outputs. */
export interface Metadata {
  /** Identifies the request; the same in every process and at every retry. */
  readonly requestId: string;
  /** 32 lower-case hex characters. */
  readonly traceId: string;
  /** 16 lower-case hex characters. */
  readonly spanId: string;
  /** The caller's span, from its `traceparent`. */
  readonly parentSpanId: string | undefined;
  /** Milliseconds since the Unix epoch, as are all times here. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** When the first part of the output arrived. */
  readonly firstOutputAt: number | undefined;
  readonly operation: string;
  readonly task: GenerationTask;
  readonly model: string;
  /** Slug of the provider whose output the client received. */
  readonly provider: string | undefined;
  readonly workspaceId: string;
  readonly userId: string;
  readonly keyName: string;
  readonly sessionId: string | undefined;
  /** The status that the client received. */
  readonly status: number;
  /** The class of the failure, for example `rate-limited`; never a provider's own text. */
  readonly failure: string | undefined;
  readonly isStream: boolean;
  /** The requested parameters besides the prompt and the references. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly usage: UsageView | undefined;
  /** USD as a decimal string. */
  readonly cost: string | undefined;
  readonly finishReason: string | undefined;
  readonly attempts: readonly AttemptView[];
  readonly images: readonly ImageView[];
}

/** Tokens that are billed. The counts of images are contained in those of input and output. */
export interface UsageView {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly inputImage: number | undefined;
  readonly outputImage: number | undefined;
  /** The parts of the input that were read from and written to a prompt cache. */
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
  /** The part of the output that is reasoning. */
  readonly reasoning: number | undefined;
}

/** A try at one provider. */
export interface AttemptView {
  readonly provider: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** The class of the failure; undefined for the attempt that answered. */
  readonly failure: string | undefined;
}

/** An image, without what it shows. */
export interface ImageView {
  readonly mediaType: string;
  /** The length of the file. */
  readonly bytes: number;
}

/** Inputs and outputs of the request. Images themselves are never part of it. */
export interface Content {
  /** Of a conversation its messages, in JSON: see `conversationText`. */
  readonly prompt: string;
  readonly references: readonly ImageView[];
  /** The text of the answer, or the images in words; undefined when there is neither. */
  readonly output: string | undefined;
  /** What a provider said about its failure, which may quote the prompt. */
  readonly failureMessage: string | undefined;
}
