import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post } from '../fakes/fake-provider.ts';
import { openAiChatRoute, type FakeChatRules } from '../fakes/openai-chat.ts';
import { bearerOf, isForm, missing } from '../fakes/openai-shaped.ts';
import { tinyImage } from '../fakes/tiny-images.ts';
import { fieldsOf } from '../http/fields.ts';
import { setOf } from '../http/set-of.ts';

const refuse = (status: number, error: string) =>
  json({ code: 'Client specified an invalid argument', error }, status);

function answer(request: FakeRequest, isEdit: boolean): FakeReply {
  if (isForm(request)) return refuse(415, 'Expected request with `Content-Type: application/json`');
  const parameters = request.json();
  const absent = missing(parameters, 'model', 'prompt');
  if (absent !== undefined) return refuse(422, `missing field ${absent}`);
  if (parameters['size'] !== undefined) return refuse(400, 'Argument not supported: size');
  const { n = 1, resolution = '1k', response_format: format, image, images } = parameters;
  if (resolution !== '1k' && resolution !== '2k')
    return refuse(422, 'unknown variant of resolution');
  const references = [image ?? images ?? []].flat().map(fieldsOf);
  if (isEdit && references.length === 0) return refuse(400, 'An image is required.');
  if (references.some(({ url }) => typeof url !== 'string'))
    return refuse(422, 'missing field url');
  const payload =
    format === 'b64_json' ? { b64_json: tinyImage('jpeg') } : { url: 'https://imgen.x.ai/x.jpeg' };
  const entry = {
    ...payload,
    mime_type: 'image/jpeg',
    revised_prompt: '',
    respect_moderation: true,
  };
  return json({
    data: Array.from({ length: Number(n) }, () => entry),
    usage: { cost_in_usd_ticks: 200_000_000 * Number(n) },
  });
}

const CHAT: Partial<FakeChatRules> = {
  members: setOf(
    'model messages tools tool_choice parallel_tool_calls max_completion_tokens temperature top_p seed logprobs top_logprobs response_format reasoning_effort user stream stream_options',
  ),
  reasons: () => false,
  refuse: (_, message) => refuse(400, message),
  // The counts of the output leave out reasoning.
  usage: {
    prompt_tokens: 9,
    completion_tokens: 3,
    total_tokens: 14,
    completion_tokens_details: { reasoning_tokens: 2 },
    cost_in_usd_ticks: 12_300_000,
  },
  sendsWholeCalls: true,
};

/** Starts a fake of xAI, images and conversations. Each image costs $0.02. */
export const startFakeXai = defineFake({
  basePath: '/v1',
  keyTest: '/v1/models',
  routes: () => [
    post('/v1/images/generations', (request) => answer(request, false)),
    post('/v1/images/edits', (request) => answer(request, true)),
    openAiChatRoute('/v1', CHAT),
  ],
  keyOf: bearerOf,
  // Its spaces are escaped there, too.
  unauthorized: refuse(
    400,
    'Incorrect%20API%20key%20provided:%20wr***ng.%20You%20can%20obtain%20an%20API%20key%20from%20https://console.x.ai.',
  ),
  notFound: json({ error: 'Not found' }, 404),
});
