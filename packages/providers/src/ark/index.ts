import { ProviderFailure, type ImageEndpoint, type ImageJob } from '@model-gateway/core';
import { FLAG, oneOf } from '@model-gateway/core/kit';
import { ARK_MODELS, type ArkWire } from './models.ts';
import { bearer } from '../http/authorize.ts';
import { classifyError } from '../http/classify.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import { fieldsOf } from '../http/fields.ts';
import { dataUrlOf } from '../http/json-body.ts';
import { readImage } from '../http/read-image.ts';

/** Options of Ark. */
export interface ArkOptions {
  /** BytePlus in Southeast Asia by default; models of `cn-beijing` have other ids. */
  readonly region?: 'ap-southeast' | 'cn-beijing';
}

const REGIONS = {
  'ap-southeast': 'https://ark.ap-southeast.bytepluses.com/api/v3',
  'cn-beijing': 'https://ark.cn-beijing.volces.com/api/v3',
} as const;

const FAILURES: readonly FailureRule[] = [
  { code: /sensitivecontent/, is: 'policy' },
  { code: /endpointormodel|modelnotopen/, is: 'model' },
  { code: /authentication|overdue/, is: 'credential' },
  { code: /serveroverloaded/, is: 'overloaded' },
  { code: /quotaexceeded|ratelimit/, is: 'rate-limited' },
];

/** Creates a provider for ByteDance's Seedream models on Ark, without watermarks. */
export const ark = defineImageProvider<ArkWire, ArkOptions>({
  slug: 'ark',
  name: 'BytePlus ModelArk',
  env: 'ARK_API_KEY',
  options: { region: oneOf(...Object.keys(REGIONS)) },
  baseUrl: ({ region = 'ap-southeast' }) => REGIONS[region],
  authorize: bearer,
  models: ARK_MODELS,
  wire: { hasFormat: true },
  wireRules: { hasFormat: FLAG },
  failures: FAILURES,
  async *run(job, { upstream, wire, endpoint }, call) {
    const images = job.references.map(dataUrlOf);
    const { fields, payloads } = await call.json({
      path: '/images/generations',
      json: {
        ...job.options,
        model: upstream,
        prompt: job.prompt,
        size: sizeOf(job, endpoint),
        output_format: wire.hasFormat ? job.format : undefined,
        response_format: 'b64_json',
        // It is added unless refused.
        watermark: false,
        image: images.length > 1 ? images : images[0],
      },
    });
    if (fields['error'] != null) throw classifyError(fields, FAILURES);
    const data = [fields['data'] ?? []].flat().map(fieldsOf);
    const failed = data.find(({ error }) => error != null);
    if (failed !== undefined) throw classifyError(failed, FAILURES);
    const [image] = data;
    if (image === undefined) throw new ProviderFailure('malformed', 'it answered without an image');
    yield { type: 'image', index: 0, ...readImage(image, payloads) };
  },
});

/** Always explicit, because prices depend on it. */
function sizeOf({ pixels, aspectRatio, tier }: ImageJob, { tiers }: ImageEndpoint): string {
  const isSquareTier = tier !== undefined && aspectRatio === undefined;
  if (pixels !== undefined && !isSquareTier) return `${pixels.width}x${pixels.height}`;
  return tier ?? tiers?.[0] ?? '2K';
}
