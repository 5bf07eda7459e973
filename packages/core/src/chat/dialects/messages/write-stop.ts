import type { FinishPart, FinishReason } from '../../../ports/chat-parts.ts';

/** The word of messages for each reason. Source: contract §13.2. */
const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  calls: 'tool_use',
  filter: 'refusal',
  refusal: 'refusal',
  pause: 'pause_turn',
  other: 'end_turn',
};

/** Words of this wire that say more than a reason. */
const OWN_WORDS: readonly string[] = ['model_context_window_exceeded', 'compaction'];

/**
 * Writes why the model stopped. `refusal` is what it said when it declined; undefined where it did
 * not.
 */
export function writeStop(finish: FinishPart | undefined, refusal: string | undefined) {
  const { reason = 'other', raw = '', stopSequence } = finish ?? {};
  const isRefused = refusal !== undefined && (reason === 'stop' || reason === 'other');
  const stop = OWN_WORDS.includes(raw) ? raw : STOP_REASONS[isRefused ? 'refusal' : reason];
  const isBySequence = stop === 'end_turn' && stopSequence !== undefined;
  return {
    stop_reason: isBySequence ? 'stop_sequence' : stop,
    stop_sequence: isBySequence ? stopSequence : null,
    stop_details:
      stop === 'refusal' ? { type: 'refusal', category: null, explanation: refusal ?? null } : null,
  };
}
