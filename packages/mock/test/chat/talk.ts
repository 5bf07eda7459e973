import OpenAI from 'openai';
import type { MockTenant } from '@model-gateway/mock';

type Client = OpenAI['chat']['completions'];
type Body = Omit<Parameters<Client['create']>[0], 'stream' | 'model'> & { readonly model?: string };

/** What a user says. */
export const user = (content: string) => ({ role: 'user' as const, content });

const functionTool = (name: string, parameters: Record<string, unknown>) => ({
  type: 'function' as const,
  function: { name, parameters },
});

/** A tool that looks up the weather of a place. */
export const WEATHER = functionTool('weather', {
  type: 'object',
  properties: { place: { type: 'string' } },
  required: ['place'],
});

export function clientOf({ baseURL, apiKey }: Pick<MockTenant, 'baseURL' | 'apiKey'>): OpenAI {
  return new OpenAI({ baseURL, apiKey, maxRetries: 2 });
}

/** What a model says to a user who says this, or to a whole request. */
export async function talk(
  tenant: Pick<MockTenant, 'baseURL' | 'apiKey'>,
  said: string | Body,
  { stream = false } = {},
) {
  const body: Body =
    typeof said === 'string' ? { messages: [{ role: 'user', content: said }] } : said;
  const { completions } = clientOf(tenant).chat;
  const request = { model: 'acme/quill-1', ...body };
  const answer = stream
    ? await completions.stream(request).finalChatCompletion()
    : await completions.create(request);
  const [choice] = answer.choices;
  const calls = (choice?.message.tool_calls ?? []).map((call) =>
    call.type === 'function' ? ([call.function.name, call.function.arguments] as const) : undefined,
  );
  return {
    text: choice?.message.content,
    refusal: choice?.message.refusal,
    reasoning:
      choice?.message && 'reasoning' in choice.message ? choice.message.reasoning : undefined,
    calls,
    finish: choice?.finish_reason,
    usage: answer.usage,
    message: choice?.message,
  };
}
