import { openai } from '@model-gateway/providers/openai';
import { json, startFakeOpenAi, tinyImage, type FakeReply } from '@model-gateway/providers/testing';
import type { ProviderSubject } from './subject.ts';

const openAiError = (status: number, code: string, type = 'invalid_request_error'): FakeReply =>
  json({ error: { message: 'No.', type, param: null, code } }, status);

const REFERENCE = { bytes: Buffer.from(tinyImage('png'), 'base64'), mediaType: 'image/png' };

/** Every provider over its fake. */
export const SUBJECTS: Readonly<Record<string, ProviderSubject>> = {
  openai: {
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
    failures: [
      [
        'a refused prompt',
        'submit',
        openAiError(400, 'moderation_blocked', 'image_generation_user_error'),
        'policy',
      ],
      [
        'an exhausted quota',
        'submit',
        openAiError(429, 'insufficient_quota', 'insufficient_quota'),
        'credential',
      ],
      ['a billing limit', 'submit', openAiError(400, 'billing_hard_limit_reached'), 'credential'],
      ['a rate limit', 'submit', openAiError(429, 'rate_limit_exceeded'), 'rate-limited'],
      ['a missing model', 'submit', openAiError(404, 'model_not_found'), 'model'],
      ['an invalid parameter', 'submit', openAiError(400, 'invalid_value'), 'parameter'],
      [
        'an organization that is not verified',
        'submit',
        openAiError(403, 'forbidden'),
        'credential',
      ],
      ['an error with status 200', 'submit', openAiError(200, 'moderation_blocked'), 'policy'],
      ['no image', 'submit', json({ created: 1, data: [] }), 'malformed'],
      [
        'truncated base64',
        'submit',
        json({ data: [{ b64_json: tinyImage('png').slice(0, 61) }] }),
        'malformed',
      ],
      ['another file', 'submit', json({ data: [{ b64_json: 'aGVsbG8gd29ybGQh' }] }), 'malformed'],
    ],
  },
};
