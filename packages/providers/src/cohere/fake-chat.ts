import { fillSchema } from '../demo/fill-schema.ts';
import { events, json } from '../fakes/fake-message.ts';
import { post } from '../fakes/fake-provider.ts';
import { inputFor } from '../fakes/openai-chat.ts';
import { lastWords, piecesOf, THOUGHT, upTo } from '../fakes/said.ts';
import { fieldsOf, listOf, type Fields } from '../http/fields.ts';
import { fakeCommand, refusalOfChat } from './fake-chat-refusals.ts';

const PLAN = 'I will use the tools.';

/** The route of conversations. */
export const cohereChatRoute = post('/v2/chat', (request) => {
  const body = request.json();
  const refusal = refusalOfChat(body);
  if (refusal !== undefined) return refusal;
  const { message, isCut } = messageTo(body);
  const end = endOf(message, isCut);
  if (body['stream'] !== true) return json({ id: 'fake', message, ...end });
  const list = [...eventsOf(message), { type: 'message-end', id: 'fake', delta: end }];
  return events([...list.map((data) => ({ name: data.type, data })), { data: '[DONE]' }]);
});

interface Message extends Fields {
  readonly content?: readonly Fields[];
  readonly tool_calls?: readonly Fields[];
}

/** What is billed is less than what there is: the interface adds words of its own to a prompt. */
function endOf({ content = [], tool_calls: calls = [] }: Message, isCut: boolean) {
  const thought = content.some(({ type }) => type === 'thinking') ? 2 : 0;
  return {
    finish_reason: calls.length > 0 ? 'TOOL_CALL' : isCut ? 'MAX_TOKENS' : 'COMPLETE',
    usage: {
      billed_units: { input_tokens: 9, output_tokens: 5 + thought },
      tokens: { input_tokens: 79, output_tokens: 8 + thought },
      cached_tokens: 4,
    },
  };
}

/** A text, but no call, ends at the limit of tokens. */
function messageTo(body: Fields): { readonly message: Message; readonly isCut: boolean } {
  const { model, thinking, tool_choice: choice, tools, response_format: format } = body;
  const isOff = fieldsOf(thinking)['type'] === 'disabled';
  const thinks = fakeCommand(model)?.thinks === true && !isOff;
  const thoughts = thinks ? [{ type: 'thinking', thinking: THOUGHT }] : [];
  if (choice === 'REQUIRED') {
    const calls = listOf(tools)
      .slice(0, 2)
      .map(({ function: called }, position) => {
        const { name, parameters } = fieldsOf(called);
        const id = `${String(name)}_fake${position}`;
        return { id, type: 'function', function: { name, arguments: inputFor(parameters) } };
      });
    const content = thinks ? { content: thoughts } : {};
    const message = { role: 'assistant', tool_plan: PLAN, tool_calls: calls, ...content };
    return { message, isCut: false };
  }
  const { type, json_schema: schema } = fieldsOf(format);
  const said =
    type !== 'json_object'
      ? `You said: ${lastWords(body['messages'])}`
      : JSON.stringify(schema === undefined ? {} : fillSchema(schema));
  const { text, isCut } = upTo(body['max_tokens'], said);
  const content = [...thoughts, { type: 'text', text }];
  const citations = citationsIn(body, text, content.length - 1);
  const cited = citations.length > 0 && { citations };
  return { message: { role: 'assistant', content, ...cited }, isCut };
}

/** The first document is where the first words are from. */
function citationsIn({ documents }: Fields, text: string, content_index: number) {
  const [first] = listOf(documents);
  if (first === undefined) return [];
  const { id = 'doc:0', data } = first;
  const sources = [{ type: 'document', id, document: { id, ...fieldsOf(data) } }];
  return [
    { start: 0, end: 8, text: text.slice(0, 8), sources, content_index, type: 'TEXT_CONTENT' },
  ];
}

type Event = Fields & { readonly type: string };

function eventsOf({ content = [], tool_plan: plan, tool_calls: calls = [], citations }: Message) {
  const delta = (message: Fields) => ({ delta: { message } });
  const list: Event[] = [
    {
      type: 'message-start',
      id: 'fake',
      ...delta({ role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }),
    },
  ];
  for (const [index, { type, ...said }] of content.entries()) {
    const [[member, text] = ['text', '']] = Object.entries(said);
    list.push({ type: 'content-start', index, ...delta({ content: { type, [member]: '' } }) });
    for (const piece of piecesOf(text)) {
      list.push({ type: 'content-delta', index, ...delta({ content: { [member]: piece } }) });
    }
    const cited = listOf(citations).filter(({ content_index: place }) => place === index);
    for (const [place, citation] of cited.entries()) {
      list.push({ type: 'citation-start', index: place, ...delta({ citations: citation }) });
      list.push({ type: 'citation-end', index: place });
    }
    list.push({ type: 'content-end', index });
  }
  for (const piece of piecesOf(plan)) {
    list.push({ type: 'tool-plan-delta', ...delta({ tool_plan: piece }) });
  }
  for (const [index, { function: called, ...call }] of calls.entries()) {
    const { name, arguments: input } = fieldsOf(called);
    const start = { ...call, function: { name, arguments: '' } };
    list.push({ type: 'tool-call-start', index, ...delta({ tool_calls: start }) });
    for (const piece of piecesOf(input)) {
      const more = { function: { arguments: piece } };
      list.push({ type: 'tool-call-delta', index, ...delta({ tool_calls: more }) });
    }
    list.push({ type: 'tool-call-end', index });
  }
  return list;
}
