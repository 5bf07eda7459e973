import { toolsIn, type OfferedTool } from '../chats/tools-in.ts';

/** The dialects of conversations, by the operation that each is asked with. */
export const DIALECTS = {
  createChatCompletion: 'chat completions',
  createMessage: 'messages',
  createResponse: 'responses',
} as const;

export type Dialect = keyof typeof DIALECTS;

/** What is said, in any dialect. */
export type Turn =
  | { readonly user: string }
  | { readonly text: string; readonly calls: readonly Call[] }
  | { readonly results: readonly { readonly id: string; readonly text: string }[] };

/** A call of a tool that the model made. */
interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** A question for a model. */
export interface ChatQuestion {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly OfferedTool[];
  /** JSON that fits this schema is asked for, any with `{}`; undefined for text. */
  readonly schema: object | undefined;
  readonly stream: boolean;
  readonly turns: readonly Turn[];
}

interface Asked {
  readonly path: string;
  readonly body: (question: ChatQuestion) => object;
}

/** How a question is asked in each dialect. */
export const ASKING: Readonly<Record<Dialect, Asked>> = {
  createChatCompletion: { path: '/chat/completions', body: completionBody },
  createMessage: { path: '/messages', body: messageBody },
  createResponse: { path: '/responses', body: responseBody },
};

function completionBody({ model, system, tools, schema, stream, turns }: ChatQuestion): object {
  const format =
    schema === undefined || isAny(schema)
      ? { type: 'json_object' }
      : { type: 'json_schema', json_schema: { name: 'answer', schema } };
  return {
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...turns.flatMap(completionMessages),
    ],
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...(schema !== undefined && { response_format: format }),
    ...(stream && { stream }),
  };
}

function completionMessages(turn: Turn): readonly object[] {
  if ('user' in turn) return [{ role: 'user', content: turn.user }];
  if ('results' in turn) {
    return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  }
  const calls = turn.calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: argumentText(args) },
  }));
  return [
    {
      role: 'assistant',
      content: turn.text === '' ? null : turn.text,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

function messageBody({ model, system, tools, schema, stream, turns }: ChatQuestion): object {
  return {
    model,
    max_tokens: MOST_TOKENS,
    ...(system !== '' && { system }),
    messages: turns.map(messageOf),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, parameters }) => ({
        name,
        input_schema: parameters ?? { type: 'object' },
      })),
    }),
    ...(schema !== undefined && {
      output_config: {
        format: { type: 'json_schema', schema: isAny(schema) ? { type: 'object' } : schema },
      },
    }),
    ...(stream && { stream }),
  };
}

/** Messages ask for a limit. */
const MOST_TOKENS = 1024;

function messageOf(turn: Turn): object {
  if ('user' in turn) return { role: 'user', content: turn.user };
  if ('results' in turn) {
    const content = turn.results.map(({ id, text }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
    }));
    return { role: 'user', content };
  }
  const calls = turn.calls.map(({ id, name, args: input }) => ({
    type: 'tool_use',
    id,
    name,
    input,
  }));
  const said = turn.text === '' ? [] : [{ type: 'text', text: turn.text }];
  return { role: 'assistant', content: [...said, ...calls] };
}

function responseBody({ model, system, tools, schema, stream, turns }: ChatQuestion): object {
  const format =
    schema === undefined || isAny(schema)
      ? { type: 'json_object' }
      : { type: 'json_schema', name: 'answer', schema };
  return {
    model,
    ...(system !== '' && { instructions: system }),
    input: turns.flatMap(responseItems),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, parameters }) => ({ type: 'function', name, parameters })),
    }),
    ...(schema !== undefined && { text: { format } }),
    ...(stream && { stream }),
  };
}

function responseItems(turn: Turn): readonly object[] {
  if ('user' in turn) return [{ role: 'user', content: turn.user }];
  if ('results' in turn) {
    return turn.results.map(({ id, text }) => ({
      type: 'function_call_output',
      call_id: id,
      output: text,
    }));
  }
  const said = turn.text === '' ? [] : [{ role: 'assistant', content: turn.text }];
  const calls = turn.calls.map(({ id, name, args }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: argumentText(args),
  }));
  return [...said, ...calls];
}

function isAny(schema: object): boolean {
  return Object.keys(schema).length === 0;
}

/** Arguments that are not JSON are text already. */
function argumentText(args: unknown): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

/** Reads tools: names with commas between them, or a list of tools in JSON, of any dialect. */
export function toolsFrom(text: string): readonly OfferedTool[] {
  if (!/^\s*[[{]/.test(text)) {
    const names = text.split(',').map((name) => name.trim());
    return names.flatMap((name) => (name === '' ? [] : [{ name, parameters: undefined }]));
  }
  const given = jsonFrom(text, 'Tools');
  const tools = toolsIn({ tools: Array.isArray(given) ? given : [given] });
  if (tools.length === 0) throw new Error('Tools must have names: [{"name": "weather"}]');
  return tools;
}

/** Reads a schema that JSON is asked for by; undefined where it is text. */
export function schemaFrom(format: string, text: string): object | undefined {
  if (format !== 'json') return undefined;
  const schema = text.trim() === '' ? {} : jsonFrom(text, 'The schema');
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new Error('The schema must be an object: {"type": "object"}');
  }
  return schema;
}

function jsonFrom(text: string, what: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new Error(`${what} must be JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}
