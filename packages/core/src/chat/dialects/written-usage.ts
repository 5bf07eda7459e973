import type { ChatUsage } from '../../ports/chat-parts.ts';

/** Counts as an answer tells them, and what the request cost. */
export interface WrittenUsage {
  readonly usage: ChatUsage;
  /** USD that were charged; undefined where nobody pays. */
  readonly cost?: number | undefined;
}
