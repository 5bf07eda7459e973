import { tinyImage } from '../fakes/tiny-images.ts';
import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, type FakeRoute } from '../fakes/fake-provider.ts';
import { bearerOf, missing, openAiError, parametersOf } from '../fakes/openai-shaped.ts';

async function answer(request: FakeRequest): Promise<FakeReply> {
  const parameters = await parametersOf(request);
  const absent = missing(parameters, 'model', 'prompt');
  if (absent !== undefined) return openAiError(400, `${absent} is required`, { param: absent });
  if (parameters['response_format'] !== 'b64_json') {
    return json({ created: 1, data: [{ url: 'http://127.0.0.1/image.png' }] });
  }
  const { n = 1, output_format: format = 'png' } = parameters;
  const b64_json = tinyImage(String(format));
  return json({ created: 1, data: Array.from({ length: Number(n) }, () => ({ b64_json })) });
}

const route = (path: RegExp): FakeRoute => ({ stage: 'submit', method: 'POST', path, answer });

/** Starts a fake of a server with OpenAI's Images API, in the manner of vLLM-Omni. */
export const startFakeOpenAiCompatible = defineFake({
  basePath: '/v1',
  routes: () => [route(/^\/v1\/images\/generations$/), route(/^\/v1\/images\/edits$/)],
  keyOf: bearerOf,
  unauthorized: json({ error: { message: 'Unauthorized', type: 'Unauthorized', code: 401 } }, 401),
  notFound: json({ error: { message: 'Not Found', type: 'NotFoundError', code: 404 } }, 404),
});
