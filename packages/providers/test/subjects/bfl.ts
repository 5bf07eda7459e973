import { bfl } from '@model-gateway/providers/bfl';
import { json, startFakeBfl } from '@model-gateway/providers/testing';
import type { ProviderSubject } from '../support/subject.ts';
import { REFERENCE } from './reference.ts';

const SCHEMAS: Readonly<Record<string, string>> = {
  'flux-2-pro': 'Flux2Inputs',
  'flux-2-flex': 'Flux2FlexInputs',
  'flux-2-klein-4b': 'Flux2KleinInputs',
  'flux-3-image': 'Flux3Inputs',
  'flux-kontext-pro': 'FluxKontextProInputs',
  'flux-pro-1.1': 'FluxPro11Inputs',
  'flux-pro-1.1-ultra': 'FluxUltraInput',
};

const status = (text: string) => json({ id: 'job-1', status: text, result: null });
const sample = (url: string) => json({ id: 'job-1', status: 'Ready', result: { sample: url } });
const detail = (value: unknown, code: number) => json({ detail: value }, code);
const model = (name: string) => `black-forest-labs/${name}`;

export const BFL_SUBJECTS = {
  bfl: {
    start: startFakeBfl,
    create: bfl,
    model: model('flux-2-pro'),
    stages: ['submit', 'poll', 'download'],
    schema: { file: 'bfl', of: ({ path }) => SCHEMAS[path.replace('/v1/', '')] ?? path },
    // Three credits of a cent.
    cost: '0.03',
    pending: status('Pending'),
    jobs: [
      { format: 'jpeg' },
      { pixels: { width: 1360, height: 768 }, seed: 5 },
      { references: [REFERENCE, REFERENCE, REFERENCE], options: { safety_tolerance: 2 } },
      { model: model('flux-2-flex'), options: { steps: 20, guidance: 4 } },
      { model: model('flux-2-klein-4b'), references: [REFERENCE] },
      {
        model: model('flux-3-image'),
        aspectRatio: '16:9',
        tier: '2K',
        references: [REFERENCE, REFERENCE],
        options: { grounding: false },
      },
      { model: model('flux-kontext-pro'), aspectRatio: '16:9', references: [REFERENCE] },
      { model: model('flux-1.1-pro'), pixels: { width: 1024, height: 1024 }, format: 'jpeg' },
      { model: model('flux-1.1-pro-ultra'), aspectRatio: '21:9', format: 'jpeg' },
    ],
    failures: [
      [
        'an invalid parameter',
        'submit',
        detail([{ loc: ['body', 'width'], msg: 'No' }], 422),
        'parameter',
      ],
      ['a refusal as a text', 'submit', detail('Prompt failed moderation', 422), 'policy'],
      ['no credits', 'submit', detail('Insufficient credits', 402), 'credential'],
      ['too many tasks', 'submit', detail('Rate limit exceeded', 429), 'rate-limited'],
      ['no polling address', 'submit', json({ id: 'job-1' }), 'malformed'],
      [
        'an address of another host',
        'submit',
        json({ polling_url: 'https://attacker.example/x' }),
        'server',
      ],
      [
        'a host that only ends alike',
        'submit',
        json({ polling_url: 'https://notbfl.ai/x' }),
        'server',
      ],
      ['a refused request', 'poll', status('Request Moderated'), 'policy'],
      ['a refused image', 'poll', status('Content Moderated'), 'policy'],
      ['a failed job', 'poll', status('Error'), 'server'],
      ['no status', 'poll', json({}), 'malformed'],
      ['a result at a private address', 'poll', sample('http://169.254.169.254/x.png'), 'server'],
      ['a result without an address', 'poll', sample(''), 'malformed'],
    ],
  },
} satisfies Record<string, ProviderSubject>;
