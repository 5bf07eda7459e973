import type { ImageJob } from '@model-gateway/core';
import { oneOf } from '@model-gateway/core/kit';
import type { ProviderRequest } from '../http/provider-request.ts';
import { dataUrlOf } from '../http/json-body.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { scalarsOf } from '../http/form-body.ts';
import { CHAT_FAILURES } from '../wires/openai-chat/failures.ts';
import { openAiChat } from '../wires/openai-chat/openai-chat.ts';
import { OPENAI_FAILURES } from '../wires/openai-images/failures.ts';

import { openAiEmbeddings, openAiRerank } from '../wires/openai-embeddings/openai-embeddings.ts';
import { USUAL_RANKING, vectorsOf } from './vectors.ts';
import { abilitiesOf, PROFILE_NAMES, profileOf, traitsOf, type ProfileName } from './profiles.ts';

/** How a server differs from OpenAI's Images API. */
export interface CompatibleProfile {
  /** How it takes references; a model whose server has no edits has `maxReferences: 0`. */
  readonly edits: 'multipart' | 'json';
  /** The name of a file in a form. */
  readonly imageField: 'image' | 'image[]';
  /** Sent as `response_format`; false for servers that refuse the parameter. */
  readonly responseFormat: 'b64_json' | false;
  /** Pixels as one text, or as two numbers. */
  readonly size: 'WxH' | 'width-height';
}

/** Options of a server that imitates OpenAI. */
export interface OpenAiCompatibleOptions {
  /** Which vendor or server it is; without it `slug`, `name` and `baseUrl` are required. */
  readonly profile?: ProfileName;
}

const PROFILE: CompatibleProfile = {
  edits: 'multipart',
  imageField: 'image',
  responseFormat: 'b64_json',
  size: 'WxH',
};

/**
 * Creates a provider for a vendor or a server that imitates OpenAI: conversations by a profile, and
 * images as vLLM-Omni or DeepInfra make them. Models of images are those of its options, each with a
 * whole endpoint; `wire` of a model says where the server differs. A server without keys takes any.
 *
 * @example
 * openAiCompatible({ profile: 'deepseek', apiKey, http });
 */
export const openAiCompatible = defineImageProvider<CompatibleProfile, OpenAiCompatibleOptions>({
  slug: ({ profile = '' }) => profile,
  name: ({ profile = '' }) => profileOf(profile)?.name ?? profile,
  baseUrl: ({ profile }) => profileOf(profile)?.baseUrl ?? '',
  options: { profile: oneOf(...PROFILE_NAMES) },
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
  keyTest: { path: '/models' },
  models: {},
  wire: PROFILE,
  wireRules: {
    edits: oneOf('multipart', 'json'),
    imageField: oneOf('image', 'image[]'),
    responseFormat: oneOf('b64_json', false),
    size: oneOf('WxH', 'width-height'),
  },
  failures: OPENAI_FAILURES,
  chat: {
    wire: 'openai-chat',
    models: ({ profile }) => profileOf(profile)?.models ?? {},
    usual: ({ profile }) => abilitiesOf(profileOf(profile)),
    traits: ({ profile }) => traitsOf(profileOf(profile)),
    failures: ({ profile }) => [...(profileOf(profile)?.failures ?? []), ...CHAT_FAILURES],
    answer: openAiChat(({ profile }) => profileOf(profile) ?? {}),
  },
  vectors: {
    embeddings: {
      models: ({ profile }) => vectorsOf(profile).embeddings ?? {},
      usual: ({ profile }) => vectorsOf(profile).usual ?? {},
      run: (job, row, call, { profile }) => openAiEmbeddings(job, row, call, vectorsOf(profile)),
    },
    rerank: {
      models: ({ profile }) => vectorsOf(profile).rerank ?? {},
      usual: () => USUAL_RANKING,
      run: (job, row, call, { profile }) => openAiRerank(job, row, call, vectorsOf(profile)),
    },
  },
  run: (job, { upstream, wire }, call) => call.images(requestOf(job, upstream, wire)),
});

function requestOf(job: ImageJob, model: string, profile: CompatibleProfile): ProviderRequest {
  const { references, stream } = job;
  const parameters = {
    ...job.options,
    model,
    prompt: job.prompt,
    n: job.n,
    ...shapeOf(job, profile),
    quality: job.quality,
    background: job.background,
    output_format: job.format,
    output_compression: job.compression,
    seed: job.seed,
    response_format: profile.responseFormat === false ? undefined : profile.responseFormat,
    stream: stream || undefined,
    partial_images: stream ? 1 : undefined,
  };
  const accept = stream ? 'text/event-stream, application/json' : 'application/json';
  if (references.length === 0) return { path: '/images/generations', accept, json: parameters };
  if (profile.edits === 'json') {
    const images = references.map((image) => ({ image_url: dataUrlOf(image) }));
    return { path: '/images/edits', accept, json: { ...parameters, images } };
  }
  const form = [
    ...Object.entries({ ...parameters, ...scalarsOf(job.options) }).map(([name, value]) => ({
      name,
      value,
    })),
    ...references.map((value) => ({ name: profile.imageField, value })),
  ];
  return { path: '/images/edits', accept, form };
}

function shapeOf({ pixels }: ImageJob, { size }: CompatibleProfile): object {
  if (pixels === undefined) return {};
  return size === 'WxH' ? { size: `${pixels.width}x${pixels.height}` } : pixels;
}
