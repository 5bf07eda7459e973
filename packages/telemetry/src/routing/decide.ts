import { isSampledBy } from '@model-gateway/core';
import type { Skipped } from '../stats/counters.ts';
import type { Observation } from '../view/observation.ts';
import type { CompiledDestination } from './compile-destination.ts';

/**
 * Decides whether a destination gets a record. The order is fixed, so that a rule never sees the
 * record of a foreign key. Source: contract §5.7.
 */
export function decide(
  destination: CompiledDestination,
  { keyHash, samplingKey, filterable }: Observation,
): Skipped | 'take' {
  if (!destination.isEnabled) return 'disabled';
  if (destination.keyHashes?.has(keyHash) === false) return 'key';
  const { samplingRate } = destination;
  const isSampled =
    samplingRate >= 1 || isSampledBy(samplingKey, destination.samplingKey, samplingRate);
  if (!isSampled) return 'sampling';
  return destination.passesRules(filterable) ? 'take' : 'rules';
}
