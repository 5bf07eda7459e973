import type { CatalogEntry } from '@model-gateway/core';
import { createApiKey } from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';

export const ACCOUNT = 'payer';
export const DESTINATION_ID = '10000000-0000-4000-8000-000000000001';
export const MANAGEMENT_KEY = 'mg-mgmt-v1-of-the-tests';
const WORKSPACE_ID = '10000000-0000-4000-8000-000000009001';
const MOMENT = '2026-01-01T00:00:00.000Z';

/** A key, a destination of a kind that takes any config, and an account with credit. */
export async function fill({ admin }: Stores, credits = '1000'): Promise<void> {
  await admin.keys.import([
    createApiKey(MANAGEMENT_KEY, {
      kind: 'management',
      organizationId: 'org_1',
      workspaceId: WORKSPACE_ID,
    }),
  ]);
  await admin.destinations.import([
    {
      accountId: 'org_1',
      destination: {
        id: DESTINATION_ID,
        workspace_id: WORKSPACE_ID,
        name: 'number 0',
        type: 'homemade',
        enabled: true,
        privacy_mode: false,
        sampling_rate: 1,
        api_key_hashes: null,
        filter_rules: null,
        config: { count: 0, again: 0 },
        created_at: MOMENT,
        updated_at: MOMENT,
      },
    },
  ]);
  await admin.accounts.create({ id: ACCOUNT, credits });
}

/** Returns models that all name their generation. */
export function catalogOf(generation: number, models: number): CatalogEntry[] {
  return Array.from({ length: models }, (_, i) => ({
    model: {
      id: `author/model-${i}`,
      canonical_slug: `author/model-${i}-20260101`,
      name: `generation ${generation}`,
      created: 1_767_225_600,
      context_length: 8192,
      architecture: {
        modality: 'text->text',
        input_modalities: ['text'],
        output_modalities: ['text'],
        tokenizer: 'Other',
        instruct_type: null,
      },
      pricing: { prompt: '0.000001', completion: '0.000002' },
      top_provider: { is_moderated: false, context_length: null },
      per_request_limits: null,
      supported_parameters: ['temperature'],
      default_parameters: null,
      supported_voices: null,
      links: { details: `/v1/models/author/model-${i}/endpoints` },
    },
    signals: {},
  }));
}
