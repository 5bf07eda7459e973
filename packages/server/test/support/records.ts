import type { RequestRecord } from '@model-gateway/core';

/** The record of a list that went well. */
export function aRecord(given: Partial<RequestRecord> = {}): RequestRecord {
  return {
    requestId: 'req_1',
    operation: 'listModels',
    method: 'GET',
    route: '/models',
    path: '/v1/models',
    caller: aCaller(),
    sessionId: undefined,
    parent: undefined,
    startedAt: Date.parse('2026-11-01T12:00:00Z'),
    ms: 3.4,
    status: 200,
    ending: 'complete',
    error: undefined,
    generation: undefined,
    ...given,
  };
}

type Caller = NonNullable<RequestRecord['caller']>;

export function aCaller(given: Partial<Caller> = {}): Caller {
  return {
    keyHash: 'a'.repeat(64),
    keyLabel: 'shop',
    kind: 'inference',
    userId: 'user_1',
    organizationId: null,
    workspaceId: '00000000-0000-4000-8000-000000000001',
    ...given,
  };
}

type Generation = NonNullable<RequestRecord['generation']>;

export function aGeneration(given: Partial<Generation> = {}): Generation {
  return {
    id: 'gen-img-1',
    model: 'acme/painter',
    provider: undefined,
    isStream: false,
    parameters: {},
    attempts: [],
    firstOutputMs: undefined,
    task: 'images',
    outputs: [],
    usage: undefined,
    costUsd: '0',
    finishReason: undefined,
    content: undefined,
    ...given,
  };
}
