import { listOf, type Fields } from '../http/fields.ts';
import { piecesOf } from './said.ts';

interface FakeEvent {
  readonly name: string;
  readonly data: Fields;
}

/** Returns the events of a response that is over, as OpenAI streams them. */
export function responseEvents(response: Fields, isPadded: boolean): readonly FakeEvent[] {
  const all: FakeEvent[] = [];
  const send = (type: string, members: object) => {
    const padding = isPadded && type.endsWith('.delta') ? { obfuscation: 'x'.repeat(9) } : {};
    const data = { type, sequence_number: all.length, ...members, ...padding };
    all.push({ name: type, data });
  };
  const { usage: _, ...begun } = response;
  const running = { ...begun, status: 'in_progress', completed_at: null, output: [] };
  send('response.created', { response: running });
  send('response.in_progress', { response: running });
  const output = listOf(response['output']);
  for (const [position, item] of output.entries()) {
    const place = { item_id: item['id'], output_index: position };
    send('response.output_item.added', { output_index: position, item: emptied(item) });
    WRITERS[String(item['type'])]?.(item, place, send);
    send('response.output_item.done', { output_index: position, item });
  }
  send(`response.${String(response['status'])}`, { response });
  return all;
}

type Send = (type: string, members: object) => void;
type Writer = (item: Fields, place: object, send: Send) => void;

const WRITERS: Readonly<Record<string, Writer>> = {
  message({ content }, place, send) {
    for (const [content_index, part] of listOf(content).entries()) {
      const at = { ...place, content_index };
      const empty = { ...part, text: '', logprobs: [] };
      const { text, logprobs } = part;
      send('response.content_part.added', { ...at, part: empty });
      for (const [position, delta] of piecesOf(text).entries()) {
        const known = position === 0 ? logprobs : [];
        send('response.output_text.delta', { ...at, delta, logprobs: known });
      }
      send('response.output_text.done', { ...at, text, logprobs });
      send('response.content_part.done', { ...at, part });
    }
  },
  reasoning({ summary }, place, send) {
    for (const [summary_index, part] of listOf(summary).entries()) {
      const at = { ...place, summary_index };
      send('response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } });
      for (const delta of piecesOf(part['text'])) {
        send('response.reasoning_summary_text.delta', { ...at, delta });
      }
      send('response.reasoning_summary_text.done', { ...at, text: part['text'] });
      send('response.reasoning_summary_part.done', { ...at, part });
    }
  },
  function_call({ arguments: input, name }, place, send) {
    for (const delta of piecesOf(input)) {
      send('response.function_call_arguments.delta', { ...place, delta });
    }
    send('response.function_call_arguments.done', { ...place, name, arguments: input });
  },
  custom_tool_call({ input }, place, send) {
    for (const delta of piecesOf(input)) {
      send('response.custom_tool_call_input.delta', { ...place, delta });
    }
    send('response.custom_tool_call_input.done', { ...place, input });
  },
};

/** An item as it begins. */
function emptied(item: Fields): Fields {
  const isCall = item['type'] === 'function_call';
  return {
    ...item,
    ...(item['type'] !== 'reasoning' && { status: 'in_progress' }),
    ...(item['content'] !== undefined && { content: [] }),
    ...(item['summary'] !== undefined && { summary: [] }),
    ...(isCall && { arguments: '' }),
    ...(item['type'] === 'custom_tool_call' && { input: '' }),
  };
}
