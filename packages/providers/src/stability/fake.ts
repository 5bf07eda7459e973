import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post } from '../fakes/fake-provider.ts';
import { bearerOf, isForm, parametersOf } from '../fakes/openai-shaped.ts';
import { tinyImage } from '../fakes/tiny-images.ts';

function refuse(status: number, name: string, ...errors: string[]): FakeReply {
  return json({ id: 'fake-1', name, errors }, status);
}

async function answer(request: FakeRequest, service: string): Promise<FakeReply> {
  if (!isForm(request))
    return refuse(400, 'bad_request', 'content-type: must be multipart/form-data');
  const parameters = await parametersOf(request);
  const { prompt, output_format: format = 'png', images, strength, mode } = parameters;
  if (prompt === undefined) return refuse(400, 'bad_request', 'prompt: is required');
  const hasImage = Number(images) > 0;
  if (hasImage && service === 'core') return refuse(400, 'bad_request', 'image: not allowed');
  if (hasImage && strength === undefined)
    return refuse(400, 'bad_request', 'strength: is required');
  if (hasImage && service === 'sd3' && mode !== 'image-to-image') {
    return refuse(400, 'bad_request', 'mode: must be image-to-image');
  }
  const type = `image/${String(format)}`;
  return json(
    { image: tinyImage(String(format)), seed: 343_940_597, finish_reason: 'SUCCESS' },
    200,
    { 'content-type': `application/json; type=${type}` },
  );
}

/** Starts a fake of Stability's Stable Image services. */
export const startFakeStability = defineFake({
  basePath: '/v2beta',
  keyTest: '/v1/user/balance',
  routes: () => [
    post('/v2beta/stable-image/generate/(ultra|core|sd3)', (request, [, service = '']) =>
      answer(request, service),
    ),
  ],
  keyOf: bearerOf,
  unauthorized: refuse(401, 'unauthorized', 'authorization: invalid or missing header value'),
  notFound: refuse(404, 'not_found', 'The requested resource does not exist.'),
});
