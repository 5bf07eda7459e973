import type { JsonObject } from '../json-value.ts';
import type { Block, Sealed, TextPhase } from './conversation.ts';

/**
 * A piece of an answer as a provider streams it. Blocks are numbered from 0 in the order in which
 * they open. A failure is thrown (`ProviderFailure`), and is not a part.
 *
 *     answer  = start { usage } { item } finish { usage } done
 *     item    = usage | whole | block
 *     block n = open(n) { delta(n) | note(n) } close(n)
 *
 * Source: contract §12.
 */
export type ChatPart =
  | {
      readonly type: 'start';
      readonly id?: string;
      readonly model?: string;
      /** Changes with what may change the answer to the same seed. */
      readonly fingerprint?: string;
    }
  | OpenPart
  | DeltaPart
  /**
   * What is said about the text of an open block. The positions of an annotation count in all text of
   * the answer, as those of chat completions do.
   */
  | {
      readonly type: 'note';
      readonly block: number;
      readonly annotations?: readonly JsonObject[];
      readonly logprobs?: readonly JsonObject[];
    }
  /** `isCut` marks a call whose input the token limit or a filter cut off. */
  | {
      readonly type: 'close';
      readonly block: number;
      readonly sealed?: Sealed;
      readonly isCut?: boolean;
    }
  /** A block that arrives at once: an image, hidden reasoning, a block of one wire only. */
  | { readonly type: 'whole'; readonly block: number; readonly value: Block }
  /** Counts so far: a snapshot, of which the last one holds. */
  | { readonly type: 'usage'; readonly usage: ChatUsage }
  | FinishPart
  /** The wire's own sign that the answer is whole. */
  | { readonly type: 'done' };

/** Begins a block. */
export type OpenPart =
  | {
      readonly type: 'open';
      readonly block: number;
      readonly kind: 'text' | 'reasoning' | 'refusal';
      readonly isSummary?: boolean;
      readonly phase?: TextPhase;
    }
  | {
      readonly type: 'open';
      readonly block: number;
      readonly kind: 'call';
      readonly id: string;
      readonly name: string;
      readonly by: 'client' | 'provider';
    };

/** Text, reasoning, or JSON text of a call's input; never empty. */
export interface DeltaPart {
  readonly type: 'delta';
  readonly block: number;
  readonly text: string;
  /**
   * The texts that add up to it, none of them empty, where several came in one read: a stream shows
   * each as the provider sent it.
   */
  readonly pieces?: readonly string[];
}

/** Says why the model stopped. */
export interface FinishPart {
  readonly type: 'finish';
  readonly reason: FinishReason;
  /** The provider's own word. */
  readonly raw: string | undefined;
  /** The text of `stop` that ended the answer. */
  readonly stopSequence?: string;
}

/** `calls`: the client has tools to run. `pause`: the provider asks to be called again. */
export type FinishReason = 'stop' | 'length' | 'calls' | 'filter' | 'refusal' | 'pause' | 'other';

/** Tokens as a provider counts them. A part is included in its whole; undefined is "not told". */
export interface ChatUsage {
  /** All tokens of the input, with those read from and written to a cache. */
  readonly inputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  /** The part of `cacheWriteTokens` that is kept for an hour. */
  readonly cacheWriteHourTokens?: number;
  readonly inputAudioTokens?: number;
  readonly inputImageTokens?: number;
  /** All tokens of the output, with reasoning. */
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
  readonly outputAudioTokens?: number;
  readonly outputImageTokens?: number;
  readonly searches?: number;
  /** Pages that the provider's own tool fetched; they cost nothing beside their tokens. */
  readonly fetches?: number;
  /** The provider's own charge, USD as a decimal string, only when it states it exactly. */
  readonly costUsd?: string;
}
