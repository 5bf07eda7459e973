import type OpenAI from 'openai';

type Message = OpenAI.ChatCompletionMessageParam;

/** Answers a question with the help of a tool that looks up the weather of a place. */
export async function answer(
  client: OpenAI,
  question: string,
  weatherAt: (place: string) => string,
): Promise<string | null> {
  const messages: Message[] = [{ role: 'user', content: question }];
  for (;;) {
    const stream = client.chat.completions.stream({
      model: 'acme/quill-1',
      messages,
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            parameters: {
              type: 'object',
              properties: { place: { type: 'string' } },
              required: ['place'],
            },
          },
        },
      ],
    });
    const [choice] = (await stream.finalChatCompletion()).choices;
    const calls = choice?.message.tool_calls ?? [];
    if (choice === undefined || calls.length === 0) return choice?.message.content ?? null;
    messages.push(choice.message);
    for (const call of calls) {
      if (call.type !== 'function') continue;
      // The arguments are as the schema above says.
      const { place } = JSON.parse(call.function.arguments) as { place: string };
      messages.push({ role: 'tool', tool_call_id: call.id, content: weatherAt(place) });
    }
  }
}
