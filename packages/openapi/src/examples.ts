import type {
  Destination,
  GuardrailAssignment,
  Member,
  Model,
  OperationId,
} from '@model-gateway/core';
import { NOT_KEPT } from '@model-gateway/core/kit';

const model: Model = {
  id: 'acme/quill-2',
  canonical_slug: 'acme/quill-2-20260114',
  name: 'Acme: Quill 2',
  created: 1_768_348_800,
  description: 'A large model for writing and tool use.',
  context_length: 200_000,
  architecture: {
    modality: 'text+image->text',
    input_modalities: ['text', 'image'],
    output_modalities: ['text'],
    tokenizer: 'Other',
    instruct_type: null,
  },
  pricing: {
    prompt: '0.000003',
    completion: '0.000015',
    input_cache_read: '0.0000003',
    overrides: [{ min_prompt_tokens: 128_000, prompt: '0.000006', completion: '0.0000225' }],
  },
  top_provider: { context_length: 200_000, max_completion_tokens: 64_000, is_moderated: false },
  per_request_limits: null,
  supported_parameters: ['max_tokens', 'reasoning', 'temperature', 'tool_choice', 'tools', 'top_p'],
  default_parameters: { temperature: 0.7, top_p: null },
  supported_voices: null,
  knowledge_cutoff: '2025-09-30',
  expiration_date: null,
  links: { details: '/v1/models/acme/quill-2-20260114/endpoints' },
  benchmarks: {
    design_ranking: [
      { arena: 'models', category: 'website', elo: 1312.4, win_rate: 57.1, rank: 4 },
    ],
    external_index: { intelligence_index: 52.3, coding_index: 48.9, agentic_index: null },
  },
  reasoning: {
    mandatory: false,
    default_enabled: true,
    default_effort: 'medium',
    supported_efforts: ['high', 'medium', 'low'],
  },
};

