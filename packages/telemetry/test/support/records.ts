import type { GenerationRecord, RequestRecord } from '@model-gateway/core';

export const NOW = Date.parse('2026-11-01T12:00:00Z');
export const WORKSPACE = '00000000-0000-4000-8000-000000000001';
export const KEY_HASH = 'a'.repeat(64);

export interface GivenRecord extends Partial<Omit<RequestRecord, 'generation'>> {
  readonly generation?: Partial<GenerationRecord>;
  readonly prompt?: string;
  readonly keyHash?: string;
  readonly workspaceId?: string;
}

/** The record of a successful POST /images; the number makes its ids. */
export function aRecord(number: number, given: GivenRecord = {}): RequestRecord {
  const { generation, prompt = `prompt ${number}`, keyHash = KEY_HASH, ...members } = given;
  const { workspaceId = WORKSPACE, ...rest } = members;
  return {
    requestId: `req_${number}`,
    operation: 'createImage',
    method: 'POST',
    route: '/images',
    path: '/v1/images',
    caller: {
      keyHash,
      keyLabel: 'support',
      kind: 'inference',
      userId: 'user_1',
      organizationId: null,
      workspaceId,
    },
    sessionId: undefined,
    parent: undefined,
    startedAt: NOW,
    ms: 1250,
    status: 200,
    ending: 'complete',
    error: undefined,
    generation: {
      id: `gen_${number}`,
      model: 'acme/paint-1',
      provider: { slug: 'acme-cloud', name: 'Acme Cloud' },
      isStream: false,
      parameters: { n: 1, quality: 'high' },
      attempts: [
        {
          provider: 'acme-cloud',
          startedMs: 5,
          ms: 1200,
          outcome: 'succeeded',
          failure: undefined,
          message: undefined,
          egress: undefined,
          egressCode: undefined,
        },
      ],
      firstOutputMs: 1210,
      task: 'images',
      outputs: [{ type: 'image', mediaType: 'image/png', bytes: 1204 }],
      usage: {
        promptTokens: 12,
        promptImageTokens: 2,
        completionTokens: 4160,
        completionTextTokens: 0,
      },
      costUsd: '0.04',
      finishReason: undefined,
      content: { prompt, references: [], text: '', images: [] },
      ...generation,
    },
    ...rest,
  };
}

/** A request that failed at its provider, which quoted the prompt. */
export function aFailedRecord(number: number, message: string, given: GivenRecord = {}) {
  return aRecord(number, {
    status: 502,
    error: 'providerFailed',
    ...given,
    generation: {
      id: undefined,
      provider: undefined,
      outputs: [],
      usage: undefined,
      costUsd: '0',
      firstOutputMs: undefined,
      attempts: [
        {
          provider: 'acme-cloud',
          startedMs: 5,
          ms: 70,
          outcome: 'failed',
          failure: 'policy',
          message,
          egress: undefined,
          egressCode: undefined,
        },
      ],
      ...given.generation,
    },
  });
}
