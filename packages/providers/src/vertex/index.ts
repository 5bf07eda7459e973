import { matching } from '@model-gateway/core/kit';
import { GEMINI_MODELS } from '../gemini/models.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import type { ModelTable } from '../options/model-table.ts';
import { geminiEvents } from '../wires/gemini-images/decode.ts';
import { geminiRequest } from '../wires/gemini-images/encode.ts';
import { GEMINI_FAILURES } from '../wires/gemini/failures.ts';
import { VERTEX_CHAT } from './chat.ts';
import { VERTEX_VECTORS } from './embeddings.ts';
import type { VertexOptions } from './options.ts';

export type { VertexOptions } from './options.ts';

const VERTEX_MODELS: ModelTable<object> = Object.fromEntries(
  Object.entries(GEMINI_MODELS).map(([id, row]) => {
    const passthrough = new Set([
      ...row.endpoint.passthrough,
      'personGeneration',
      'prominentPeople',
    ]);
    return [id, { ...row, endpoint: { ...row.endpoint, compression: true, passthrough } }];
  }),
);

/** Several regions together have a host of their own. */
function hostOf(location: string): string {
  if (location === 'global') return 'aiplatform.googleapis.com';
  return location === 'eu' || location === 'us'
    ? `aiplatform.${location}.rep.googleapis.com`
    : `${location}-aiplatform.googleapis.com`;
}

const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Creates a provider for the models of Google and Anthropic on Vertex AI. With a project, `apiKey` is
 * a function that returns an access token; this package mints none. Without one there are Google's
 * models only, and no embeddings.
 *
 * @example
 * vertex({ project: 'acme', apiKey: () => auth.getAccessToken(), http });
 */
export const vertex = defineImageProvider<object, VertexOptions>({
  slug: 'vertex',
  name: 'Google Vertex AI',
  options: {
    project: matching(NAME, "a project's id"),
    location: matching(NAME, 'a region such as europe-west4'),
  },
  baseUrl({ project, location = 'global' }) {
    const host = hostOf(location);
    if (project === undefined) return `https://${host}/v1`;
    return `https://${host}/v1beta1/projects/${project}/locations/${location}`;
  },
  authorize: (key, { project }) =>
    project === undefined ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` },
  models: VERTEX_MODELS,
  chat: VERTEX_CHAT,
  vectors: VERTEX_VECTORS,
  wire: {},
  payloadKey: 'data',
  failures: GEMINI_FAILURES,
  async *run(job, { upstream }, call) {
    const imageOutputOptions = {
      mimeType: `image/${job.format}`,
      compressionQuality: job.compression,
    };
    const path = `/publishers/google/models/${encodeURIComponent(upstream)}:generateContent`;
    yield* geminiEvents(
      await call.json({ path, json: geminiRequest(job, { imageOutputOptions }) }),
    );
  },
});
