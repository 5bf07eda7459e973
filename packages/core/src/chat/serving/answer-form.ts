import type { Warning } from '../../inference/delivery/header-text.ts';
import type { ChatCandidate } from '../routing/candidates.ts';

/** How the client wants its answer. */
export interface AnswerForm {
  /** What the client called the model that it asked for. */
  readonly model: string;
  /** Whether a stream tells the counts in a frame of their own. */
  readonly wantsUsage: boolean;
  readonly isReasoningHidden: boolean;
  /** Called once, when it is known who serves. */
  readonly onServed: (candidate: ChatCandidate) => void;
  readonly warningsOf: (candidate: ChatCandidate) => readonly Warning[];
}
