import type { Warning } from '../../inference/delivery/header-text.ts';
import type { JsonObject } from '../../json-value.ts';
import type { ChatRequest } from '../../ports/conversation.ts';
import type { FailureClass } from '../../ports/provider-failure.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { ChatCandidate } from '../routing/candidates.ts';

/** How the client wants its answer. */
export interface AnswerForm {
  readonly dialect: Writing;
  readonly request: ChatRequest;
  /** What the answer repeats of the request. */
  readonly echo: JsonObject | undefined;
  /** Whether JSON that is almost right is mended. */
  readonly mayHeal: boolean;
  /** What says how the request was routed, where the client wants to know. */
  readonly routing: (() => JsonObject) | undefined;
  /** Called with an endpoint that failed after it had responded. */
  readonly onFailed: (candidate: ChatCandidate, failure: FailureClass) => void;
  /** Called once, when it is known who serves. */
  readonly onServed: (candidate: ChatCandidate) => void;
  /** Called when the answer is over, where some of the prompt was read from a cache. */
  readonly onCacheRead: (candidate: ChatCandidate) => void;
  readonly warningsOf: (candidate: ChatCandidate) => readonly Warning[];
}

/** What of a dialect answers are written by, whatever its requests are. */
export type Writing = Omit<Dialect<never>, 'read' | 'promptOf'>;
