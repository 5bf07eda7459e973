import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import {
  APICallError,
  generateText,
  jsonSchema,
  Output,
  stepCountIs,
  streamText,
  tool,
  type LanguageModel,
} from 'ai';
import { CITY, LEFT, RESULT, type Client, type Reach } from './client.ts';

/** Two steps: the call, and the answer to its result. */
function loopOf(model: LanguageModel, inputs: unknown[]) {
  return {
    model,
    prompt: 'Weather?',
    maxRetries: 0,
    tools: {
      weather: tool({
        inputSchema: jsonSchema<{ city: string }>(CITY),
        execute: (input) => {
          inputs.push(input);
          return RESULT;
        },
      }),
    },
    stopWhen: stepCountIs(2),
    prepareStep: ({ stepNumber }: { readonly stepNumber: number }) => ({
      toolChoice: stepNumber === 0 ? ('required' as const) : ('auto' as const),
    }),
  };
}

/** The AI SDK, over one of its providers. */
function aiSdk(modelOf: (reach: Reach) => LanguageModel): Client {
  return {
    async whole(reach, prompt) {
      const { text, usage } = await generateText({ model: modelOf(reach), prompt, maxRetries: 0 });
      return { text, tokens: usage.totalTokens };
    },

    async streamed(reach, prompt) {
      const { text, usage } = streamText({ model: modelOf(reach), prompt, maxRetries: 0 });
      return { text: await text, tokens: (await usage).totalTokens };
    },

    async loop(reach, { stream }) {
      const inputs: unknown[] = [];
      const options = loopOf(modelOf(reach), inputs);
      const { steps, text } = stream ? streamText(options) : await generateText(options);
      const [first] = await steps;
      return { name: first?.toolCalls[0]?.toolName ?? '', input: inputs[0], text: await text };
    },

    async structured(reach) {
      const { output } = await generateText({
        model: modelOf(reach),
        prompt: 'Which city?',
        maxRetries: 0,
        output: Output.object({ schema: jsonSchema<{ city: string }>(CITY) }),
      });
      return output;
    },

    async abort(reach, controller) {
      const { signal: abortSignal } = controller;
      const options = { model: modelOf(reach), prompt: 'Hi', maxRetries: 0, abortSignal };
      for await (const part of streamText(options).fullStream) {
        if (part.type === 'text-delta') controller.abort(LEFT);
      }
    },

    async refused(reach) {
      const answer = generateText({ model: modelOf(reach), prompt: 'Hi', maxRetries: 0 });
      const error: unknown = await answer.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      return APICallError.isInstance(error) ? error.statusCode : undefined;
    },

    async broken(reach) {
      let [text, message] = ['', ''];
      const options = { model: modelOf(reach), prompt: 'Hi', maxRetries: 0, onError: () => {} };
      for await (const part of streamText(options).fullStream) {
        if (part.type === 'text-delta') text += part.text;
        if (part.type === 'error') message = messageOf(part.error);
      }
      return { text, message };
    },
  };
}

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return String(error.message);
  }
  return String(error);
}

/** The AI SDK with OpenRouter's own provider. */
export const AI_SDK_OPENROUTER: Client = aiSdk(({ baseURL, apiKey, model }) =>
  createOpenRouter({ baseURL, apiKey }).chat(model),
);

/** The AI SDK with its provider for servers that imitate OpenAI. */
export const AI_SDK_COMPATIBLE: Client = aiSdk(({ baseURL, apiKey, model }) =>
  createOpenAICompatible({
    name: 'gateway',
    baseURL,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(model),
);

/** The AI SDK with its provider of Anthropic. */
export const AI_SDK_ANTHROPIC: Client = aiSdk(({ baseURL, apiKey, model }) =>
  createAnthropic({ baseURL, apiKey })(model),
);
