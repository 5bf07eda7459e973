import { optional } from '@model-gateway/core/kit';
import * as v from 'valibot';
import type { ClockMode, VirtualClockOptions } from './virtual-clock.ts';

export const CLOCK_MODES = v.picklist(['flowing', 'frozen', 'auto_advance']);

/** The mode and the time of a clock as members of JSON. */
export const CLOCK_JSON = {
  mode: optional(
    CLOCK_MODES,
    '`flowing`: like real time. `frozen`: moves only when advanced. `auto_advance`: each wait ends at once.',
  ),
  now: optional(v.union([v.string(), v.number()]), 'ISO 8601, or milliseconds since 1970.'),
};

type ClockModeJson = v.InferOutput<typeof CLOCK_JSON.mode>;

interface ClockJson {
  readonly mode?: ClockModeJson;
  readonly now?: string | number | undefined;
}

export function clockFromJson({ mode, now }: ClockJson): VirtualClockOptions {
  return { mode: clockModeFromJson(mode), now };
}

/** On the wire words are joined with `_`. */
export function clockModeFromJson(mode: ClockModeJson): ClockMode | undefined {
  return mode === 'auto_advance' ? 'autoAdvance' : mode;
}
