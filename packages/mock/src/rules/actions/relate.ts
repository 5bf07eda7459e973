import { quoteValue } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { diagnostic } from '../../diagnostics.ts';
import type { Action, TimesOption } from '../action.ts';
import { readTimes } from '../read-times.ts';
import { defineAction } from './define-action.ts';
import { members, NUMBER, TEXT, TIMES, timesFromJson, timesToJson } from './forms.ts';

/** Two texts that mean something alike, though they share no words. */
export interface Related {
  /** Stays where it is. */
  readonly from: string;
  /** Is moved there, alone and within longer texts. */
  readonly to: string;
  /** From -1 to 1: how near the two are. */
  readonly cosine: number;
}

export const RELATE = defineAction({
  options: { times: true },
  create: relate,
  schema: members({ from: TEXT, to: TEXT, cosine: NUMBER, times: v.optional(TIMES) }),
  fromJson: ({ from, to, cosine, ...rest }) => [{ from, to, cosine }, timesFromJson(rest)],
  toJson: ({ from, to, cosine }, { times } = {}) => ({
    from,
    to,
    cosine,
    times: timesToJson(times),
  }),
});

/** Lets texts stand near each other in the vectors of a request, and passes it on. */
function relate(related: Related, { times = Infinity }: TimesOption = {}): Action {
  const { from, to, cosine } = related;
  for (const [name, text] of Object.entries({ from, to })) {
    if (typeof text === 'string' && /[\p{L}\p{N}]/u.test(text)) continue;
    const got = quoteValue(text);
    throw diagnostic('GW1216', `relate() takes texts with a word, got ${got} as ${name}`);
  }
  if (!(cosine >= -1 && cosine <= 1)) {
    throw diagnostic('GW1216', `relate() takes a cosine from -1 to 1, got ${quoteValue(cosine)}`);
  }
  return {
    name: 'relate',
    times: readTimes(times),
    does: { action: 'relate', delayMs: 0 },
    needsVectors: true,
    answer(context, next) {
      // Rules come from the newest to the oldest, and the oldest is to apply first.
      context.relations = [{ from, to, cosine }, ...context.relations];
      return next();
    },
  };
}
