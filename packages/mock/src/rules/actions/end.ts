import * as v from 'valibot';
import { diagnostic } from '../../diagnostics.ts';
import { checkStreamCut, cutStream, PLACES, type EndingPlace } from '../../streams/cut-stream.ts';
import { STREAM_ENDINGS, type StreamEnding } from '../../streams/endings.ts';
import type { StreamError } from '../../streams/stream-error.ts';
import type { Action, TimesOption } from '../action.ts';
import {
  members,
  NUMBER,
  oneOf,
  shorthand,
  TEXT,
  TIMES,
  timesFromJson,
  timesToJson,
} from './forms.ts';
import { readTimes } from '../read-times.ts';
import { defineAction } from './define-action.ts';

/** Where a stream ends, and for how many requests. */
export interface EndOptions extends TimesOption {
  /** After this many events; right before the last one by default. */
  readonly afterEvents?: number | undefined;
  /** Or after this many with something that the model said: no role, no ping, no start of a block. */
  readonly afterDeltas?: number | undefined;
  /** Or after this many bytes, which may be in the middle of an event. */
  readonly afterBytes?: number | undefined;
  /** The error of an `error-event`. */
  readonly error?: StreamError | undefined;
}

export const END = defineAction({
  options: { times: true, afterEvents: true, afterDeltas: true, afterBytes: true, error: true },
  create: end,
  schema: shorthand(
    oneOf(STREAM_ENDINGS),
    members({
      ending: oneOf(STREAM_ENDINGS),
      after_events: v.optional(NUMBER),
      after_deltas: v.optional(NUMBER),
      after_bytes: v.optional(NUMBER),
      error: v.optional(
        members({
          code: v.optional(NUMBER),
          message: v.optional(TEXT),
          type: v.optional(TEXT),
        }),
      ),
      times: v.optional(TIMES),
    }),
  ),
  fromJson(json) {
    if (typeof json === 'string') return [json];
    const { ending, error } = json;
    const { after_events: afterEvents, after_deltas: afterDeltas, after_bytes: afterBytes } = json;
    return [ending, { error, afterEvents, afterDeltas, afterBytes, ...timesFromJson(json) }];
  },
  toJson: (ending, { afterEvents, afterDeltas, afterBytes, times, error } = {}) => ({
    ending,
    after_events: afterEvents,
    after_deltas: afterDeltas,
    after_bytes: afterBytes,
    error,
    times: timesToJson(times),
  }),
});

/** Endings after which a client has the whole answer. */
const WHOLE: readonly StreamEnding[] = ['done', 'linger'];

/** Ends the stream of an answer in one of the named ways. */
function end(ending: StreamEnding, { times, error, ...place }: EndOptions = {}): Action {
  const options = { ending, at: placeOf(place), error };
  checkStreamCut(options);
  return {
    name: `end-${ending}`,
    times: readTimes(times),
    does: { action: 'end', kind: ending, delayMs: 0 },
    skipsRules: true,
    needsStream: true,
    async answer(context, next) {
      context.isBroken = !WHOLE.includes(ending);
      context.isByEvent = true;
      return cutStream(await next(), options, context);
    },
  };
}

function placeOf(options: EndOptions): EndingPlace | undefined {
  const given = PLACES.filter((name) => options[name] !== undefined);
  if (given.length > 1) {
    throw diagnostic(
      'GW1402',
      `a stream ends at one of ${PLACES.join(', ')}, got ${given.join(' and ')}`,
    );
  }
  const [name] = given;
  // One of the places, and its number is checked with the ending.
  return name && ({ [name]: options[name] } as unknown as EndingPlace);
}
