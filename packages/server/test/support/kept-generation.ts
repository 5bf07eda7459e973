import type { Generation } from '@model-gateway/core';

/** Noon of a Saturday. */
export const NOW = Date.UTC(2026, 0, 10, 12);

/** A generation as the stores keep it. */
export function aKeptGeneration(given: Partial<Generation>): Generation {
  return {
    id: 'gen-1',
    createdAt: NOW,
    operation: 'createChatCompletion',
    accountId: 'org_1',
    keyHash: 'a'.repeat(64),
    userId: 'user_1',
    workspaceId: 'w-1',
    sessionId: null,
    model: 'acme/quill',
    provider: { slug: 'acme', name: 'Acme' },
    isStream: false,
    isCancelled: false,
    finishReason: 'stop',
    ms: 12,
    firstOutputMs: 3,
    promptTokens: 10,
    completionTokens: 20,
    reasoningTokens: null,
    cachedTokens: null,
    costUsd: '0.1',
    ...given,
  };
}
