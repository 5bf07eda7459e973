import * as v from 'valibot';
import { modelNotFound } from '../catalog/model-not-found.ts';
import { GatewayError, invalidRequest } from '../errors.ts';
import { findCandidates, type Candidate } from '../images/candidates.ts';
import { checkImageRequest, type CheckedImageRequest } from '../images/checked-image-request.ts';
import { imageKind } from '../images/image-kind.ts';
import { infer } from '../inference/infer.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { ImageRequestSchema, type ImageRequest } from '../resources/image-request.ts';
import { ImageResponseSchema } from '../resources/image-response.ts';
import { originOf } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /images. Source: contract §4. */
export const createImage = defineOperation({
  id: 'createImage',
  method: 'POST',
  path: '/images',
  tag: 'images',
  summary: 'Generate images from a text prompt',
  description:
    'Makes one or more images, guided by reference images if there are any. What a provider cannot ' +
    'do exactly is clamped or ignored and reported in `x-gateway-warnings`, or refused. When a ' +
    'provider fails the next one is tried, unless `provider.allow_fallbacks` is false. Of the ' +
    'images of a stream the last one carries the `usage`.',
  permission: 'inference',
  limiter: ({ inference }: GatewayContext) => inference.limiter,
  params: v.object({}),
  query: v.object({}),
  body: { schema: ImageRequestSchema, secrets: [] },
  response: ImageResponseSchema,
  errors: [
    'invalidRequest',
    'missingAuthentication',
    'invalidKey',
    'insufficientCredits',
    'managementKeyRequired',
    'inferenceKeyRequired',
    'notFound',
    'conflict',
    'payloadTooLarge',
    'rateLimited',
    'internal',
    'providerFailed',
    'unavailable',
    'timedOut',
    'providerOverloaded',
  ],

  async handle({ operation, request, body, caller, trace }, context: GatewayContext) {
    const { clock, report, inference } = context;
    const checked = await checkRequest(body, caller, context);
    const generation = trace?.generation({
      task: 'images',
      model: body.model,
      prompt: body.prompt,
      parameters: recordedParameters(body),
    });
    const candidates = candidatesFor(checked, context);
    return infer(imageKind(body.input_references, generation), candidates, {
      inference,
      clock,
      report,
      request,
      asked: { caller, body },
      accountId: caller?.creditAccountId ?? null,
      origin: originOf(operation, body.model, caller, request),
      trace: generation,
    });
  },
});

/**
 * Returns the checked request, for a model that this caller may use. Throws the 404 and the 400s.
 */
async function checkRequest(
  body: ImageRequest,
  caller: ApiKey | undefined,
  context: GatewayContext,
): Promise<CheckedImageRequest> {
  const catalog = await context.catalog.current();
  const entry = catalog.find(body.model);
  const isAllowed = caller?.allowedModels?.includes(body.model) ?? true;
  if (entry === undefined || !isAllowed) throw modelNotFound(body.model, catalog, 'image', caller);
  if (!entry.model.architecture.output_modalities.includes('image')) {
    const outputs = entry.model.architecture.output_modalities.join(', ');
    const message = `model ${body.model} makes ${outputs}, not images`;
    throw invalidRequest([{ path: 'model', message }]);
  }
  const checked = checkImageRequest(body);
  if ('request' in checked) return checked;
  throw invalidRequest(checked);
}

function candidatesFor(
  checked: CheckedImageRequest,
  { inference }: GatewayContext,
): readonly Candidate[] {
  const candidates = findCandidates(checked, inference.providers, inference.breakers);
  if (candidates instanceof GatewayError) throw candidates;
  return candidates;
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
