import type { JsonObject } from '@model-gateway/core/kit';
import { Unfillable } from './unfillable.ts';

/**
 * Returns the least number that a schema allows, or 1 where it has no minimum. The least safe integer
 * is not a bound: zod writes it for every `z.int()`.
 */
export function sampleNumber(schema: JsonObject, path: readonly string[]): number {
  const isWhole = [schema['type']].flat().includes('integer');
  const step = Math.abs(numberIn(schema, 'multipleOf') ?? (isWhole ? 1 : 0));
  const minimum = numberIn(schema, 'minimum') ?? -Infinity;
  const lowest = minimum === Number.MIN_SAFE_INTEGER ? -Infinity : minimum;
  const above = numberIn(schema, 'exclusiveMinimum') ?? -Infinity;
  const highest = numberIn(schema, 'maximum') ?? Infinity;
  const below = numberIn(schema, 'exclusiveMaximum') ?? Infinity;
  const fits = (value: number) =>
    value >= lowest && value > above && value <= highest && value < below;
  const position = Number(path.at(-1));
  const start = Math.max(lowest, above);
  const from = start === -Infinity ? Math.min(1, highest, below) : start;
  const least = step === 0 ? from : Math.ceil(from / step) * step;
  const between = Number.isFinite(start) ? (start + Math.min(highest, below, start + 2)) / 2 : 0;
  // Items of a list differ, because they may have to be unique.
  const next = Number.isInteger(position) ? least + position * (step || 1) : least;
  const steps = [next, least, least + step, Math.floor(highest / step) * step, least - step];
  const candidates = step === 0 ? [next, least, between, below - 1] : steps;
  const found = candidates.find((value) => Number.isFinite(value) && fits(value));
  if (found === undefined) throw new Unfillable(path, 'no number is within its limits');
  return Object.is(found, -0) ? 0 : found;
}

function numberIn(schema: JsonObject, name: string): number | undefined {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
}
