import { anthropic } from '@model-gateway/providers/anthropic';
import { ark } from '@model-gateway/providers/ark';
import { azure } from '@model-gateway/providers/azure';
import { bedrock } from '@model-gateway/providers/bedrock';
import { bfl } from '@model-gateway/providers/bfl';
import { cohere } from '@model-gateway/providers/cohere';
import { fal } from '@model-gateway/providers/fal';
import { upstreamGateway } from '@model-gateway/providers/gateway';
import { gemini } from '@model-gateway/providers/gemini';
import { openai } from '@model-gateway/providers/openai';
import { openAiCompatible } from '@model-gateway/providers/openai-compatible';
import { recraft } from '@model-gateway/providers/recraft';
import { replicate } from '@model-gateway/providers/replicate';
import { stability } from '@model-gateway/providers/stability';
import { together } from '@model-gateway/providers/together';
import { vertex } from '@model-gateway/providers/vertex';
import { xai } from '@model-gateway/providers/xai';
import type { ListedProvider } from '@model-gateway/providers';
import { aPlainEndpoint } from '../../../core/test/images/a-plain-endpoint.ts';
import { BFL_SUBJECTS } from '../subjects/bfl.ts';
import { GEMINI_SUBJECTS } from '../subjects/gemini.ts';
import { JSON_SUBJECTS } from '../subjects/json-only.ts';
import { COMPATIBLE_SUBJECTS } from '../subjects/openai-compatible.ts';
import { OPENAI_SUBJECTS } from '../subjects/openai.ts';
import { QUEUE_SUBJECTS } from '../subjects/queues.ts';
import { RECRAFT_STABILITY_SUBJECTS } from '../subjects/recraft-stability.ts';
import type { ProviderSubject } from './subject.ts';

/** A wrong value, and the end of the sentence that refuses it. */
export type Mistake = readonly [name: string, value: unknown, message: string];

/** A factory, and what is particular to it. */
export interface Factory {
  /** Takes options as a program in JavaScript passes them. */
  readonly create: (options: never) => ListedProvider;
  /** The provider over its fake, for the suites of images. */
  readonly subject: ProviderSubject | undefined;
  /** What it needs beside a key and a client. */
  readonly needs?: object;
  /** The customary variable of its key. */
  readonly env?: string;
  /** A model of images of its table that stands for all: undefined where it has none. */
  readonly model?: string;
  /** A language model of its table, for a provider that makes no images. */
  readonly languageModel?: string;
  /** Mistakes in its own options. */
  readonly own?: readonly Mistake[];
  /** Mistakes in the wire settings of its models. */
  readonly wire?: readonly Mistake[];
}

const ENDPOINT = aPlainEndpoint({ pricing: [] });

const ELSEWHERE = {
  slug: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.example.com/v1',
  models: { 'acme/painter': { endpoint: ENDPOINT } },
};

