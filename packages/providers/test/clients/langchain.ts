import {
  AIMessageChunk,
  HumanMessage,
  ToolMessage,
  type UsageMetadata,
} from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { LEFT, RESULT, type Client, type Reach } from './client.ts';

type ModelOf = (reach: Reach) => ChatOpenAI;

const modelWith =
  (useResponsesApi: boolean): ModelOf =>
  ({ baseURL, apiKey, model }) =>
    new ChatOpenAI({
      model,
      apiKey,
      maxRetries: 0,
      configuration: { baseURL },
      ...(useResponsesApi && { useResponsesApi, zdrEnabled: true }),
    });

const City = z.object({ city: z.string() });
const weather = tool(() => RESULT, { name: 'weather', schema: City });

/** LangChain's client of OpenAI. */
export const LANGCHAIN = clientWith(modelWith(false));

/** The same over Responses, told that nothing is stored. */
export const LANGCHAIN_RESPONSES: Client = {
  ...clientWith(modelWith(true)),
  // It knows no event of that kind: https://github.com/langchain-ai/langchain/issues/39039
  ignoresFailures: true,
};

function clientWith(modelOf: ModelOf): Client {
  return {
    async whole(reach, words) {
      const answer = await modelOf(reach).invoke(words);
      return { text: answer.text, tokens: tokensIn(answer) };
    },

    async streamed(reach, words) {
      const whole = await joined(await modelOf(reach).stream(words));
      return { text: whole.text, tokens: tokensIn(whole) };
    },

    async loop(reach, { stream }) {
      const model = modelOf(reach);
      const first = new HumanMessage('Weather?');
      // Over Responses it sends no other choice than a name.
      const forced = model.bindTools([weather], { tool_choice: weather.name });
      const turn = stream
        ? await joined(await forced.stream([first]))
        : await forced.invoke([first]);
      const [call] = turn.tool_calls ?? [];
      if (call?.id === undefined) throw new Error('no call');
      const result = new ToolMessage({ tool_call_id: call.id, content: RESULT });
      const after = await model.bindTools([weather]).invoke([first, turn, result]);
      return { name: call.name, input: call.args, text: after.text };
    },

    async structured(reach) {
      const model = modelOf(reach).withStructuredOutput(City, {
        method: 'jsonSchema',
        name: 'place',
      });
      return model.invoke('Which city?');
    },

    async abort(reach, controller) {
      const { signal } = controller;
      for await (const _ of await modelOf(reach).stream('Hi', { signal })) controller.abort(LEFT);
    },

    async refused(reach) {
      const error: unknown = await modelOf(reach)
        .invoke('Hi')
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
      const isError = typeof error === 'object' && error !== null && 'status' in error;
      return isError ? Number(error.status) : undefined;
    },

    async broken(reach) {
      let text = '';
      try {
        for await (const chunk of await modelOf(reach).stream('Hi')) text += chunk.text;
      } catch (error) {
        if (error instanceof Error) return { text, message: error.message };
      }
      return { text, message: '' };
    },
  };
}

/** The client's own types of the counts are "never" here. */
function tokensIn({
  usage_metadata: usage,
}: {
  readonly usage_metadata?: UsageMetadata | undefined;
}) {
  return usage?.total_tokens;
}

async function joined(chunks: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let whole = new AIMessageChunk('');
  for await (const chunk of chunks) whole = whole.concat(chunk);
  return whole;
}
