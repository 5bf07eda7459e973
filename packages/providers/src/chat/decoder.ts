import type { ChatPart } from '@model-gateway/core/chat';

/** Reads the answer of a wire, in the order in which it arrives. */
export interface Decoder {
  /** Whether nothing is missing but the end. */
  readonly isComplete: boolean;
  /** Whether bytes of the stream were not UTF-8, for which U+FFFD stands. */
  readonly isDamaged: boolean;
  /**
   * Adds what these bytes complete to `parts`, and returns the list. What was added before it throws
   * was said, and counts.
   */
  push(bytes: Uint8Array, parts: ChatPart[]): readonly ChatPart[];
  end(): readonly ChatPart[];
  /** Reads an answer that is not a stream. */
  whole(body: string): readonly ChatPart[];
}
