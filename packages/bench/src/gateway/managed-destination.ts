import { createApiKey, type StoredDestination } from '@model-gateway/core';
import { BENCH_KEY, WORKSPACE } from './bench-gateway.ts';

export const MANAGEMENT_KEY_TEXT = 'mg-v1-bench-management';

/** The key that changes the destination. */
export const MANAGEMENT_KEY = createApiKey(MANAGEMENT_KEY_TEXT, {
  kind: 'management',
  userId: BENCH_KEY.userId,
  workspaceId: WORKSPACE,
});

const CREATED_AT = '2026-11-01T12:00:00.000Z';

/** The destination that is changed. */
export const MANAGED_DESTINATION: StoredDestination = {
  accountId: BENCH_KEY.userId,
  destination: {
    id: '00000000-0000-4000-8000-000000000028',
    workspace_id: WORKSPACE,
    name: 'bench',
    type: 'webhook',
    enabled: true,
    privacy_mode: false,
    sampling_rate: 1,
    api_key_hashes: null,
    filter_rules: null,
    config: { url: 'https://hooks.example/in' },
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  },
};
