import {
  CHAT_PARAMETERS,
  listOf,
  OBJECT,
  oneOf,
  TEXT,
  TEXTS,
  wholeFrom,
  type ValueRule,
} from '@model-gateway/core/kit';
import { TOKEN_PRICES } from '../options/token-prices.ts';
import { checkLimits } from '../options/check-limits.ts';
import { checkMembers } from '../options/check-members.ts';
import { checkPassthrough } from '../options/forbidden-options.ts';
import type { ChatEntry } from './chat-model.ts';

const ENTRY: Readonly<Record<keyof ChatEntry, ValueRule>> = {
  like: TEXT,
  upstream: TEXT,
  name: TEXT,
  api: oneOf('chat', 'responses', 'messages'),
  context: wholeFrom(1),
  maxOutput: wholeFrom(1),
  inputs: listOf(oneOf('text', 'image', 'file', 'audio', 'video')),
  parameters: listOf(oneOf(...CHAT_PARAMETERS)),
  pricing: TOKEN_PRICES,
  reasoning: OBJECT,
  betas: TEXTS,
  maxStops: wholeFrom(1),
  passthrough: TEXTS,
  limits: OBJECT,
  onClientLeft: oneOf('abort', 'drain'),
};

/** Throws `TypeError` for an entry of a language model that no provider could serve. */
export function checkChatEntry(place: string, entry: unknown): void {
  const { passthrough, limits } = checkMembers(place, entry, ENTRY);
  if (limits !== undefined) checkLimits(`${place}.limits`, limits);
  // It was just checked to be a list of texts.
  checkPassthrough(place, (passthrough ?? []) as readonly string[]);
}
