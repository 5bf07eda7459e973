import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post } from '../fakes/fake-provider.ts';
import { bearerOf, missing } from '../fakes/openai-shaped.ts';
import { tinyImage } from '../fakes/tiny-images.ts';

function answer(request: FakeRequest): FakeReply {
  const parameters = request.json();
  const absent = missing(parameters, 'model', 'prompt');
  const refuse = (message: string) =>
    json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, 400);
  if (absent !== undefined) return refuse(`${absent} is required`);
  const { n = 1, output_format: format = 'jpeg', width = 1024, height = 1024 } = parameters;
  if (Number(width) % 16 !== 0 || Number(height) % 16 !== 0) return refuse('multiples of 16 only');
  if (format !== 'jpeg' && format !== 'png') return refuse('output_format is jpeg or png');
  const isBase64 = parameters['response_format'] === 'base64';
  const image = isBase64
    ? { b64_json: tinyImage(format), type: 'b64_json' }
    : { url: 'https://api.together.ai/imgproxy/x', type: 'url' };
  const data = Array.from({ length: Number(n) }, (_, index) => ({ index, ...image }));
  return json({ id: 'o7-1', model: parameters['model'], object: 'list', data });
}

/** Starts a fake of Together's images API. */
export const startFakeTogether = defineFake({
  basePath: '/v1',
  keyTest: '/v1/models',
  routes: () => [post('/v1/images/generations', answer)],
  keyOf: bearerOf,
  unauthorized: json(
    { error: { message: 'Invalid API key provided.', code: 'invalid_api_key' } },
    401,
  ),
  notFound: json({ error: { message: 'Not Found' } }, 404),
});
