import { matching } from '@model-gateway/core/kit';
import { GEMINI_MODELS } from '../gemini/models.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import type { ModelTable } from '../options/model-table.ts';
import { geminiEvents } from '../wires/gemini-images/decode.ts';
import { geminiRequest } from '../wires/gemini-images/encode.ts';
import { GEMINI_FAILURES } from '../wires/gemini/failures.ts';
import { VERTEX_CHAT } from './chat.ts';

/** Options of Vertex AI. */
export interface VertexOptions {
  /** The project, for access tokens; without one, `apiKey` is a key of express mode. */
  readonly project?: string;
  /** For example `europe-west4`; `global` by default. */
  readonly location?: string;
}

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

const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Creates a provider for Google's models on Vertex AI. With a project, `apiKey` is a function that
 * returns an access token; this package mints none.
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
    const host = `${location === 'global' ? '' : `${location}-`}aiplatform.googleapis.com`;
    if (project === undefined) return `https://${host}/v1/publishers/google`;
    return `https://${host}/v1beta1/projects/${project}/locations/${location}/publishers/google`;
  },
  authorize: (key, { project }) =>
    project === undefined ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` },
  models: VERTEX_MODELS,
  chat: VERTEX_CHAT,
  wire: {},
  payloadKey: 'data',
  failures: GEMINI_FAILURES,
  async *run(job, { upstream }, call) {
    const imageOutputOptions = {
      mimeType: `image/${job.format}`,
      compressionQuality: job.compression,
    };
    const path = `/models/${encodeURIComponent(upstream)}:generateContent`;
    yield* geminiEvents(
      await call.json({ path, json: geminiRequest(job, { imageOutputOptions }) }),
    );
  },
});