/** Every provider of the package, by its entry and its folder. */
export const PROVIDERS: Readonly<Record<string, Factory>> = {
  gateway: {
    create: upstreamGateway,
    // test/scripts.ts has its answers, byte by byte.
    subject: undefined,
    needs: ELSEWHERE,
    own: [['path', 7, 'path must be a path below baseUrl, such as /images, got 7']],
  },
  openai: {
    create: openai,
    env: 'OPENAI_API_KEY',
    model: 'openai/gpt-image-2',
    subject: OPENAI_SUBJECTS.openai,
  },
  azure: {
    create: azure,
    subject: OPENAI_SUBJECTS.azure,
    needs: { resource: 'acme' },
    env: 'AZURE_OPENAI_API_KEY',
    model: 'openai/gpt-image-2',
    own: [
      [
        'resource',
        'https://acme.openai.azure.com',
        'resource must be the name of an Azure resource such as acme-images, got "https://acme.openai.azure.com"',
      ],
      ['resource', 7, 'resource must be the name of an Azure resource such as acme-images, got 7'],
      [
        'resource',
        undefined,
        'resource is missing: pass the first part of {resource}.openai.azure.com, or baseUrl',
      ],
    ],
  },
  anthropic: {
    create: anthropic,
    subject: undefined,
    env: 'ANTHROPIC_API_KEY',
    languageModel: 'anthropic/claude-opus-5',
  },
  bedrock: {
    create: bedrock,
    subject: undefined,
    env: 'AWS_BEARER_TOKEN_BEDROCK',
    languageModel: 'anthropic/claude-opus-5',
    own: [
      ['region', 'Ireland', 'region must be a region such as eu-central-1, got "Ireland"'],
      ['region', 7, 'region must be a region such as eu-central-1, got 7'],
    ],
  },
  cohere: {
    create: cohere,
    subject: undefined,
    env: 'COHERE_API_KEY',
    languageModel: 'cohere/command-a',
  },
  'openai-compatible': {
    create: openAiCompatible,
    subject: COMPATIBLE_SUBJECTS['openai-compatible'],
    needs: ELSEWHERE,
    own: [
      [
        'profile',
        'openai',
        'profile must be deepseek, groq, mistral, xai, ollama, together, fireworks, perplexity, cerebras, moonshot, qwen, zai, vllm, llama-cpp, voyage or jina, got "openai"',
      ],
    ],
    wire: [
      ['edits', 'none', 'edits must be multipart or json, got "none"'],
      ['imageField', 'file', 'imageField must be image or image[], got "file"'],
      ['responseFormat', 'url', 'responseFormat must be b64_json or false, got "url"'],
      ['size', 'w,h', 'size must be WxH or width-height, got "w,h"; did you mean "WxH"?'],
    ],
  },
  together: {
    create: together,
    subject: COMPATIBLE_SUBJECTS.together,
    env: 'TOGETHER_API_KEY',
    model: 'black-forest-labs/flux-schnell',
  },
  gemini: {
    create: gemini,
    env: 'GEMINI_API_KEY',
    model: 'google/gemini-3-pro-image',
    subject: GEMINI_SUBJECTS.gemini,
  },
  vertex: {
    create: vertex,
    subject: GEMINI_SUBJECTS.vertex,
    model: 'google/gemini-3-pro-image',
    own: [
      ['project', 'a/../b', `project must be a project's id, got "a/../b"`],
      ['location', '../x', 'location must be a region such as europe-west4, got "../x"'],
      ['location', ['eu'], 'location must be a region such as europe-west4, got ["eu"]'],
    ],
  },
  xai: {
    create: xai,
    env: 'XAI_API_KEY',
    model: 'x-ai/grok-imagine-image',
    subject: JSON_SUBJECTS.xai,
  },
  ark: {
    create: ark,
    subject: JSON_SUBJECTS.ark,
    env: 'ARK_API_KEY',
    model: 'bytedance/seedream-5.0',
    own: [['region', 'cn', 'region must be ap-southeast or cn-beijing, got "cn"']],
    wire: [['hasFormat', 'no', 'hasFormat must be true or false, got "no"']],
  },
  recraft: {
    create: recraft,
    env: 'RECRAFT_API_TOKEN',
    model: 'recraft/recraft-v4.1',
    subject: RECRAFT_STABILITY_SUBJECTS.recraft,
  },
  stability: {
    create: stability,
    subject: RECRAFT_STABILITY_SUBJECTS.stability,
    env: 'STABILITY_API_KEY',
    model: 'stability/sd3.5-large',
    wire: [
      ['service', 'sd4', 'service must be ultra, core or sd3, got "sd4"; did you mean "sd3"?'],
      ['strength', 2, 'strength must be a number from 0 to 1, got 2'],
    ],
  },
  bfl: {
    create: bfl,
    subject: BFL_SUBJECTS.bfl,
    env: 'BFL_API_KEY',
    model: 'black-forest-labs/flux-2-pro',
    own: [['region', 'cn', 'region must be eu or us, got "cn"']],
    wire: [
      [
        'request',
        'flux-4',
        'request must be flux-2, flux-3, pixels, kontext or ultra, got "flux-4"; did you mean "flux-2"?',
      ],
    ],
  },
  fal: {
    create: fal,
    subject: QUEUE_SUBJECTS.fal,
    env: 'FAL_KEY',
    model: 'black-forest-labs/flux-schnell',
    wire: [
      ['shape', 'size', 'shape must be image_size or aspect_ratio, got "size"'],
      ['tier', 1, 'tier must be a text, got 1'],
      ['count', true, 'count must be a text, got true'],
      ['references', 'images', 'references must be image_url or image_urls, got "images"'],
      ['hasFormat', 1, 'hasFormat must be true or false, got 1'],
    ],
  },
  replicate: {
    create: replicate,
    subject: QUEUE_SUBJECTS.replicate,
    env: 'REPLICATE_API_TOKEN',
    model: 'black-forest-labs/flux-schnell',
    wire: [
      ['shape', 'size', 'shape must be aspect_ratio or width-height, got "size"'],
      ['count', {}, 'count must be a text, got an object'],
      [
        'references',
        'image',
        `references must be an object such as { input: 'image', isList: false }, got "image"`,
      ],
      ['hasFormat', 'png', 'hasFormat must be true or false, got "png"'],
      ['hasCompression', 0, 'hasCompression must be true or false, got 0'],
    ],
  },
};

/** Those with a fake, by entry. */
export const SUBJECTS: Readonly<Record<string, ProviderSubject>> = Object.fromEntries(
  Object.entries(PROVIDERS).flatMap(([entry, { subject }]) =>
    subject === undefined ? [] : [[entry, subject]],
  ),
);
