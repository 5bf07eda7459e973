import { azure } from '@model-gateway/providers/azure';
import { openai } from '@model-gateway/providers/openai';
import {
  json,
  startFakeAzure,
  startFakeOpenAi,
  tinyImage,
  type FakeReply,
} from '@model-gateway/providers/testing';
import type { OwnFailure, ProviderSubject } from '../support/subject.ts';
import { REFERENCE } from './reference.ts';

const errorOf = (status: number, code: string, type = 'invalid_request_error'): FakeReply =>
  json({ error: { message: 'No.', type, param: null, code } }, status);
const images = (...data: object[]) => json({ created: 1, data });

const FAILURES: readonly OwnFailure[] = [
  [
    'a refused prompt',
    'submit',
    errorOf(400, 'moderation_blocked', 'image_generation_user_error'),
    'policy',
  ],
  [
    'an exhausted quota',
    'submit',
    errorOf(429, 'insufficient_quota', 'insufficient_quota'),
    'credential',
  ],
  ['a billing limit', 'submit', errorOf(400, 'billing_hard_limit_reached'), 'credential'],
  ['a rate limit', 'submit', errorOf(429, 'rate_limit_exceeded'), 'rate-limited'],
  ['a missing model', 'submit', errorOf(404, 'model_not_found'), 'model'],
  ['an invalid parameter', 'submit', errorOf(400, 'invalid_value'), 'parameter'],
  ['an organization that is not verified', 'submit', errorOf(403, 'forbidden'), 'credential'],
  ['a refusal with status 200', 'submit', errorOf(200, 'moderation_blocked'), 'policy'],
  ['no image', 'submit', images(), 'malformed'],
  ['truncated base64', 'submit', images({ b64_json: tinyImage('png').slice(0, 61) }), 'malformed'],
  ['another file', 'submit', images({ b64_json: 'aGVsbG8gd29ybGQh' }), 'malformed'],
];

const OPENAI: ProviderSubject = {
  start: startFakeOpenAi,
  create: openai,
  model: 'openai/gpt-image-2',
  stages: ['submit'],
  schema: {
    file: 'openai',
    of: ({ path }) => (path.endsWith('/edits') ? 'CreateImageEditRequest' : 'CreateImageRequest'),
  },
  // 8 tokens of text at 5 and 272 of output at 30 USD per million.
  cost: '0.0082',
  jobs: [
    {},
    { n: 3, quality: 'low', format: 'webp', compression: 50 },
    { pixels: { width: 1024, height: 1024 }, background: 'opaque', format: 'jpeg' },
    { references: [REFERENCE] },
    { references: [REFERENCE, REFERENCE], stream: true },
    { stream: true, options: { moderation: 'low' } },
  ],
  failures: FAILURES,
};

export const OPENAI_SUBJECTS = {
  openai: OPENAI,
  azure: {
    ...OPENAI,
    start: startFakeAzure,
    create: (options) => azure({ ...options, resource: 'acme' }),
    failures: [
      ...FAILURES,
      ['a missing deployment', 'submit', errorOf(404, 'DeploymentNotFound'), 'model'],
      ['a filtered prompt', 'submit', errorOf(400, 'content_filter'), 'policy'],
      [
        'a blocked resource',
        'submit',
        json({ error: { code: '403', message: 'The resource is temporarily blocked.' } }, 403),
        'credential',
      ],
    ],
  },
} satisfies Record<string, ProviderSubject>;
