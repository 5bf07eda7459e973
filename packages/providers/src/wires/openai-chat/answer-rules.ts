import type { FailureRule } from '../../http/failure-rules.ts';
import type { CountingRules } from './usage.ts';

/** How the answers of a server differ from OpenAI's where they do not show it themselves. */
export interface AnswerRules extends CountingRules {
  /** Whether `[DONE]` ends an answer that has no finish reason. */
  readonly isMarkEnough?: boolean;
  /** Returns the client's name of a tool; the same by default. */
  readonly nameOf?: (name: string) => string;
  /** What its errors mean beside `CHAT_FAILURES`. */
  readonly failures?: readonly FailureRule[];
}