/** The smallest PNG: one transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const usage = { prompt_tokens: 12, completion_tokens: 1290, total_tokens: 1302, cost: 0.039 };

const answered = {
  id: 'gen-1768384200-8f3kQx27LmPz0vRtYw4b',
  created: 1_768_384_200,
  model: 'acme/quill-1',
  provider: 'Acme',
};

const destination: Destination = {
  id: '3f0d5a52-8f3b-4b0e-9a57-2f6f0c3b1d10',
  workspace_id: '7a1c9f0e-4a59-4c8e-8d4b-5a8f6f1f2b21',
  name: 'Production traces',
  type: 'langfuse',
  enabled: true,
  privacy_mode: false,
  sampling_rate: 0.25,
  api_key_hashes: null,
  filter_rules: {
    enabled: true,
    groups: [
      { logic: 'and', rules: [{ field: 'model', operator: 'starts_with', value: 'acme/' }] },
    ],
  },
  config: {
    baseUrl: 'https://traces.acme.test',
    publicKey: 'pk-l...9f3a',
    secretKey: 'sk-l...c07d',
  },
  created_at: '2026-01-14T09:30:00.000Z',
  updated_at: '2026-02-02T16:05:12.000Z',
};

const member: Member = {
  id: 'user_2dHFtVWx2n56w6HkM',
  email: 'ada@acme.test',
  first_name: 'Ada',
  last_name: 'Moreno',
  role: 'admin',
};

const assignment: GuardrailAssignment = {
  id: '5b8a1f6c-0d7e-4f5a-9c3d-1e2f3a4b5c6d',
  guardrail_id: 'c2d4e6f8-1a3b-4c5d-8e7f-9a0b1c2d3e4f',
  user_id: member.id,
  assigned_by: 'user_2cGEsUVw1m45v5GjL',
  organization_id: 'org_2bFDrTUv0l34u4FiK',
  created_at: '2026-01-20T11:00:00.000Z',
};

const key = {
  hash: '3f9a11c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f',
  name: 'Checkout service',
  label: 'mg-v1-4fK...x9Q',
  is_management_key: false,
  disabled: false,
  limit: 20,
  limit_remaining: 11.25,
  limit_reset: 'daily',
  include_byok_in_limit: false,
  usage: 312.4,
  usage_daily: 8.75,
  usage_weekly: 41.5,
  usage_monthly: 97.25,
  byok_usage: 0,
  byok_usage_daily: 0,
  byok_usage_weekly: 0,
  byok_usage_monthly: 0,
  workspace_id: destination.workspace_id,
  creator_user_id: member.id,
  external_user: null,
  created_at: '2026-01-14T09:30:00.000Z',
  updated_at: null,
  expires_at: '2027-01-31T12:00:00Z',
};

const {
  hash: _hash,
  name: _name,
  disabled: _disabled,
  external_user: _user,
  created_at: _created,
  updated_at: _updated,
  ...ownKey
} = key;

const endpoint = {
  name: 'Acme | acme/quill-2',
  model_id: model.id,
  model_name: model.name,
  provider_name: 'Acme',
  tag: 'acme',
  context_length: 200_000,
  max_completion_tokens: 64_000,
  max_prompt_tokens: null,
  quantization: null,
  pricing: model.pricing,
  supported_parameters: ['max_tokens', 'max_completion_tokens', 'temperature', 'tools'],
  supports_implicit_caching: true,
  supports_tool_choice: { auto: true, none: false, required: false, function: false },
  latency_last_30m: { p50: 412, p75: 558, p90: 901, p99: 2310 },
  throughput_last_30m: { p50: 71.2, p75: 64.5, p90: 50.8, p99: 21.4 },
  uptime_last_5m: 100,
  uptime_last_30m: 99.6,
  uptime_last_1d: 99.8,
};

const generation = {
  id: answered.id,
  session_id: 'checkout-42',
  api_type: 'completions',
  created_at: '2026-01-14T09:50:00.000Z',
  model: 'acme/quill-2',
  provider_name: 'Acme',
  workspace_id: '7b0c8f5e-3d0a-4b6e-9f43-5b1f0f7d2a11',
  streamed: true,
  cancelled: false,
  finish_reason: 'stop',
  generation_time: 2310,
  latency: 412,
  tokens_prompt: 1204,
  tokens_completion: 230,
  native_tokens_prompt: 1204,
  native_tokens_completion: 230,
  native_tokens_reasoning: 0,
  native_tokens_cached: 1024,
  total_cost: 0.0042972,
  usage: 0.0042972,
  ...NOT_KEPT,
};

interface Example {
  /** The body, if the operation takes one. */
  readonly request?: unknown;
  readonly response: unknown;
  /** One event of the answer, if it streams. */
  readonly event?: unknown;
}

const asked = {
  model: 'acme/quill-1',
  messages: [{ role: 'user', content: 'Is it raining in Oslo?' }],
};

const message = {
  id: answered.id,
  type: 'message',
  role: 'assistant',
  model: answered.model,
  container: null,
  diagnostics: null,
  provider: answered.provider,
};

