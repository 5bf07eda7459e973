import { fieldsOf, textOf } from '../http/fields.ts';
import { json, type FakeReply, type FakeRequest } from '../fakes/fake-message.ts';
import { defineFake } from '../fakes/fake-provider.ts';
import { tinyImage } from '../fakes/tiny-images.ts';

/** An error as Google writes it. */
export function refuse(
  code: number,
  status: string,
  message: string,
  details?: object[],
): FakeReply {
  return json({ error: { code, message, status, ...(details && { details }) } }, code);
}

const invalid = (message: string) => refuse(400, 'INVALID_ARGUMENT', message);

/** The answer to `generateContent`; `acceptsFormat` where a format may be asked for. */
export function answer(request: FakeRequest, acceptsFormat: boolean): FakeReply {
  const { contents, generationConfig } = request.json();
  const parts = [fieldsOf([contents].flat()[0])['parts']].flat().map(fieldsOf);
  if (textOf(parts[0]?.['text']) === undefined) return invalid('contents must have text');
  const config = fieldsOf(generationConfig);
  if (![config['responseModalities']].flat().includes('IMAGE')) return invalid('no modality IMAGE');
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

const INVALID_KEY = refuse(400, 'INVALID_ARGUMENT', 'API key not valid.', [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
]);

/** Starts a fake of the Gemini API's `generateContent`. */
export const startFakeGemini = defineFake({
  basePath: '/v1beta',
  routes: () => [
    {
      stage: 'submit',
      method: 'POST',
      path: /^\/v1beta\/models\/[^/]+:generateContent$/,
      answer: (request) => answer(request, false),
    },
  ],
  keyOf: ({ headers }) => headers['x-goog-api-key'],
  unauthorized: INVALID_KEY,
  notFound: refuse(404, 'NOT_FOUND', 'Not found.'),
});
