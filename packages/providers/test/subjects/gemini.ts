import { gemini } from '@model-gateway/providers/gemini';
import { vertex } from '@model-gateway/providers/vertex';
import {
  json,
  startFakeGemini,
  startFakeVertex,
  tinyImage,
  type FakeReply,
} from '@model-gateway/providers/testing';
import type { OwnFailure, ProviderSubject } from '../support/subject.ts';
import { REFERENCE } from './reference.ts';

const errorOf = (code: number, status: string, message: string, reason?: string): FakeReply =>
  json({ error: { code, message, status, ...(reason && { details: [{ reason }] }) } }, code);
const finished = (finishReason: string, parts: object[] = []) =>
  json({ candidates: [{ content: { parts }, finishReason }] });
const inline = (data: string, more: object = {}) => ({
  ...more,
  inlineData: { mimeType: 'image/png', data },
});

const FAILURES: readonly OwnFailure[] = [
  [
    'an invalid key',
    'submit',
    errorOf(400, 'INVALID_ARGUMENT', 'No.', 'API_KEY_INVALID'),
    'credential',
  ],
  [
    'missing billing',
    'submit',
    errorOf(400, 'FAILED_PRECONDITION', 'Enable billing.'),
    'credential',
  ],
  ['an invalid parameter', 'submit', errorOf(400, 'INVALID_ARGUMENT', 'Bad ratio.'), 'parameter'],
  ['a forbidden model', 'submit', errorOf(403, 'PERMISSION_DENIED', 'No.'), 'credential'],
  ['an exhausted resource', 'submit', errorOf(429, 'RESOURCE_EXHAUSTED', 'No.'), 'rate-limited'],
  ['its own time limit', 'submit', errorOf(504, 'DEADLINE_EXCEEDED', 'No.'), 'timeout'],
  ['a blocked prompt', 'submit', json({ promptFeedback: { blockReason: 'OTHER' } }), 'policy'],
  ['a blocked image', 'submit', finished('IMAGE_SAFETY'), 'policy'],
  [
    'a recitation',
    'submit',
    json({ candidates: [{ finishReason: 'IMAGE_RECITATION' }] }),
    'policy',
  ],
  ['text only', 'submit', finished('STOP', [{ text: 'Here you are.' }]), 'malformed'],
  ['no image', 'submit', finished('NO_IMAGE'), 'malformed'],
  [
    'a draft only',
    'submit',
    finished('STOP', [inline(tinyImage('png'), { thought: true })]),
    'malformed',
  ],
  [
    'truncated base64',
    'submit',
    finished('STOP', [inline(tinyImage('png').slice(0, 61))]),
    'malformed',
  ],
  ['no candidates', 'submit', json({ candidates: [] }), 'malformed'],
];

const GEMINI: ProviderSubject = {
  start: startFakeGemini,
  create: gemini,
  model: 'google/gemini-nano-banana-2.1',
  stages: ['submit'],
  schema: { file: 'gemini', of: () => 'GenerateContentRequest' },
  // 10 tokens at 1.5, 1,120 of an image at 30 and 100 of thoughts at 7.5 USD per million.
  cost: '0.034365',
  jobs: [
    {},
    { aspectRatio: '16:9', tier: '2K', seed: 3 },
    { references: [REFERENCE, REFERENCE] },
    { options: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
  ],
  failures: FAILURES,
};

export const GEMINI_SUBJECTS = {
  gemini: GEMINI,
  vertex: {
    ...GEMINI,
    start: startFakeVertex,
    create: (options) =>
      vertex({ ...options, project: 'acme', apiKey: async () => options.apiKey }),
    failures: [
      ...FAILURES,
      [
        'a service account without the permission',
        'submit',
        errorOf(403, 'PERMISSION_DENIED', 'Denied.', 'IAM_PERMISSION_DENIED'),
        'credential',
      ],
      [
        'a model that the organization forbids',
        'submit',
        errorOf(400, 'FAILED_PRECONDITION', 'Organization policy.'),
        'credential',
      ],
      ['a missing model', 'submit', errorOf(404, 'NOT_FOUND', 'Publisher model.'), 'model'],
      [
        'an error in a list',
        'submit',
        json([{ error: { code: 400, message: 'API key.', status: 'INVALID_ARGUMENT' } }], 400),
        'credential',
      ],
    ],
    jobs: [{}, { format: 'jpeg', compression: 80, tier: '4K' }, { references: [REFERENCE] }],
  },
} satisfies Record<string, ProviderSubject>;
