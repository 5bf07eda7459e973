/** Events of a wire, of which tests make streams that break. */
export interface Frames {
  /** Says who answers, and nothing. */
  readonly BEGUN: string;
  readonly HI: string;
  /** A call whose arguments are complete. */
  readonly CALL: string;
  readonly FINISH: string;
  /** Says a text. */
  readonly saying: (text: string) => string;
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

export const CHAT_FRAMES: Frames = {
  BEGUN: chunk({ role: 'assistant' }),
  HI: chunk({ content: 'Hi' }),
  saying: (content) => chunk({ role: 'assistant', content }),
  CALL: chunk({ tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } }] }),
  FINISH: chunk({}, 'stop'),
};

const event = (type: string, members: object) =>
  `event: response.${type}\ndata: ${JSON.stringify({ type: `response.${type}`, ...members })}\n\n`;

const PLACE = { item_id: 'm', output_index: 0, content_index: 0 };
const item = { type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' };

export const RESPONSES_FRAMES: Frames = {
  BEGUN: event('created', { response: { id: 'r', status: 'in_progress', output: [] } }),
  HI: event('output_text.delta', { ...PLACE, delta: 'Hi' }),
  saying: (delta) => event('output_text.delta', { ...PLACE, delta }),
  CALL: event('output_item.done', { output_index: 0, item }),
  FINISH: event('completed', { response: { id: 'r', status: 'completed', output: [] } }),
};
