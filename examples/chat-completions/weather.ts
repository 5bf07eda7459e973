import type OpenAI from 'openai';

/** Asks a model about the weather, and returns the place that it wants to look up. */
export async function placeToLookUp(client: OpenAI, question: string): Promise<string> {
  const stream = await client.chat.completions.create({
    model: 'acme/quill-1',
    stream: true,
    messages: [{ role: 'user', content: question }],
    tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }],
  });
  let json = '';
  for await (const { choices } of stream) {
    json += choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? '';
  }
  // The model was asked for a call of `weather`.
  return (JSON.parse(json) as { place: string }).place;
}
