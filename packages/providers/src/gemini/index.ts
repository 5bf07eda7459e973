import { GEMINI_CHAT } from './chat.ts';
import { GEMINI_VECTORS } from './embeddings.ts';
import { GEMINI_MODELS } from './models.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { geminiEvents } from '../wires/gemini-images/decode.ts';
import { geminiRequest } from '../wires/gemini-images/encode.ts';
import { GEMINI_FAILURES } from '../wires/gemini/failures.ts';

/**
 * Creates a provider for the images and conversations of the Gemini API. Gemini decides the format of
 * an image; the one received is reported. Prices are those of the tokens that it counts.
 */
export const gemini = defineImageProvider({
  slug: 'gemini',
  name: 'Google Gemini',
  env: 'GEMINI_API_KEY',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  authorize: (key) => ({ 'x-goog-api-key': key }),
  keyTest: { path: '/models?pageSize=1' },
  models: GEMINI_MODELS,
  chat: GEMINI_CHAT,
  vectors: GEMINI_VECTORS,
  wire: {},
  payloadKey: 'data',
  failures: GEMINI_FAILURES,
  async *run(job, { upstream }, call) {
    const path = `/models/${encodeURIComponent(upstream)}:generateContent`;
    yield* geminiEvents(await call.json({ path, json: geminiRequest(job) }));
  },
});
