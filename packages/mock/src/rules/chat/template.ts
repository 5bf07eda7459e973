import type { AnswerPart } from '../../chat/answer-parts.ts';
import type { Conversation } from '../../chat/conversation.ts';

const HOLE = /\{\{\s*(last|turn|results\.([\w-]+))\s*\}\}/g;

/**
 * Fills `{{last}}`, `{{turn}}` and `{{results.weather}}` into text that is said, for rules in JSON,
 * which have no functions. A result that has not come stays as it is written.
 */
export function filledIn(part: AnswerPart, { last, turn, results }: Conversation): AnswerPart {
  if (!('say' in part)) return part;
  const say = part.say.replaceAll(HOLE, (hole, name: string, tool: string | undefined = '') => {
    if (name === 'last') return last;
    if (name === 'turn') return String(turn);
    return (Object.hasOwn(results, tool) ? results[tool] : undefined) ?? hole;
  });
  return { ...part, say };
}
