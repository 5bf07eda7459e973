import { openAiCompatible } from '@model-gateway/providers/openai-compatible';
import { together } from '@model-gateway/providers/together';
import {
  json,
  startFakeOpenAiCompatible,
  startFakeTogether,
  tinyImage,
} from '@model-gateway/providers/testing';
import type { ProviderSubject } from '../support/subject.ts';
import { REFERENCE } from './reference.ts';

const together400 = (message: string) =>
  json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, 400);

export const COMPATIBLE_SUBJECTS = {
  'openai-compatible': {
    start: startFakeOpenAiCompatible,
    create: (options) =>
      openAiCompatible({
        ...options,
        slug: 'local',
        name: 'Local',
        models: {
          'qwen/qwen-image': {
            upstream: 'Qwen/Qwen-Image',
            endpoint: {
              formats: ['png'],
              pixels: { min: 256, max: 2048, multipleOf: 8 },
              maxImages: 4,
              maxReferences: 2,
              seed: true,
              compression: false,
              streams: false,
              passthrough: new Set(['num_inference_steps', 'negative_prompt']),
              pricing: [{ billable: 'output_image', unit: 'image', usd: '0.01' }],
            },
          },
        },
      }),
    model: 'qwen/qwen-image',
    stages: ['submit'],
    cost: '0.01',
    jobs: [
      {},
      { n: 2, seed: 7, options: { num_inference_steps: 4 } },
      { pixels: { width: 512, height: 512 }, references: [REFERENCE] },
    ],
    failures: [
      ['an error of its queue', 'submit', json({ detail: 'engine dead' }, 500), 'server'],
      [
        'a URL in place of the image',
        'submit',
        json({ data: [{ url: 'http://x/y.png' }] }),
        'malformed',
      ],
      [
        'an invalid member',
        'submit',
        json({ detail: [{ loc: ['body', 'size'], msg: 'too large', type: 'value_error' }] }, 422),
        'parameter',
      ],
    ],
  },
  together: {
    start: startFakeTogether,
    create: together,
    model: 'black-forest-labs/flux-kontext-pro',
    stages: ['submit'],
    schema: { file: 'together', of: () => 'ImageRequest' },
    cost: '0.04',
    jobs: [
      {},
      { pixels: { width: 1360, height: 768 }, seed: 5, format: 'jpeg' },
      { references: [REFERENCE], options: { steps: 4 } },
    ],
    failures: [
      ['a refused prompt', 'submit', together400('The prompt may contain NSFW content'), 'policy'],
      ['an invalid parameter', 'submit', together400('steps must be at most 4'), 'parameter'],
      [
        'truncated base64',
        'submit',
        json({ data: [{ b64_json: tinyImage('png').slice(0, 61) }] }),
        'malformed',
      ],
    ],
  },
} satisfies Record<string, ProviderSubject>;
