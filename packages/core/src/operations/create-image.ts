import { invalidRequest } from '../errors.ts';
import { findCandidates } from '../images/candidates.ts';
import { checkImageRequest } from '../images/checked-image-request.ts';
import { imageKind } from '../images/image-kind.ts';
import type { WantedModel } from '../inference/routing/wanted-model.ts';
import { present } from '../present.ts';
import { ImageRequestSchema, type ImageRequest } from '../resources/image-request.ts';
import { ImageResponseSchema } from '../resources/image-response.ts';
import { defineOperation } from './define-operation.ts';
import { candidatesOr, INFERENCE, modelsFor, serve } from './inference-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /images. Source: contract §4. */
export const createImage = defineOperation({
  ...INFERENCE,
  id: 'createImage',
  path: '/images',
  tag: 'images',
  summary: 'Generate images from a text prompt',
  description:
    'Makes one or more images, guided by reference images if there are any. What a provider cannot ' +
    'do exactly is clamped or ignored and reported in `x-gateway-warnings`, or refused. When a ' +
    'provider fails the next one is tried, unless `provider.allow_fallbacks` is false. Of the ' +
    'images of a stream the last one carries the `usage`.',
  body: { schema: ImageRequestSchema, secrets: [] },
  response: ImageResponseSchema,

  async handle(input, context: GatewayContext) {
    const { body, caller } = input;
    const { providers, breakers } = context.inference;
    const { models, guardrails } = await modelsFor([body.model], 'image', caller, context);
    const checked = checkImageRequest(asCatalogued(body, models));
    if (!('request' in checked)) throw invalidRequest(checked);
    return serve(
      {
        start: {
          task: 'images',
          model: body.model,
          prompt: body.prompt,
          parameters: recordedParameters(body),
        },
        guardrails,
        candidates: () => candidatesOr(findCandidates(checked, providers, breakers, guardrails)),
        kind: (trace) => imageKind(body.input_references, trace),
      },
      input,
      context,
    );
  },
});

/** Returns the request with the id of its model, and the order that the suffix of its name wishes. */
function asCatalogued(body: ImageRequest, [wanted]: readonly WantedModel[]): ImageRequest {
  const { id: model = body.model, sort } = wanted ?? {};
  if (sort === undefined) return { ...body, model };
  return { ...body, model, provider: { sort, ...present({ ...body.provider }) } };
}

const RECORDED = [
  'n',
  'size',
  'resolution',
  'aspect_ratio',
  'quality',
  'background',
  'output_format',
  'output_compression',
  'seed',
] as const;

/** Returns the parameters that say nothing of what is drawn. */
function recordedParameters(request: ImageRequest): Record<string, string | number> {
  const recorded: Record<string, string | number> = {};
  for (const name of RECORDED) {
    const value = request[name];
    if (value !== undefined) recorded[name] = value;
  }
  return recorded;
}
