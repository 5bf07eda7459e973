import type { World } from '@model-gateway/worlds';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { toEpochMilliseconds } from '../clock/moment.ts';

/**
 * The moment that a world is looked at, milliseconds since the Unix epoch: its own day plus however
 * far the clock was advanced, or the clock's time once the test set it. Real time does not age a world, so
 * that a test that passes today passes next year. Source: contract §11.3.
 */
export function worldTime(
  day: number | undefined,
  clock: Pick<VirtualClock, 'now' | 'isSet' | 'advanced'>,
): number {
  return day === undefined || clock.isSet ? clock.now() : day + clock.advanced;
}

/**
 * Returns the day of a world, milliseconds since the Unix epoch. Undefined if the world names none
 * or has a model that is younger: such a date is meant relative to the present.
 */
export function dayOf({ day, models }: Pick<World, 'day' | 'models'>): number | undefined {
  if (day === undefined) return undefined;
  const milliseconds = toEpochMilliseconds(day);
  const isPast = models.every(({ model }) => model.created * 1000 <= milliseconds);
  return isPast ? milliseconds : undefined;
}
