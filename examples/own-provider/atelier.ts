import { ProviderFailure } from '@model-gateway/core';
import { bearer, defineImageProvider, type JsonAnswer } from '@model-gateway/providers';

/** How a model of the atelier is asked: its brushes are its qualities. */
interface AtelierWire {
  readonly brushes: Readonly<Record<string, string>>;
}

/**
 * The provider of an imaginary atelier: a commission is placed, its easel is watched, and the
 * painting is fetched from the drying rack.
 */
export const atelier = defineImageProvider<AtelierWire>({
  slug: 'atelier',
  name: 'The Atelier',
  baseUrl: 'https://api.atelier.example/v1',
  authorize: bearer,
  models: {
    'atelier/watercolour': {
      name: 'Watercolour',
      upstream: 'watercolour-3',
      wire: { brushes: { low: 'broad', high: 'fine' } },
      endpoint: {
        aspectRatios: ['1:1', '3:2', '2:3'],
        formats: ['png'],
        qualities: ['low', 'high'],
        maxImages: 1,
        maxReferences: 0,
        seed: false,
        compression: false,
        streams: false,
        passthrough: new Set(['paper']),
        pricing: [
          { billable: 'output_image', unit: 'image', usd: '0.02' },
          { billable: 'output_image', unit: 'image', usd: '0.05', when: { quality: 'high' } },
        ],
      },
      source: 'atelier.example/prices',
      asOf: '2026-11-22',
    },
  },
  wire: { brushes: {} },
  // It answers 418 when the subject is improper.
  failures: [{ status: [418], is: 'policy' }],
  async *run(job, { upstream, wire }, call) {
    const { fields } = await call.json({
      path: '/commissions',
      json: {
        ...job.options,
        style: upstream,
        subject: job.prompt,
        shape: job.aspectRatio,
        brush: wire.brushes[job.quality ?? 'low'],
      },
    });
    const easel = `/easels/${encodeURIComponent(String(fields['easel']))}`;
    const painted = await call.poll({
      url: easel,
      isOver,
      cancel: { method: 'DELETE', path: easel },
    });
    const image = await call.download(painted.fields['rack']);
    yield { type: 'image', index: 0, ...image };
  },
});

function isOver({ fields }: JsonAnswer): boolean {
  if (fields['state'] === 'spoiled')
    throw new ProviderFailure('server', 'the painting was spoiled');
  return fields['state'] === 'dry';
}
