import { recraft } from '@model-gateway/providers/recraft';
import { stability } from '@model-gateway/providers/stability';
import {
  json,
  startFakeRecraft,
  startFakeStability,
  tinyImage,
  type FakeReply,
} from '@model-gateway/providers/testing';
import type { ProviderSubject } from '../support/subject.ts';
import { REFERENCE } from './reference.ts';

const half = tinyImage('png').slice(0, 61);
const plain = (status: number, text: string): FakeReply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(text),
});
const stabilityError = (status: number, name: string) =>
  json({ id: 'x', name, errors: ['No.'] }, status);

export const RECRAFT_STABILITY_SUBJECTS = {
  recraft: {
    start: startFakeRecraft,
    create: recraft,
    model: 'recraft/recraft-v4.1',
    stages: ['submit'],
    schema: {
      file: 'recraft',
      of: ({ path }) =>
        path.endsWith('imageToImage') ? 'ImageToImageJSONRequest' : 'GenerateImageJSONRequest',
    },
    cost: '0.035',
    jobs: [
      { format: 'webp' },
      { format: 'png', n: 2, aspectRatio: '16:9', seed: 7 },
      { format: 'png', pixels: { width: 1344, height: 768 } },
      { format: 'webp', references: [REFERENCE], options: { strength: 0.2 } },
      { model: 'recraft/recraft-v4.1-vector', format: 'svg' },
    ],
    failures: [
      ['an invalid token', 'submit', plain(401, 'request unauthorized'), 'credential'],
      ['a refusal in plain text', 'submit', plain(400, 'size is not supported'), 'parameter'],
      [
        'an invalid parameter',
        'submit',
        json({ code: 'invalid_size', message: 'No.' }, 400),
        'parameter',
      ],
      [
        'a refusal',
        'submit',
        json({ error: { code: 'content_policy', message: 'No.' } }, 400),
        'policy',
      ],
      ['an error with status 200', 'submit', json({ error: { code: 'server_error' } }), 'server'],
      ['no image', 'submit', json({ data: [] }), 'malformed'],
      ['truncated base64', 'submit', json({ data: [{ b64_json: half }] }), 'malformed'],
    ],
  },
  stability: {
    start: startFakeStability,
    create: stability,
    model: 'stability/sd3.5-large',
    stages: ['submit'],
    cost: '0.065',
    jobs: [
      {},
      { aspectRatio: '21:9', seed: 0, format: 'webp', options: { cfg_scale: 4 } },
      { aspectRatio: '16:9', references: [REFERENCE] },
      { model: 'stability/stable-image-ultra', references: [REFERENCE] },
      { model: 'stability/stable-image-core', format: 'jpeg' },
    ],
    failures: [
      ['a refused prompt', 'submit', stabilityError(403, 'content_moderation'), 'policy'],
      ['a public figure', 'submit', stabilityError(422, 'public_figure'), 'policy'],
      ['no credits', 'submit', stabilityError(402, 'payment_required'), 'credential'],
      ['a large request', 'submit', stabilityError(413, 'payload_too_large'), 'too-large'],
      ['too many requests', 'submit', stabilityError(429, 'rate_limit_exceeded'), 'rate-limited'],
      ['an internal error', 'submit', stabilityError(500, 'internal_error'), 'server'],
      ['another language', 'submit', stabilityError(422, 'invalid_language'), 'parameter'],
      ['an invalid parameter', 'submit', stabilityError(400, 'bad_request'), 'parameter'],
      ['a forbidden key', 'submit', stabilityError(403, 'forbidden'), 'credential'],
      [
        'a blurred image',
        'submit',
        json({ image: tinyImage('png'), finish_reason: 'CONTENT_FILTERED' }),
        'policy',
      ],
      ['no image', 'submit', json({ seed: 1 }), 'malformed'],
      ['truncated base64', 'submit', json({ image: half, finish_reason: 'SUCCESS' }), 'malformed'],
    ],
  },
} satisfies Record<string, ProviderSubject>;
