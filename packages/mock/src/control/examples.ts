import type { FeedEventJson } from './wire/feed.ts';
import type { FixtureJson } from './wire/fixture.ts';
import type { ImageModelJson } from './wire/image-model.ts';
import type { RequestDetailJson, RequestJson } from './wire/request.ts';
import type { RuleStateJson } from './wire/rule.ts';
import type { TelemetryEntryJson } from './wire/telemetry.ts';
import type { TenantJson } from './wire/tenant.ts';
import type { ThreadJson } from './wire/thread.ts';

/** Examples in the interface's description. */
export const TENANT: TenantJson = {
  id: 'checkout',
  base_url: 'http://127.0.0.1:4010/v1',
  any_key_url: 'http://127.0.0.1:4010/t/checkout/v1',
  api_key: 'mg-v1-fCcUJnqBEvhFMl7Wpk9qIO1rT0yXN2aS4dG6hL8zQwErTyUi',
  management_key: 'mg-mgmt-v1-wPqZ4Vd9XyTfB1nM7cK3hJ6gR8sL0aE2uIoYtQxCvBnMkLjH',
  keys: { inference: 'mg-v1-fCcUJnqBEvhFMl7Wpk9qIO1rT0yXN2aS4dG6hL8zQwErTyUi' },
  credits: '5',
  rate_limit: { limit: 10, window_seconds: 60 },
};

export const RULE = { on: 'createImage', fail: { status: 529, times: 2 } };

export const CONVERSATION = {
  id: 'weather/rain',
  turns: [{ user: { contains: 'weather' } }, { say: 'Rain.' }],
};

export const RULE_STATE: RuleStateJson = {
  id: 'createImage.fail-529',
  on: 'createImage',
  where: [],
  answer: { action: 'fail', status: 529, delay_ms: 0, kind: null },
  hits: 1,
  remaining: 1,
  added: true,
};

export const REQUEST: RequestJson = {
  number: 1,
  operation: 'createImage',
  method: 'POST',
  path: '/v1/images',
  query: {},
  headers: { 'content-type': 'application/json' },
  body: { model: 'acme/paint-1', prompt: 'red panda' },
  unknown: [],
  adjusted: [],
  at: '2026-08-01T12:00:00.000Z',
  answered_by: ['createImage.fail-529'],
  status: 529,
  duration_ms: 0,
  stream: null,
  chat: null,
  answer: null,
  usage: null,
  cost: null,
};

export const THREAD: ThreadJson = {
  requests: [1, 2],
  dialect: 'openai',
  model: 'acme/quill-1',
  first: 'What is the weather in Oslo?',
  turns: 1,
  usage: { input: 61, output: 9, cached: 0, written: 0, reasoning: 0 },
  cost: 0.000152,
  problems: [],
  transcript:
    '  #1 POST /v1/chat/completions → 200 by weather\n  #2 POST /v1/chat/completions → 200 by weather\n    1   user       What is the weather in Oslo?',
};

export const TELEMETRY_ENTRY: TelemetryEntryJson = {
  request_id: 'gen-img-1785585600-3mXqGZcHc1o0Yk8v',
  destination: {
    id: '5d7a4a0e-57c4-4f5c-a2f5-6b3f5d6f2a10',
    name: 'Traces',
    type: 'langfuse',
  },
  decision: 'forwarded',
  view: {
    metadata: {
      request_id: 'gen-img-1785585600-3mXqGZcHc1o0Yk8v',
      trace_id: '8f6a9c1d2b3e4f5061728394a5b6c7d8',
      span_id: '9e8d7c6b5a493827',
      parent_span_id: null,
      started_at: '2026-08-01T12:00:00.000Z',
      ended_at: '2026-08-01T12:00:04.000Z',
      first_output_at: null,
      operation: 'createImage',
      task: 'images',
      model: 'acme/paint-1',
      provider: 'acme',
      workspace_id: '2b4f1c52-6a0f-4a57-9a39-1d0c5f3f7e01',
      user_id: 'user_ada',
      key_name: 'mg-v1-fCc...TyUi',
      session_id: null,
      status: 200,
      failure: null,
      is_stream: false,
      parameters: { n: 1 },
      usage: {
        input: 12,
        output: 4160,
        total: 4172,
        input_image: null,
        output_image: 4160,
        cache_read: null,
        cache_write: null,
        reasoning: null,
      },
      cost: '0.04',
      finish_reason: 'stop',
      attempts: [
        {
          provider: 'acme',
          started_at: '2026-08-01T12:00:00.000Z',
          ended_at: '2026-08-01T12:00:04.000Z',
          failure: null,
        },
      ],
      images: [{ media_type: 'image/png', bytes: 1204 }],
    },
    content: {
      prompt: 'red panda',
      references: [],
      output: '1 image: image/png, 1204 bytes',
      failure_message: null,
    },
  },
};
export const REQUEST_DETAIL: RequestDetailJson = {
  ...REQUEST,
  unhandled: false,
  nearest: null,
  nearest_fixtures: [],
  body_note: null,
  unchecked_answers: [],
  response: {
    headers: { 'x-mock-rule': 'createImage.fail-529' },
    content_type: 'application/json; charset=utf-8',
    body: { error: { code: 529, message: 'Provider overloaded' } },
    is_kept: true,
    chunks: null,
    chunks_left_out: 0,
  },
};

const {
  headers: _headers,
  body: _body,
  chat: _chat,
  answer: _answer,
  usage: _usage,
  cost: _cost,
  ...SUMMARY
} = REQUEST;

export const FEED_EVENT: FeedEventJson = {
  type: 'request',
  tenant: 'checkout',
  request: { ...SUMMARY, unhandled: false },
};

export const FIXTURE: FixtureJson = {
  file: 'create-image.gw.yaml',
  text: 'gw: 1\nexchanges:\n  - id: createImage/1\n    match: { op: createImage, body: { any: true } }\n    respond: { status: 529, json: { error: { code: 529, message: Provider overloaded } } }\n',
  assets: [],
};

export const IMAGE_MODEL: ImageModelJson = {
  id: 'acme/paint-1',
  name: 'Acme: Paint 1',
  aspect_ratios: ['1:1', '16:9'],
  resolutions: ['1K', '2K'],
  takes_pixels: false,
  output_formats: ['png', 'webp'],
  qualities: null,
  backgrounds: null,
  max_images: 4,
  min_references: 0,
  max_references: 4,
  seed: true,
  compression: false,
  streams: true,
};
