import { Buffer } from 'node:buffer';
import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post } from '../fakes/fake-provider.ts';
import { bearerOf, missing } from '../fakes/openai-shaped.ts';
import { tinyImage } from '../fakes/tiny-images.ts';
import { textOf } from '../http/fields.ts';

function plain(text: string, status: number): FakeReply {
  return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) };
}

const refuse = (message: string) => json({ code: 'bad_request', message }, 400);

function answer(request: FakeRequest, isEdit: boolean): FakeReply {
  const parameters = request.json();
  const absent = missing(parameters, 'prompt', ...(isEdit ? ['image_url'] : []));
  if (absent !== undefined) return refuse(`${absent} is required`);
  const { n = 1, size = '1:1', image_format: asked, model, strength } = parameters;
  if (isEdit && typeof strength !== 'number') return refuse('strength is required');
  if (!/^\d+[x:]\d+$/.test(String(size))) return refuse('invalid size');
  if (asked !== undefined && asked !== 'webp' && asked !== 'png') return refuse('invalid format');
  const format = /vector/.test(textOf(model) ?? '') ? 'svg' : (asked ?? 'webp');
  const payload =
    parameters['response_format'] === 'b64_json'
      ? { b64_json: tinyImage(format) }
      : { url: 'https://img.recraft.ai/x' };
  const data = Array.from({ length: Number(n) }, (_, index) => ({
    image_id: `00000000-0000-4000-8000-00000000000${index}`,
    ...payload,
  }));
  return json({ created: 1_790_000_000, credits: 35 * Number(n), data });
}

/** Starts a fake of Recraft's API. Each image costs 35 credits, $0.035. */
export const startFakeRecraft = defineFake({
  basePath: '/v1',
  keyTest: '/v1/users/me',
  routes: () => [
    post('/v1/images/generations', (request) => answer(request, false)),
    post('/v1/images/imageToImage', (request) => answer(request, true)),
  ],
  keyOf: bearerOf,
  // These two are plain text in its documentation.
  unauthorized: plain('request unauthorized', 401),
  notFound: plain('404 page not found', 404),
});
