import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake, post, type FakeRoute } from '../fakes/fake-provider.ts';
import { geminiAnswer } from '../fakes/gemini-chat.ts';
import { geminiEmbeddingsRoute } from '../fakes/gemini-embeddings.ts';
import { refusalOfGeminiRequest, refuse } from '../fakes/gemini-refusals.ts';
import { tinyImage } from '../fakes/tiny-images.ts';
import { fieldsOf, listOf, textOf } from '../http/fields.ts';

const invalid = (message: string) => refuse(400, 'INVALID_ARGUMENT', message);

/** The image that `generateContent` makes; `acceptsFormat` where a format may be asked for. */
function imageAnswer(request: FakeRequest, acceptsFormat: boolean): FakeReply {
  const { contents, generationConfig } = request.json();
  const parts = listOf(listOf(contents)[0]?.['parts']);
  if (textOf(parts[0]?.['text']) === undefined) return invalid('contents must have text');
  const config = fieldsOf(generationConfig);
  const { imageSize = '1K', imageOutputOptions } = fieldsOf(config['imageConfig']);
  if (!['512', '1K', '2K', '4K'].includes(String(imageSize))) return invalid('Invalid imageSize');
  const { mimeType = 'image/png' } = fieldsOf(imageOutputOptions);
  if (imageOutputOptions !== undefined && !acceptsFormat) return invalid('Unknown name');
  const data = tinyImage(String(mimeType).replace('image/', ''));
  const draft = { thought: true, inlineData: { mimeType: 'image/png', data: tinyImage('png') } };
  const promptTokenCount = 10;
  return json({
    candidates: [
      {
        content: { role: 'model', parts: [draft, { inlineData: { mimeType, data } }] },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount,
      candidatesTokenCount: 1120,
      thoughtsTokenCount: 100,
      totalTokenCount: 1230,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1120 }],
    },
    modelVersion: 'fake',
    responseId: 'fake-1',
  });
}

/** The routes of `generateContent` below a path, of images and conversations, and of their tokens. */
export function geminiRoutes(base: string, isVertex: boolean): readonly FakeRoute[] {
  const rules = { hasCallIds: !isVertex, hasPenalties: isVertex };
  return [
    post(
      `${base}/models/([^/:]+):(generate|streamGenerate)Content`,
      (request, [, name = '', method]) => {
        const body = request.json();
        const { responseModalities: modalities } = fieldsOf(body['generationConfig']);
        if ([modalities].flat().includes('IMAGE')) return imageAnswer(request, isVertex);
        const isStream = method === 'streamGenerate';
        const streamed = request.query.get('alt') === 'sse' ? 'events' : 'list';
        const form = isStream ? streamed : 'whole';
        return geminiAnswer({ model: decodeURIComponent(name), body, form }, rules);
      },
    ),
    post(`${base}/models/([^/:]+):countTokens`, (request, [, name = '']) => {
      const { generateContentRequest: asked, ...plain } = request.json();
      const model = decodeURIComponent(name);
      const whole = { model: `models/${model}`, ...plain };
      const { model: full, ...body } = asked === undefined ? whole : fieldsOf(asked);
      if (full !== whole.model || (isVertex && asked !== undefined)) {
        return invalid('Invalid JSON payload received.');
      }
      return refusalOfGeminiRequest({ model, body, form: 'whole' }, rules) ?? COUNTED;
    }),
  ];
}

const COUNTED = json({ totalTokens: 9 });

const INVALID_KEY = refuse(400, 'INVALID_ARGUMENT', 'API key not valid.', [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
]);

/**
 * Starts a fake of the Gemini API: images, conversations whole and streamed, and batches of
 * embeddings.
 */
export const startFakeGemini = defineFake({
  basePath: '/v1beta',
  keyTest: '/v1beta/models',
  routes: () => [...geminiRoutes('/v1beta', false), geminiEmbeddingsRoute('/v1beta')],
  keyOf: ({ headers }) => headers['x-goog-api-key'],
  unauthorized: INVALID_KEY,
  notFound: refuse(404, 'NOT_FOUND', 'Not found.'),
});
