import type { Destination, RequestRecord } from '@model-gateway/core';
import { BENCH_KEY, WORKSPACE } from './bench-gateway.ts';

const KEY = {
  keyHash: BENCH_KEY.hash,
  keyLabel: BENCH_KEY.label,
  kind: BENCH_KEY.kind,
  userId: BENCH_KEY.userId,
  organizationId: BENCH_KEY.organizationId,
  workspaceId: WORKSPACE,
};

/** The record of a request for an image that was answered at the first try. */
export function benchRecord(number: number, now: number, prompt: string): RequestRecord {
  return {
    requestId: `req-${number}`,
    operation: 'createImage',
    method: 'POST',
    route: '/images',
    path: '/v1/images',
    caller: KEY,
    sessionId: undefined,
    parent: undefined,
    startedAt: now,
    ms: 12,
    status: 200,
    ending: 'complete',
    error: undefined,
    generation: {
      id: `gen-img-${number}`,
      model: 'bench/small',
      provider: { slug: 'small', name: 'small' },
      isStream: false,
      parameters: { n: 1, quality: 'high' },
      attempts: [
        {
          provider: 'small',
          startedMs: 1,
          ms: 10,
          outcome: 'succeeded',
          failure: undefined,
          message: undefined,
          egress: undefined,
          egressCode: undefined,
        },
      ],
      firstOutputMs: 11,
      task: 'images',
      outputs: [{ type: 'image', mediaType: 'image/png', bytes: 1_048_576 }],
      usage: undefined,
      costUsd: '0.04',
      finishReason: undefined,
      content: { prompt, references: [], text: '', images: [] },
    },
  };
}

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
