// The agent under test; the examples for Vitest, Jest and Playwright each have it.

export interface GatewayAccess {
  readonly baseURL: string;
  readonly apiKey: string;
}

interface Message {
  readonly content: string;
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

const WEATHER = {
  name: 'weather',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};

/** Answers a question with the help of a tool that looks up the weather of a place. */
export async function answer(
  question: string,
  weatherAt: (place: string) => string,
  { baseURL, apiKey }: GatewayAccess,
): Promise<string> {
  const messages: object[] = [{ role: 'user', content: question }];
  for (;;) {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'acme/quill-1',
        messages,
        tools: [{ type: 'function', function: WEATHER }],
      }),
    });
    // The gateway's two forms of an answer to this request.
    const body = (await response.json()) as
      | { choices: readonly [{ message: Message }]; error?: undefined }
      | { error: { message: string } };
    if (body.error !== undefined) throw new Error(body.error.message);
    const { message } = body.choices[0];
    const { content, tool_calls: calls = [] } = message;
    if (calls.length === 0) return content;
    messages.push(message);
    for (const call of calls) {
      // As the parameters of the tool say.
      const { place } = JSON.parse(call.function.arguments) as { place: string };
      messages.push({ role: 'tool', tool_call_id: call.id, content: weatherAt(place) });
    }
  }
}