/** A realistic request and its answer for each operation. */
const EXAMPLES: Readonly<Record<OperationId, Example>> = {
  listModels: {
    response: {
      data: [model],
      total_count: 214,
      links: { next: '/v1/models?sort=newest&offset=1&limit=1' },
    },
  },
  listUserModels: {
    response: { data: [model], total_count: 1, links: { next: null } },
  },
  countModels: { response: { data: { count: 214 } } },
  getModel: { response: { data: model } },
  retrieveModel: { response: model },
  listZdrEndpoints: { response: { data: [endpoint] } },
  listEndpoints: {
    response: {
      data: {
        id: model.id,
        name: model.name,
        created: model.created,
        description: model.description ?? '',
        architecture: {
          modality: 'text+image->text',
          input_modalities: ['text', 'image'],
          output_modalities: ['text'],
          tokenizer: 'Other',
          instruct_type: null,
        },
        endpoints: [endpoint],
      },
    },
  },
  listProviders: {
    response: {
      data: [
        {
          name: 'Acme',
          slug: 'acme',
          privacy_policy_url: null,
          terms_of_service_url: null,
          status_page_url: null,
        },
      ],
    },
  },
  createImage: {
    request: {
      model: 'acme/paint-1',
      prompt: 'A lighthouse at dawn, watercolour',
      aspect_ratio: '16:9',
      output_format: 'png',
      n: 1,
    },
    response: {
      created: 1_768_384_200,
      data: [{ b64_json: PIXEL, media_type: 'image/png' }],
      usage,
    },
  },
  createChatCompletion: {
    request: { ...asked, stream: true },
    response: {
      ...answered,
      object: 'chat.completion',
      system_fingerprint: null,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Yes, lightly.', refusal: null },
          finish_reason: 'stop',
          native_finish_reason: 'stop',
          logprobs: null,
        },
      ],
      usage: { prompt_tokens: 14, completion_tokens: 4, total_tokens: 18, cost: 0.000102 },
    },
    event: {
      ...answered,
      object: 'chat.completion.chunk',
      choices: [
        {
          index: 0,
          delta: { content: 'Yes' },
          finish_reason: null,
          native_finish_reason: null,
        },
      ],
    },
  },
  createMessage: {
    request: { ...asked, max_tokens: 1024, stream: true },
    response: {
      ...message,
      content: [{ type: 'text', text: 'Yes, lightly.', citations: [] }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      stop_details: null,
      usage: {
        input_tokens: 14,
        output_tokens: 4,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: null,
        output_tokens_details: null,
        server_tool_use: null,
        service_tier: 'standard',
        speed: null,
        inference_geo: null,
        cost: 0.000102,
      },
    },
    event: {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'Yes' },
    },
  },
  countMessageTokens: { request: asked, response: { input_tokens: 14, is_estimate: true } },
  createResponse: {
    request: { model: 'acme/quill-1', input: 'Is it raining in Oslo?', stream: true },
    response: {
      id: answered.id,
      object: 'response',
      created_at: answered.created,
      completed_at: answered.created + 1,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: answered.model,
      provider: answered.provider,
      output: [
        {
          id: 'msg_1',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Yes, lightly.', annotations: [], logprobs: [] }],
        },
      ],
      usage: {
        input_tokens: 14,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 18,
        cost: 0.000102,
      },
      instructions: null,
      metadata: {},
      temperature: null,
      top_p: null,
      frequency_penalty: null,
      presence_penalty: null,
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      access_programs: null,
    },
    event: {
      type: 'response.output_text.delta',
      sequence_number: 4,
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta: 'Yes',
      logprobs: [],
    },
  },
  createEmbeddings: {
    request: {
      model: 'acme/embed-1',
      input: ['Rain in Oslo.', 'Sun in Bergen.'],
      dimensions: 4,
      input_type: 'search_document',
    },
    response: {
      id: answered.id,
      object: 'list',
      model: 'acme/embed-1',
      provider: answered.provider,
      data: [
        { object: 'embedding', index: 0, embedding: [0.5, -0.5, 0.5, -0.5] },
        { object: 'embedding', index: 1, embedding: [0.5, 0.5, -0.5, -0.5] },
      ],
      usage: { prompt_tokens: 9, total_tokens: 9, cost: 0.00000018 },
    },
  },
  listEmbeddingModels: {
    response: {
      data: [
        {
          ...model,
          id: 'acme/embed-1',
          canonical_slug: 'acme/embed-1',
          name: 'Acme: Embed 1',
          description: 'Vectors of texts.',
          architecture: {
            ...model.architecture,
            modality: 'text->embeddings',
            input_modalities: ['text'],
            output_modalities: ['embeddings'],
          },
        },
      ],
      total_count: 1,
      links: { next: null },
    },
  },
  createRerank: {
    request: {
      model: 'acme/rank-1',
      query: 'Where does it rain?',
      documents: ['Sun in Bergen.', 'Rain in Oslo.'],
      top_n: 1,
    },
    response: {
      id: answered.id,
      model: 'acme/rank-1',
      provider: answered.provider,
      results: [{ index: 1, relevance_score: 0.93, document: { text: 'Rain in Oslo.' } }],
      usage: { search_units: 1, cost: 0.002 },
    },
  },
  listDestinations: { response: { data: [destination], total_count: 1 } },
  updateDestination: {
    request: { sampling_rate: 0.25, api_key_hashes: null },
    response: { data: destination },
  },
  listMembers: { response: { data: [member], total_count: 1 } },
  listGuardrailAssignments: { response: { data: [assignment], total_count: 1 } },
  getGeneration: { response: { data: generation } },
  getActivity: {
    response: {
      data: [
        {
          date: '2026-01-13',
          model: 'acme/quill-2',
          model_permaslug: 'acme/quill-2',
          endpoint_id: 'acme/acme/quill-2',
          provider_name: 'Acme',
          requests: 412,
          usage: 3.8125,
          byok_usage_inference: 0,
          prompt_tokens: 812_004,
          completion_tokens: 91_560,
          reasoning_tokens: 12_288,
        },
      ],
    },
  },
  getCredits: { response: { data: { total_credits: 250, total_usage: 104.7725 } } },
  getCurrentKey: {
    response: {
      data: {
        ...ownKey,
        is_provisioning_key: false,
        is_free_tier: false,
        organization_id: assignment.organization_id,
        allowed_data_regions: ['global'],
        free_model_daily_requests: { limit: 0, used: 0, remaining: 0 },
        rate_limit: {
          requests: 60,
          interval: '60s',
          note: 'The gateway may have a limit for all keys beside it.',
        },
      },
    },
  },
  listKeys: { response: { data: [key], total_count: 1 } },
  createKey: {
    request: { name: key.name, limit: 20, limit_reset: 'daily', expires_at: key.expires_at },
    response: {
      data: {
        ...key,
        limit_remaining: 20,
        usage: 0,
        usage_daily: 0,
        usage_weekly: 0,
        usage_monthly: 0,
      },
      key: 'mg-v1-4fKexampleexampleexampleexampleexampleexampleexax9Q',
    },
  },
  getKey: { response: { data: key } },
  updateKey: {
    request: { limit: 50 },
    response: { data: { ...key, limit: 50, limit_remaining: 41.25 } },
  },
  deleteKey: { response: { deleted: true } },
};

/** Returns the example of an operation; those of a host's own have none. */
export function exampleOf(id: string): Example | undefined {
  const known: Readonly<Record<string, Example>> = EXAMPLES;
  return Object.hasOwn(known, id) ? known[id] : undefined;
}

export const FEED_EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Models</title>
<link>https://gateway.acme.test/models</link>
<description>1 models of this gateway</description>
<lastBuildDate>Wed, 14 Jan 2026 09:30:00 GMT</lastBuildDate>
<atom:link href="https://gateway.acme.test/v1/models?use_rss=true" rel="self" type="application/rss+xml"/>
<item>
<title>Acme: Quill 2 (acme/quill-2)</title>
<link>https://gateway.acme.test/acme/quill-2</link>
<description>A large model for writing and tool use.</description>
<guid isPermaLink="false">acme/quill-2-20260114</guid>
<pubDate>Wed, 14 Jan 2026 00:00:00 GMT</pubDate>
</item>
</channel>
</rss>
`;

export const IMAGE_EVENT_EXAMPLE = {
  type: 'image_generation.completed',
  b64_json: PIXEL,
  media_type: 'image/png',
  created: 1_768_384_200,
  usage,
};
