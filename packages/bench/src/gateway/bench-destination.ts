import type { Destination } from '@model-gateway/core';
import { WORKSPACE } from './bench-gateway.ts';

/** A destination that takes everything; the number makes its id. */
export function benchDestination(
  number: number,
  { type, config }: Pick<Destination, 'type' | 'config'>,
): Destination {
  return {
    id: `20000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    workspace_id: WORKSPACE,
    name: `bench ${number}`,
    type,
    enabled: true,
    privacy_mode: false,
    sampling_rate: 1,
    api_key_hashes: null,
    filter_rules: null,
    config,
    created_at: '2026-07-01T08:00:00.000Z',
    updated_at: '2026-07-01T08:00:00.000Z',
  };
}

/** As a destination store owns them. */
export function owned(destinations: readonly Destination[]) {
  return destinations.map((destination) => ({ accountId: 'user_bench', destination }));
}
