import { ark } from '@model-gateway/providers/ark';
import { xai } from '@model-gateway/providers/xai';
import { json, startFakeArk, startFakeXai, tinyImage } from '@model-gateway/providers/testing';
import type { ProviderSubject } from '../support/subject.ts';
import { REFERENCE } from './reference.ts';

const arkError = (status: number, code: string) =>
  json({ error: { code, message: 'No.', param: '', type: '' } }, status);
const INVALID = 'Client specified an invalid argument';
const xaiError = (status: number, code: string, error: string) => json({ code, error }, status);
const data = (...entries: object[]) => json({ data: entries });
const half = tinyImage('jpeg').slice(0, 61);

export const JSON_SUBJECTS = {
  xai: {
    start: startFakeXai,
    create: xai,
    model: 'x-ai/grok-imagine-image-2.0',
    stages: ['submit'],
    cost: '0.02',
    jobs: [
      { format: 'jpeg' },
      { format: 'jpeg', n: 3, aspectRatio: '19.5:9', tier: '2K', quality: 'low' },
      { format: 'jpeg', references: [REFERENCE] },
      { format: 'jpeg', references: [REFERENCE, REFERENCE] },
    ],
    failures: [
      [
        'an invalid key',
        'submit',
        json({ error: 'Incorrect API key provided' }, 400),
        'credential',
      ],
      [
        'an invalid key whose message is escaped',
        'submit',
        xaiError(400, INVALID, 'Incorrect%20API%20key%20provided:%20k***y.'),
        'credential',
      ],
      [
        'a rejected image',
        'submit',
        xaiError(400, INVALID, 'Generated image rejected by content moderation'),
        'policy',
      ],
      [
        'a team without credits',
        'submit',
        xaiError(
          403,
          'The caller does not have permission to execute the specified operation',
          "Your newly created team doesn't have any credits or licenses yet.",
        ),
        'credential',
      ],
      [
        'a spending limit',
        'submit',
        xaiError(
          429,
          'Some resource has been exhausted',
          'Your team has used all available credits or reached its monthly spending limit.',
        ),
        'credential',
      ],
      [
        'a rate limit',
        'submit',
        xaiError(429, 'Some resource has been exhausted', 'Too many requests'),
        'rate-limited',
      ],
      ['an invalid parameter', 'submit', xaiError(422, INVALID, 'bad ratio'), 'parameter'],
      ['a refusal as an empty list', 'submit', data(), 'policy'],
      [
        'a marked image',
        'submit',
        data({ b64_json: tinyImage('jpeg'), respect_moderation: false }),
        'policy',
      ],
      ['no list', 'submit', json({}), 'malformed'],
      ['truncated base64', 'submit', data({ b64_json: half }), 'malformed'],
    ],
  },
  ark: {
    start: startFakeArk,
    create: ark,
    model: 'bytedance/seedream-5.5',
    stages: ['submit'],
    cost: '0.02',
    jobs: [
      { format: 'jpeg' },
      { format: 'png', tier: '2K', pixels: { width: 2048, height: 2048 } },
      { format: 'png', aspectRatio: '16:9', pixels: { width: 1365, height: 768 } },
      { format: 'png', references: [REFERENCE] },
      { model: 'bytedance/seedream-4.5', format: 'jpeg', references: [REFERENCE, REFERENCE] },
    ],
    failures: [
      [
        'a sensitive prompt',
        'submit',
        arkError(400, 'InputTextSensitiveContentDetected'),
        'policy',
      ],
      [
        'a sensitive image',
        'submit',
        data({ error: { code: 'OutputImageSensitiveContentDetected' } }),
        'policy',
      ],
      [
        'a model without access',
        'submit',
        arkError(404, 'InvalidEndpointOrModel.NotFound'),
        'model',
      ],
      ['an unpaid account', 'submit', arkError(403, 'AccountOverdueError'), 'credential'],
      ['a quota', 'submit', arkError(429, 'QuotaExceeded'), 'rate-limited'],
      ['an overload', 'submit', arkError(429, 'ServerOverloaded'), 'overloaded'],
      ['an invalid parameter', 'submit', arkError(400, 'InvalidParameter'), 'parameter'],
      ['an error with status 200', 'submit', arkError(200, 'InternalServiceError'), 'server'],
      ['no image', 'submit', data(), 'malformed'],
      ['truncated base64', 'submit', data({ b64_json: half }), 'malformed'],
    ],
  },
} satisfies Record<string, ProviderSubject>;
