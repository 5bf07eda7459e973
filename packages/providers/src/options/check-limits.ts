import type { ChatLimits } from '@model-gateway/core/chat';
import { AMOUNT, isJsonObject, type ValueRule } from '@model-gateway/core/kit';
import { checkMembers } from './check-members.ts';

const LIMITS: Readonly<Record<keyof ChatLimits, ValueRule>> = {
  connectMs: AMOUNT,
  firstByteMs: AMOUNT,
  firstOutputMs: AMOUNT,
  betweenOutputsMs: AMOUNT,
  wholeMs: AMOUNT,
};

/** Times of the gateway that are not of one endpoint, because a request may try several. */
const OF_THE_REQUEST = ['budgetMs', 'commitAfterMs'];

/** Throws `TypeError` for times that no language model has. Source: contract §12.9. */
export function checkLimits(place: string, limits: unknown): void {
  const given = isJsonObject(limits) ? limits : {};
  for (const name of OF_THE_REQUEST) {
    if (given[name] === undefined) continue;
    throw new TypeError(
      `${place}.${name} cannot be set: it is a time of the whole request, and inference.${name} of the gateway sets it`,
    );
  }
  checkMembers(place, limits, LIMITS);
}

/** Throws `TypeError` for an entry with `limits` of a model without a conversation. */
export function refuseLimits(place: string, entry: unknown, instead: string): void {
  if (!isJsonObject(entry) || entry['limits'] === undefined) return;
  throw new TypeError(`${place}.limits is for language models: ${instead}`);
}
