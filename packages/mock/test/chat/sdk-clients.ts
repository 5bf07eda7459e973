import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type Anthropic from '@anthropic-ai/sdk';
import { generateText, jsonSchema, isStepCount, streamText, tool, type LanguageModel } from 'ai';
import type { MockTenant } from '@model-gateway/mock';
import { clientOf } from './talk.ts';
import { anthropicOf, TEXTS } from './streams-of.ts';

type Tenant = Pick<MockTenant, 'baseURL' | 'apiKey'>;

/** What an app does when a model calls its tool of this name. */
export type Tools = Readonly<Record<string, (args: unknown) => string>>;

/** What an agent heard in the end, and what it was told to do. */
export interface Heard {
  readonly text: string;
  readonly calls: readonly (readonly [name: string, args: unknown])[];
}

/** An agent written with one of the SDKs. */
export interface SdkClient {
  /** Asks until the model calls no more tools. */
  agent(t: Tenant, question: string, tools?: Tools): Promise<Heard>;
  /** Streams what the model says to a question. */
  texts(t: Tenant, question: string): AsyncIterable<string>;
}

const MODEL = 'acme/quill-1';
const SCHEMA = {
  type: 'object' as const,
  properties: { place: { type: 'string' as const } },
};
const MOST_TURNS = 6;

// What the SDKs print about models that they do not know is not for this.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** The official clients, and the AI SDK with three of its providers. */
export const SDK_CLIENTS: Readonly<Record<string, SdkClient>> = {
  openai: {
    texts: TEXTS.openai,
    async agent(t, question, tools = {}) {
      type Body = Parameters<ReturnType<typeof clientOf>['chat']['completions']['create']>[0];
      const messages: Body['messages'] = [{ role: 'user', content: question }];
      const offered = Object.keys(tools).map((name) => ({
        type: 'function' as const,
        function: { name, parameters: SCHEMA },
      }));
      return untilDone(async (calls) => {
        const { choices } = await clientOf(t).chat.completions.create({
          model: MODEL,
          messages,
          ...(offered.length > 0 && { tools: offered }),
        });
        const message = choices[0]?.message;
        if (message === undefined) return '';
        messages.push(message);
        for (const call of message.tool_calls ?? []) {
          if (call.type !== 'function') continue;
          const args: unknown = JSON.parse(call.function.arguments);
          calls.push([call.function.name, args]);
          const content = tools[call.function.name]?.(args) ?? 'none';
          messages.push({ role: 'tool', tool_call_id: call.id, content });
        }
        return message.tool_calls === undefined ? (message.content ?? '') : undefined;
      });
    },
  },

  anthropic: {
    texts: TEXTS.anthropic,
    async agent(t, question, tools = {}) {
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
      const offered = Object.keys(tools).map((name) => ({ name, input_schema: SCHEMA }));
      const client = anthropicOf(t, { maxRetries: 2 });
      return untilDone(async (calls) => {
        const { content } = await client.messages.create({
          model: MODEL,
          max_tokens: 500,
          messages,
          tools: offered,
        });
        messages.push({ role: 'assistant', content });
        const results: Anthropic.ToolResultBlockParam[] = [];
        for (const block of content) {
          if (block.type !== 'tool_use') continue;
          calls.push([block.name, block.input]);
          const said = tools[block.name]?.(block.input) ?? 'none';
          results.push({ type: 'tool_result', tool_use_id: block.id, content: said });
        }
        if (results.length > 0) messages.push({ role: 'user', content: results });
        const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
        return results.length === 0 ? texts.join('') : undefined;
      });
    },
  },

  responses: {
    texts: TEXTS.responses,
    async agent(t, question, tools = {}) {
      type Input = Exclude<
        Parameters<ReturnType<typeof clientOf>['responses']['create']>[0]['input'],
        string | undefined
      >;
      const input: Input = [{ role: 'user', content: question }];
      const offered = Object.keys(tools).map((name) => ({
        type: 'function' as const,
        name,
        parameters: SCHEMA,
        strict: false,
      }));
      return untilDone(async (calls) => {
        const response = await clientOf(t).responses.create({
          model: MODEL,
          input,
          tools: offered,
        });
        // What the model said may be said again.
        input.push(...(response.output as Input));
        const called = response.output.flatMap((item) =>
          item.type === 'function_call' ? [item] : [],
        );
        for (const { name, arguments: text, call_id: id } of called) {
          const args: unknown = JSON.parse(text);
          calls.push([name, args]);
          const output = tools[name]?.(args) ?? 'none';
          input.push({ type: 'function_call_output', call_id: id, output });
        }
        return called.length === 0 ? response.output_text : undefined;
      });
    },
  },

  'ai with openai-compatible': aiClient((t) =>
    createOpenAICompatible({ name: 'mock', baseURL: t.baseURL, apiKey: t.apiKey })(MODEL),
  ),
  'ai with openai': aiClient((t) => createOpenAI({ baseURL: t.baseURL, apiKey: t.apiKey })(MODEL)),
  'ai with anthropic': aiClient((t) =>
    createAnthropic({ baseURL: t.baseURL, apiKey: t.apiKey })(MODEL),
  ),
};

function aiClient(modelOf: (t: Tenant) => LanguageModel): SdkClient {
  return {
    async *texts(t, prompt) {
      const { fullStream } = streamText({ model: modelOf(t), prompt, onError() {} });
      for await (const part of fullStream) {
        if (part.type === 'text-delta') yield part.text;
        if (part.type === 'error') throw part.error;
      }
    },
    async agent(t, prompt, tools = {}) {
      const offered = Object.fromEntries(
        Object.entries(tools).map(([name, run]) => [
          name,
          tool({ inputSchema: jsonSchema(SCHEMA), execute: async (args) => run(args) }),
        ]),
      );
      const { text, steps } = await generateText({
        model: modelOf(t),
        prompt,
        tools: offered,
        // Otherwise it names items that the provider is to keep, and this gateway keeps none.
        providerOptions: { openai: { store: false } },
        stopWhen: isStepCount(MOST_TURNS),
      });
      const calls = steps.flatMap(({ toolCalls }) =>
        toolCalls.map(({ toolName, input }) => [toolName, input] as const),
      );
      return { text, calls };
    },
  };
}

/** Asks until there is an answer; `ask` notes the calls of each turn. */
async function untilDone(
  ask: (calls: (readonly [name: string, args: unknown])[]) => Promise<string | undefined>,
): Promise<Heard> {
  const calls: (readonly [name: string, args: unknown])[] = [];
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const text = await ask(calls);
    if (text !== undefined) return { text, calls };
  }
  throw new Error('the agent never ended');
}
