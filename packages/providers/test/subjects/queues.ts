import { fal } from '@model-gateway/providers/fal';
import { replicate } from '@model-gateway/providers/replicate';
import { json, startFakeFal, startFakeReplicate } from '@model-gateway/providers/testing';
import type { ProviderSubject } from '../support/subject.ts';
import { REFERENCE } from './reference.ts';

const model = (name: string) => `black-forest-labs/${name}`;
const issue = (type: string, status = 422) =>
  json(
    { detail: [{ loc: ['body', 'prompt'], msg: 'No.', type, url: 'https://docs.fal.ai' }] },
    status,
  );
const prediction = (status: string, more: object = {}) => json({ id: 'x', status, ...more });

export const QUEUE_SUBJECTS = {
  fal: {
    start: startFakeFal,
    create: fal,
    model: model('flux-1.1-pro-ultra'),
    stages: ['submit', 'poll', 'result', 'download'],
    canCancel: true,
    pending: json({ status: 'IN_QUEUE' }, 202),
    cost: '0.06',
    jobs: [
      { format: 'jpeg' },
      { format: 'png', n: 2, aspectRatio: '21:9', seed: 7 },
      { model: model('flux-schnell'), pixels: { width: 1360, height: 768 }, format: 'jpeg' },
      { model: model('flux-kontext-pro'), references: [REFERENCE], format: 'jpeg' },
    ],
    failures: [
      ['an invalid parameter', 'submit', issue('missing'), 'parameter'],
      ['an invalid key', 'submit', json({ detail: 'Invalid key' }, 401), 'credential'],
      ['no addresses', 'submit', json({ status: 'IN_QUEUE', request_id: 'x' }), 'malformed'],
      [
        'an address of another host',
        'submit',
        json({ status_url: 'https://attacker.example/', response_url: 'https://queue.fal.run/x' }),
        'server',
      ],
      ['an unknown status', 'poll', json({ status: 'LOST' }), 'malformed'],
      ['a refused prompt', 'result', issue('content_policy_violation'), 'policy'],
      ['a large reference', 'result', issue('image_too_large'), 'too-large'],
      [
        'its own time limit',
        'result',
        json({ detail: 'Timeout' }, 504, { 'x-fal-error-type': 'request_timeout' }),
        'timeout',
      ],
      [
        'a blackened image',
        'result',
        json({ images: [{ url: 'https://x.fal.media/a.png' }], has_nsfw_concepts: [true] }),
        'policy',
      ],
      ['no image', 'result', json({ images: [] }), 'malformed'],
      [
        'an image at a private address',
        'result',
        json({ image: { url: 'http://10.0.0.1/x' } }),
        'server',
      ],
      ['an image without an address', 'result', json({ images: [{}] }), 'malformed'],
    ],
  },
  replicate: {
    start: startFakeReplicate,
    create: replicate,
    model: model('flux-schnell'),
    stages: ['submit', 'poll', 'download'],
    canCancel: true,
    pending: prediction('processing'),
    schema: { file: 'replicate', of: () => 'schemas_prediction_request' },
    cost: '0.003',
    jobs: [
      { format: 'webp' },
      { format: 'jpeg', n: 3, aspectRatio: '16:9', seed: 5, compression: 80 },
      { model: model('flux-kontext-pro'), references: [REFERENCE] },
    ],
    failures: [
      ['an invalid input', 'submit', json({ title: 'x', detail: '- input: no' }, 422), 'parameter'],
      [
        'no credit',
        'submit',
        json({ title: 'Insufficient credit', detail: 'No.' }, 402),
        'credential',
      ],
      [
        'a job that failed at once',
        'submit',
        prediction('failed', { urls: { get: 'x' } }),
        'server',
      ],
      ['no addresses', 'submit', prediction('starting'), 'malformed'],
      [
        'an address of another host',
        'submit',
        prediction('starting', { urls: { get: 'https://attacker.example/' } }),
        'server',
      ],
      ['a failed job', 'poll', prediction('failed', { error: 'CUDA out of memory' }), 'server'],
      [
        'a refused prompt',
        'poll',
        prediction('failed', { error: 'NSFW content detected' }),
        'policy',
      ],
      ['a flagged input', 'poll', prediction('failed', { error: 'E005: input flagged' }), 'policy'],
      ['a job ended by the provider', 'poll', prediction('aborted'), 'server'],
      ['an unknown status', 'poll', prediction('lost'), 'malformed'],
      ['no output', 'poll', prediction('succeeded', { output: null }), 'malformed'],
      [
        'an output at a private address',
        'poll',
        prediction('succeeded', { output: 'http://192.168.0.1/x.png' }),
        'server',
      ],
    ],
  },
} satisfies Record<string, ProviderSubject>;
