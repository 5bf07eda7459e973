import type { ChatPart } from '@model-gateway/core/chat';

/** Reads the answer of a wire, in the order in which it arrives. */
export interface Decoder {
  /** Whether nothing is missing but the end. */
  readonly isComplete: boolean;
  push(bytes: Uint8Array): readonly ChatPart[];
  end(): readonly ChatPart[];
  /** Reads an answer that is not a stream. */
  whole(body: string): readonly ChatPart[];
}
