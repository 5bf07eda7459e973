import { diagnostic } from '../../diagnostics.ts';
import { checkStreamCut, cutStream, type EndingPlace } from '../../streams/cut-stream.ts';
import type { StreamEnding } from '../../streams/endings.ts';
import type { StreamError } from '../../streams/stream-error.ts';
import type { Action, TimesOption } from '../action.ts';
import { readTimes } from '../read-times.ts';

export interface EndOptions extends TimesOption {
  /** After so many events; right before `[DONE]` by default. */
  readonly afterEvents?: number | undefined;
  /** Or after so many bytes, which may be in the middle of an event. */
  readonly afterBytes?: number | undefined;
  /** What an `error-event` tells. */
  readonly error?: StreamError | undefined;
}

/** Ends the stream of an answer in one of the named ways. */
export function end(ending: StreamEnding, { times, error, ...place }: EndOptions = {}): Action {
  const options = { ending, at: placeOf(place), error };
  checkStreamCut(options);
  return {
    name: `end-${ending}`,
    times: readTimes(times),
    skipsRules: true,
    answer: async (context, next) => cutStream(await next(), options, context),
  };
}

function placeOf({ afterEvents, afterBytes }: EndOptions): EndingPlace | undefined {
  if (afterEvents !== undefined && afterBytes !== undefined) {
    throw diagnostic('GW1402', 'a stream ends at either afterEvents or afterBytes, got both');
  }
  if (afterEvents !== undefined) return { afterEvents };
  return afterBytes === undefined ? undefined : { afterBytes };
}
