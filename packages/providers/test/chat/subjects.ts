import { anthropic } from '@model-gateway/providers/anthropic';
import { azure } from '@model-gateway/providers/azure';
import { bedrock } from '@model-gateway/providers/bedrock';
import { cohere } from '@model-gateway/providers/cohere';
import { upstreamGateway } from '@model-gateway/providers/gateway';
import { gemini } from '@model-gateway/providers/gemini';
import { openai } from '@model-gateway/providers/openai';
import {
  openAiCompatible,
  type OpenAiCompatibleOptions,
} from '@model-gateway/providers/openai-compatible';
import {
  startFakeAnthropic,
  startFakeAzure,
  startFakeCerebras,
  startFakeBedrock,
  startFakeCohere,
  startFakeDeepSeek,
  startFakeFireworks,
  startFakeGemini,
  startFakeGroq,
  startFakeMistral,
  startFakeMoonshot,
  startFakeOllama,
  startFakeOpenAi,
  startFakeOpenAiCompatible,
  startFakePerplexity,
  startFakeQwen,
  startFakeTogetherChat,
  startFakeVertex,
  startFakeXai,
  startFakeZai,
} from '@model-gateway/providers/testing';
import { vertex } from '@model-gateway/providers/vertex';
import { xai } from '@model-gateway/providers/xai';
import {
  COHERE_FRAMES,
  CONVERSE_FRAMES,
  GEMINI_FRAMES,
  MESSAGE_FRAMES,
  RESPONSES_FRAMES,
} from './frames.ts';
import type { ChatSubject } from './subject.ts';

/** A model that is in no table. */
const OWN = {
  'acme/quill': { upstream: 'quill', context: 8192, pricing: { prompt: '0', completion: '0' } },
};

type Profile = NonNullable<OpenAiCompatibleOptions['profile']>;

/** A profile with a model of its table, or with one of its own. */
const profiled = (
  profile: Profile,
  start: ChatSubject['start'],
  model = 'acme/quill',
): ChatSubject => ({
  start,
  create: (options) =>
    openAiCompatible({ ...options, profile, ...(model in OWN && { models: OWN }) }),
  model,
  isSampled: true,
});

/** Every provider of conversations over its fake. */
export const CHAT_SUBJECTS: Readonly<Record<string, ChatSubject>> = {
  openai: { start: startFakeOpenAi, create: openai, model: 'openai/gpt-5.5', isSampled: false },
  'openai over Responses': {
    start: startFakeOpenAi,
    create: openai,
    model: 'openai/gpt-5.3-codex',
    isSampled: false,
    frames: RESPONSES_FRAMES,
  },
  azure: {
    start: startFakeAzure,
    create: (options) => azure({ ...options, resource: 'acme' }),
    model: 'openai/gpt-4.1',
    isSampled: true,
  },
  anthropic: {
    start: startFakeAnthropic,
    create: anthropic,
    model: 'anthropic/claude-opus-5',
    isSampled: false,
    frames: MESSAGE_FRAMES,
  },
  bedrock: {
    start: startFakeBedrock,
    create: bedrock,
    model: 'anthropic/claude-opus-5',
    isSampled: false,
    frames: CONVERSE_FRAMES,
  },
  "bedrock's models of Amazon": {
    start: startFakeBedrock,
    create: bedrock,
    model: 'amazon/nova-pro-v1',
    isSampled: true,
    frames: CONVERSE_FRAMES,
  },
  gateway: {
    start: startFakeOpenAiCompatible,
    create: (options) => upstreamGateway({ ...options, slug: 'acme', name: 'Acme', models: OWN }),
    model: 'acme/quill',
    isSampled: true,
  },
  gemini: {
    start: startFakeGemini,
    create: gemini,
    model: 'google/gemini-3.8-flash',
    isSampled: true,
    frames: GEMINI_FRAMES,
  },
  'gemini 2.5': {
    start: startFakeGemini,
    create: gemini,
    model: 'google/gemini-2.5-flash-lite',
    isSampled: true,
    frames: GEMINI_FRAMES,
  },
  vertex: {
    start: startFakeVertex,
    create: vertex,
    model: 'google/gemini-3.8-flash',
    isSampled: true,
    frames: GEMINI_FRAMES,
  },
  "vertex's models of Anthropic": {
    start: startFakeVertex,
    create: (options) => vertex({ ...options, project: 'acme' }),
    model: 'anthropic/claude-opus-5',
    isSampled: false,
    frames: MESSAGE_FRAMES,
  },
  cohere: {
    start: startFakeCohere,
    create: cohere,
    model: 'cohere/command-a-plus-05-2026',
    isSampled: true,
    frames: COHERE_FRAMES,
  },
  xai: { start: startFakeXai, create: xai, model: 'x-ai/grok-4.5', isSampled: true },
  'the profile deepseek': profiled('deepseek', startFakeDeepSeek, 'deepseek/deepseek-v4-flash'),
  'the profile groq': profiled('groq', startFakeGroq),
  'the profile mistral': profiled('mistral', startFakeMistral, 'mistralai/mistral-large-2512'),
  'the profile xai': profiled('xai', startFakeXai, 'x-ai/grok-4.3'),
  'the profile ollama': profiled('ollama', startFakeOllama),
  'the profile together': profiled('together', startFakeTogetherChat),
  'the profile fireworks': profiled('fireworks', startFakeFireworks),
  'the profile perplexity': { ...profiled('perplexity', startFakePerplexity), calls: 'never' },
  'the profile cerebras': profiled('cerebras', startFakeCerebras),
  'the profile moonshot': {
    ...profiled('moonshot', startFakeMoonshot),
    isSampled: false,
    calls: 'unforced',
  },
  'the profile qwen': profiled('qwen', startFakeQwen),
  'the profile zai': { ...profiled('zai', startFakeZai), calls: 'unforced' },
  'the profile vllm': profiled('vllm', startFakeOpenAiCompatible),
  'the profile llama-cpp': profiled('llama-cpp', startFakeOpenAiCompatible),
};
