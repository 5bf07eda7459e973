import { json, type FakeReply } from '../fakes/fake-message.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../http/fields.ts';

/** An error as Cohere writes it. */
export const refuse = (message: string, status = 400): FakeReply =>
  json({ id: 'fake', message }, status);

/** What the fake knows of a model. */
interface FakeCommand {
  readonly thinks?: boolean;
  readonly sees?: boolean;
  readonly calls?: boolean;
  /** Whether it can be made to call a tool. */
  readonly isForced?: boolean;
}

const MODELS: Readonly<Record<string, FakeCommand>> = {
  'command-a-plus-05-2026': { thinks: true, sees: true, calls: true, isForced: true },
  'command-a-reasoning-08-2025': { thinks: true, calls: true, isForced: true },
  'command-a-vision-07-2025': { sees: true },
  'command-a-03-2025': { calls: true, isForced: true },
  'command-r7b-12-2024': { calls: true, isForced: true },
  'command-r-08-2024': { calls: true },
  'command-r-plus-08-2024': { calls: true },
};

/** Returns what the fake knows of a model; undefined for one that there is not. */
export const fakeCommand = (model: unknown): FakeCommand | undefined => MODELS[String(model)];

const MEMBERS: ReadonlySet<string> = new Set(
  [
    'model messages stream tools strict_tools documents citation_options response_format safety_mode',
    'max_tokens stop_sequences temperature seed frequency_penalty presence_penalty k p logprobs',
    'tool_choice thinking priority raw_prompting',
  ]
    .join(' ')
    .split(' '),
);

const LIMITS: readonly (readonly [name: string, least: number, most: number])[] = [
  ['temperature', 0, 1],
  ['p', 0.01, 0.99],
  ['k', 0, 500],
  ['frequency_penalty', 0, 1],
  ['presence_penalty', 0, 1],
  ['max_tokens', 1, Infinity],
];

/** Returns what Cohere would refuse of a body; undefined for one that it takes. */
export function refusalOfChat(body: Fields): FakeReply | undefined {
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) {
    return refuse(`unknown field: parameter '${unknown}' is not a valid field`, 422);
  }
  const { model, stop_sequences: stop } = body;
  const command = fakeCommand(model);
  if (command === undefined) return refuse(`model '${String(model)}' not found`, 404);
  for (const [name, least, most] of LIMITS) {
    const value = body[name];
    if (value === undefined || (Number(value) >= least && Number(value) <= most)) continue;
    return refuse(`invalid request: ${name} must be between ${least} and ${most} inclusive.`);
  }
  if (Number(body['frequency_penalty'] ?? 0) > 0 && Number(body['presence_penalty'] ?? 0) > 0) {
    return refuse('invalid request: cannot specify both frequency_penalty and presence_penalty.');
  }
  if ([stop ?? []].flat().length > 5) return refuse('invalid request: too many stop sequences.');
  const sentence =
    problemOfThinking(body, command) ??
    problemOfTools(body, command) ??
    problemOfMessages(listOf(body['messages']), command);
  return sentence === undefined ? undefined : refuse(`invalid request: ${sentence}`);
}

function problemOfThinking({ thinking }: Fields, { thinks }: FakeCommand): string | undefined {
  if (thinking === undefined) return undefined;
  const { type, token_budget: budget, ...others } = fieldsOf(thinking);
  if (thinks !== true) return 'thinking is not supported by this model.';
  if (type !== 'enabled' && type !== 'disabled')
    return 'thinking.type must be enabled or disabled.';
  const isBudget = budget === undefined || (Number.isInteger(budget) && Number(budget) >= 1);
  return isBudget && Object.keys(others).length === 0
    ? undefined
    : 'thinking.token_budget must be a positive integer.';
}

function problemOfTools(body: Fields, { calls, isForced }: FakeCommand): string | undefined {
  const { tool_choice: choice, strict_tools: strict, response_format: format } = body;
  const tools = listOf(body['tools']);
  if (tools.length === 0) {
    return choice === undefined && strict === undefined
      ? undefined
      : 'tool_choice and strict_tools need tools.';
  }
  if (calls !== true) return 'tools are not supported by this model.';
  if (choice !== undefined && (isForced !== true || (choice !== 'REQUIRED' && choice !== 'NONE'))) {
    return 'tool_choice is not supported by this model, or not REQUIRED or NONE.';
  }
  if (format !== undefined && fieldsOf(format)['type'] !== 'text') {
    return 'response_format is not supported with tools.';
  }
  for (const { type, function: called } of tools) {
    const { name, parameters } = fieldsOf(called);
    if (type !== 'function') return 'tools must be of the type function.';
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(String(name))) {
      return `tool name ${String(name)} must be letters, digits, _ and -.`;
    }
    if (fieldsOf(parameters)['type'] !== 'object') return 'parameters must be an object schema.';
    if (strict === true && listOf(fieldsOf(parameters)['required']).length === 0) {
      return 'strict tools need at least one required parameter.';
    }
  }
  return undefined;
}

/** Each call is answered by a message of its own, directly behind it. */
function problemOfMessages(messages: readonly Fields[], command: FakeCommand): string | undefined {
  if (messages.length === 0) return 'messages must not be empty.';
  let open = new Set<string>();
  for (const [position, message] of messages.entries()) {
    const { role, content, tool_calls: calls, tool_plan: plan, tool_call_id: id } = message;
    if (role === 'tool') {
      if (!open.delete(String(id))) return `messages[${position}] answers no tool call.`;
      if (!hasText(content)) return `messages[${position}].content must not be empty.`;
      continue;
    }
    if (open.size > 0) return 'tool calls must be followed by a message for each of them.';
    if (role === 'system' && position > 0) return 'system turn must be the first in the list.';
    if (!['system', 'user', 'assistant'].includes(String(role)))
      return `unknown role ${String(role)}.`;
    const ids = listOf(calls).map((call) => String(call['id']));
    if (ids.length > 0 && role !== 'assistant') return 'only the assistant calls tools.';
    if (ids.length === 0 && (plan !== undefined || !hasText(content))) {
      return 'message must not be empty in a turn.';
    }
    const sees = listOf(content).some(({ type }) => type === 'image_url');
    if (sees && (role !== 'user' || command.sees !== true)) return 'images are not supported here.';
    const wrong = listOf(calls).find(
      ({ function: called }) => !isObject(fieldsOf(called)['arguments']),
    );
    if (wrong !== undefined) return 'arguments of a tool call must be a JSON object.';
    open = new Set(ids);
  }
  return undefined;
}

function hasText(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() !== '';
  const parts = listOf(content);
  const isGood = ({ type, text }: Fields) =>
    type === 'text'
      ? textOf(text)?.trim() !== ''
      : ['image_url', 'document', 'thinking'].includes(String(type));
  return parts.length > 0 && parts.every(isGood);
}

function isObject(text: unknown): boolean {
  try {
    return String(text).startsWith('{') && typeof JSON.parse(String(text)) === 'object';
  } catch {
    return false;
  }
}
