import type { JsonObject } from '../../json-value.ts';

/** What the gateway says of an answer beside what the model said. */
export interface AnswerFacts {
  /** `gen-…`, the same as in the header `x-generation-id`. */
  readonly id: string;
  /** Seconds since the Unix epoch. */
  readonly created: number;
  /** Id of the model that served, in the client's words. */
  readonly model: string;
  /** Display name of the provider that served; absent where none has. */
  readonly provider?: string | undefined;
  /** Tokens of the input, for dialects that tell them before anybody has counted. */
  readonly estimatedInput?: number | undefined;
  /**
   * Returns the member that says how the request was routed, as far as it is known now; empty where
   * the client does not want it. It belongs to a whole answer, and to the last frame of a stream.
   */
  readonly routing?: (() => JsonObject) | undefined;
  /** What the answer repeats of the request, in dialects whose answers do. */
  readonly echo?: JsonObject | undefined;
  /** Returns the seconds since the Unix epoch, for dialects that tell when an answer was complete. */
  readonly now?: (() => number) | undefined;
}
