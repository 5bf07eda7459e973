import { fieldsOf, textOf } from '../shared/fields.ts';
import { json, type FakeReply, type FakeRequest } from './fake-message.ts';
import { defineFake } from './fake-provider.ts';
import { bearerOf } from './openai-shaped.ts';
import { tinyImage } from './tiny-images.ts';

function refuse(code: number, status: string, message: string, details?: object[]): FakeReply {
  return json({ error: { code, message, status, ...(details && { details }) } }, code);
}

const invalid = (message: string) => refuse(400, 'INVALID_ARGUMENT', message);

function answer(request: FakeRequest, acceptsFormat: boolean): FakeReply {
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

/** Starts a fake of Vertex AI's `generateContent`, with express keys and access tokens. */
export const startFakeVertex = defineFake({
  basePath: '/v1beta1/publishers/google',
  routes: () => [
    {
      stage: 'submit',
      method: 'POST',
      path: /^\/v1beta1\/(projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/models\/[^/]+:generateContent$/,
      answer: (request) => answer(request, true),
    },
  ],
  keyOf: (request) => request.headers['x-goog-api-key'] ?? bearerOf(request),
  unauthorized: refuse(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token.',
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED',
        domain: 'googleapis.com',
        metadata: { service: 'aiplatform.googleapis.com' },
      },
    ],
  ),
  notFound: refuse(404, 'NOT_FOUND', 'Not found.'),
});
