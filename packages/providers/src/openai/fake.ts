import { events, json, type FakeReply } from '../fakes/fake-message.ts';
import { defineFake, post, type FakeRoute } from '../fakes/fake-provider.ts';
import { openAiChatRoute } from '../fakes/openai-chat.ts';
import { openAiEmbeddingsRoute } from '../fakes/openai-embeddings.ts';
import { openAiResponsesRoute } from '../fakes/openai-responses.ts';
import { bearerOf, isForm, missing, openAiError, parametersOf } from '../fakes/openai-shaped.ts';
import { tinyImage } from '../fakes/tiny-images.ts';
import type { Fields } from '../http/fields.ts';

const CREATED = 1_790_000_000;

/** As many tokens as a small image of low quality takes. */
function usageOf(isEdit: boolean) {
  const image_tokens = isEdit ? 12 : 0;
  return {
    input_tokens: 8 + image_tokens,
    output_tokens: 272,
    total_tokens: 280 + image_tokens,
    input_tokens_details: { text_tokens: 8, image_tokens },
  };
}

const QUALITIES = ['low', 'medium', 'high', 'auto', 'xhigh', 'max'];
const FORMATS = ['png', 'jpeg', 'webp'];

/** The two routes of OpenAI's Images API, below a path. */
export function openAiRoutes(basePath: string): readonly FakeRoute[] {
  const route = (path: string, isEdit: boolean) =>
    post(basePath + path, async (request) => {
      if (isEdit && !isForm(request)) return openAiError(415, 'Unsupported content type');
      const parameters = await parametersOf(request);
      return refusalOf(parameters, isEdit) ?? answer(parameters, isEdit);
    });
  return [route('/images/generations', false), route('/images/edits', true)];
}

function answer(parameters: Fields, isEdit: boolean): FakeReply {
  const { n = 1, output_format: format = 'png', size = '1024x1024' } = parameters;
  const { quality = 'high', background = 'opaque' } = parameters;
  const image = { b64_json: tinyImage(String(format)) };
  const shape = { size, quality, background, output_format: format };
  const times = (entry: object) => Array.from({ length: Number(n) }, () => entry);
  if (parameters['stream'] !== true) {
    return json({ created: CREATED, data: times(image), ...shape, usage: usageOf(isEdit) });
  }
  const kind = isEdit ? 'image_edit' : 'image_generation';
  const frame = (type: string, more: object) => ({
    name: `${kind}.${type}`,
    data: { type: `${kind}.${type}`, ...image, created_at: CREATED, ...shape, ...more },
  });
  const partial = frame('partial_image', { partial_image_index: 0 });
  const completed = frame('completed', { usage: usageOf(isEdit) });
  return events([partial, ...Array.from({ length: Number(n) }, () => completed)]);
}

function refusalOf(parameters: Fields, isEdit: boolean): FakeReply | undefined {
  const absent = missing(parameters, 'model', 'prompt');
  if (absent !== undefined) return refuse(absent, `Missing required parameter: '${absent}'.`);
  const { n = 1, size = 'auto', quality = 'auto', output_format: format = 'png' } = parameters;
  const { response_format: never, stream, partial_images: partials } = parameters;
  if (never !== undefined) return refuse('response_format', 'Unknown parameter: response_format.');
  if (isEdit && !(Number(parameters['images']) >= 1)) return refuse('image', 'Image is required.');
  if (!(Number(n) >= 1 && Number(n) <= 10)) return refuse('n', 'n must be from 1 to 10.');
  if (!isSize(String(size))) return refuse('size', `Invalid size '${String(size)}'.`);
  if (!QUALITIES.includes(String(quality))) return refuse('quality', 'Invalid quality.');
  if (!FORMATS.includes(String(format))) return refuse('output_format', 'Invalid output_format.');
  if (stream === true && partials === 0) {
    return refuse('partial_images', 'Streaming must have non-zero partial images.');
  }
  return undefined;
}

function refuse(param: string, message: string): FakeReply {
  return openAiError(400, message, { param, code: 'invalid_value' });
}

function isSize(size: string): boolean {
  if (size === 'auto') return true;
  const [width = 0, height = 0] = size.split('x').map(Number);
  const isMultiple = width % 16 === 0 && height % 16 === 0;
  return isMultiple && width * height >= 655_360 && Math.max(width, height) <= 3840;
}

/**
 * Starts a fake of OpenAI: images, generated and edited, conversations over both interfaces, buffered
 * and streamed, and embeddings.
 */
export const startFakeOpenAi = defineFake({
  basePath: '/v1',
  keyTest: '/v1/models',
  routes: () => [
    ...openAiRoutes('/v1'),
    openAiChatRoute('/v1'),
    openAiResponsesRoute('/v1'),
    openAiEmbeddingsRoute('/v1'),
  ],
  keyOf: bearerOf,
  unauthorized: openAiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' }),
  notFound: openAiError(404, 'Unknown request URL.', { code: 'unknown_url' }),
});
