import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post } from '../fakes/fake-provider.ts';
import { bearerOf, missing } from '../fakes/openai-shaped.ts';
import { tinyImage } from '../fakes/tiny-images.ts';
import { textOf } from '../http/fields.ts';

const refuse = (status: number, code: string, message: string, param = '') =>
  json({ error: { code, message, param, type: 'BadRequest' } }, status);

function answer(request: FakeRequest): FakeReply {
  const parameters = request.json();
  const absent = missing(parameters, 'model', 'prompt');
  if (absent !== undefined) return refuse(400, 'MissingParameter', `${absent} is required`, absent);
  const { size = '2K', n, seed, output_format: format, model } = parameters;
  if (n !== undefined || seed !== undefined) return refuse(400, 'InvalidParameter', 'unknown');
  if (!/^([1-4]K|1\.5K|\d+x\d+)$/.test(String(size))) {
    return refuse(400, 'InvalidParameter', 'size is invalid', 'size');
  }
  if (format !== undefined && /seedream-4/.test(String(model))) {
    return refuse(400, 'InvalidParameter', 'output_format is not supported', 'output_format');
  }
  const image = tinyImage(textOf(format) ?? 'jpeg');
  const payload =
    parameters['response_format'] === 'b64_json'
      ? { b64_json: image }
      : { url: 'https://ark-content.example/x.jpeg' };
  return json({
    model,
    created: 1_790_000_000,
    data: [{ ...payload, size: '2048x2048' }],
    usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
  });
}

/** Starts a fake of Ark's images API. */
export const startFakeArk = defineFake({
  basePath: '/api/v3',
  routes: () => [post('/api/v3/images/generations', answer)],
  keyOf: bearerOf,
  unauthorized: refuse(401, 'AuthenticationError', 'The API key format is incorrect.'),
  notFound: refuse(404, 'InvalidEndpointOrModel.NotFound', 'Not found.'),
});
