import type { ChatRequest } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { budgetFor, effortFor, USUAL_ANSWER } from '../common/effort.ts';
import type { GeminiRules } from './gemini-rules.ts';

/** Returns `thinkingConfig`: a level for Gemini 3 and later, a budget before; undefined where nothing was asked. */
export function encodeThinking(
  { reasoning, maxOutputTokens }: Pick<ChatRequest, 'reasoning' | 'maxOutputTokens'>,
  { isModern, efforts }: GeminiRules,
): object | undefined {
  if (reasoning === undefined) return undefined;
  const { effort, maxTokens, isEnabled, isHidden } = reasoning;
  const isOff = effort === 'none' || isEnabled === false;
  const shown = { includeThoughts: isHidden === true || isOff ? undefined : true };
  // Thinking that is only switched on is as much as the model does by itself.
  const isSwitch = effort === undefined && maxTokens === undefined && !isOff;
  const asked = isSwitch ? undefined : effortFor(reasoning, maxOutputTokens);
  if (isModern) return present({ ...shown, thinkingLevel: levelOf(asked, efforts) });
  const budget = isSwitch ? undefined : budgetFor(reasoning, maxOutputTokens ?? USUAL_ANSWER);
  const within = isOff ? 0 : budget && Math.min(Math.max(budget, LEAST), MOST);
  return present({ ...shown, thinkingBudget: within });
}

/** What models before Gemini 3 have in common. */
const LEAST = 512;
const MOST = 24_576;

/** The highest level that is not above what is asked for, or the lowest that there is. */
function levelOf(
  asked: string | undefined,
  efforts: readonly string[] = ['minimal', 'low', 'medium', 'high'],
): string | undefined {
  if (asked === undefined) return undefined;
  const rank = RANKS.indexOf(asked);
  const known = RANKS.filter((level) => efforts.includes(level));
  const level = known.findLast((one) => RANKS.indexOf(one) <= rank) ?? known[0];
  return level?.toUpperCase();
}

const RANKS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
