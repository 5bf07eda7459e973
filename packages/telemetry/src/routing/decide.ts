import { isSampledBy } from '@model-gateway/core';
import type { Skipped } from '../counters/counters.ts';
import type { Observation } from '../view/observation.ts';
import type { CompiledDestination } from './compile-destination.ts';

/**
 * Decides whether a destination gets a record. The order is fixed, so that a rule never sees the
 * record of a foreign key. Source: contract §5.7.
 */
export function decide(
  destination: CompiledDestination,
  observation: Observation,
): Skipped | 'take' {
  const { isEnabled, keyHashes, samplingRate, samplingKey, passesRules } = destination;
  if (!isEnabled) return 'disabled';
  if (keyHashes?.has(observation.keyHash) === false) return 'key';
  const isSampled =
    samplingRate >= 1 || isSampledBy(observation.samplingKey, samplingKey, samplingRate);
  if (!isSampled) return 'sampling';
  return passesRules?.(observation.filterable) === false ? 'rules' : 'take';
}
