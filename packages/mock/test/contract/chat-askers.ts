import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type LanguageModel } from 'ai';
import OpenAI from 'openai';
import type { MockTenant } from '@model-gateway/mock';
import { anthropicOf } from '../chat/streams-of.ts';

type Tenant = Pick<MockTenant, 'baseURL' | 'apiKey'>;
type Ask = (t: Tenant, signal: AbortSignal) => Promise<unknown>;

const MODEL = 'acme/quill-1';
const messages = [{ role: 'user' as const, content: 'poem' }];

/** How each client asks for a whole answer, without retries; what it makes of it. */
export const ASKERS: Readonly<Record<string, Ask>> = {
  async fetch({ baseURL, apiKey }, signal) {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages }),
      signal,
    });
    return response.json();
  },
  openai: (t, signal) => openai(t).chat.completions.create({ model: MODEL, messages }, { signal }),
  '@anthropic-ai/sdk': (t, signal) =>
    anthropicOf(t).messages.create({ model: MODEL, messages, max_tokens: 100 }, { signal }),
  'openai, responses': (t, signal) =>
    openai(t).responses.create({ model: MODEL, input: 'poem' }, { signal }),
  'AI SDK, compatible': asking((t) =>
    createOpenAICompatible({ name: 'mock', baseURL: t.baseURL, apiKey: t.apiKey })(MODEL),
  ),
  'AI SDK, openai': asking((t) => createOpenAI({ baseURL: t.baseURL, apiKey: t.apiKey })(MODEL)),
  'AI SDK, anthropic': asking((t) =>
    createAnthropic({ baseURL: t.baseURL, apiKey: t.apiKey })(MODEL),
  ),
};

function openai({ baseURL, apiKey }: Tenant): OpenAI {
  return new OpenAI({ baseURL, apiKey, maxRetries: 0 });
}

// What the SDK prints about models that it does not know is not for this.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

function asking(modelOf: (t: Tenant) => LanguageModel): Ask {
  return async (t, abortSignal) => {
    const asked = { model: modelOf(t), prompt: 'poem', maxRetries: 0, abortSignal };
    return (await generateText(asked)).text;
  };
}
