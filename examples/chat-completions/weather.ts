import type OpenAI from 'openai';

/** Asks a model about the weather, and returns the place that it wants to look up. */
export async function placeToLookUp(client: OpenAI, question: string): Promise<string> {
  const stream = client.chat.completions.stream({
    model: 'acme/quill-1',
    messages: [{ role: 'user', content: question }],
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
    tool_choice: 'required',
  });
  const { choices } = await stream.finalChatCompletion();
  const [call] = choices[0]?.message.tool_calls ?? [];
  if (call?.type !== 'function') throw new Error('the model called no tool');
  // The arguments are as the schema above says.
  return (JSON.parse(call.function.arguments) as { place: string }).place;
}
