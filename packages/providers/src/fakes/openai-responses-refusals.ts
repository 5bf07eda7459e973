import { createHmac } from 'node:crypto';
import { fieldsOf, listOf, textOf, type Fields } from '../http/fields.ts';
import { setOf } from '../http/set-of.ts';
import type { FakeReply } from './fake-message.ts';
import { isVerbosity } from './openai-chat.ts';
import { openAiError } from './openai-shaped.ts';

/** Returns whether models of this name reason. */
export function reasons(model: unknown): boolean {
  return /^(o\d|gpt-[5-9])/.test(String(model));
}

/** Returns what the fake issues as the encrypted content of a reasoning item. */
export function sealOf(id: unknown): string {
  return `gAAAAA${createHmac('sha256', 'fake').update(String(id)).digest('base64')}`;
}

const MEMBERS = setOf(
  'model input instructions tools tool_choice parallel_tool_calls max_output_tokens max_tool_calls temperature top_p top_logprobs text reasoning include store stream stream_options truncation metadata service_tier safety_identifier user prompt_cache_key prompt_cache_options prompt_cache_retention moderation context_management access_programs client_metadata background previous_response_id',
);

/** Returns what OpenAI would refuse of a body; undefined for a body that it takes. */
export function refusalOfResponse(body: Fields): FakeReply | undefined {
  const { model, max_output_tokens: limit, include = [], stream } = body;
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) {
    return refuse(unknown, `Unknown parameter: '${unknown}'.`, 'unknown_parameter');
  }
  if (textOf(model) === undefined) return refuse('model', "Missing required parameter: 'model'.");
  if (limit != null && !(Number.isInteger(limit) && Number(limit) >= 16)) {
    const sentence =
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16.";
    return refuse('max_output_tokens', sentence, 'integer_below_min_value');
  }
  if (body['previous_response_id'] != null) {
    return openAiError(400, 'Previous response not found.', {
      code: 'previous_response_not_found',
    });
  }
  const isSampled = body['temperature'] != null || body['top_p'] != null;
  if (isSampled && reasons(model)) {
    return refuse('temperature', "Unsupported parameter: 'temperature'.", 'unsupported_parameter');
  }
  const { verbosity } = fieldsOf(body['text']);
  if (!isVerbosity(verbosity)) {
    return refuse('text.verbosity', `Invalid value: '${String(verbosity)}'.`);
  }
  if (body['stream_options'] !== undefined && stream !== true) {
    return refuse('stream_options', "The 'stream_options' parameter needs 'stream'.");
  }
  if ([include].flat().includes('reasoning.encrypted_content') && !reasons(model)) {
    return refuse('include', 'Encrypted content is not supported with this model.');
  }
  if (body['reasoning'] !== undefined && !reasons(model)) {
    return refuse('reasoning', "Unsupported parameter: 'reasoning'.", 'unsupported_parameter');
  }
  return refusalOfTools(body) ?? refusalOfItems(body['input']);
}

function refusalOfTools(body: Fields): FakeReply | undefined {
  const tools = listOf(body['tools']);
  const names = tools.map(({ name }) => String(name));
  for (const [position, { type, name, parameters, function: nested }] of tools.entries()) {
    const place = `tools[${position}]`;
    if (nested !== undefined || (type !== 'function' && type !== 'custom')) {
      return refuse(`${place}.type`, `Invalid value: '${String(type)}'.`);
    }
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(String(name))) {
      return refuse(`${place}.name`, `Invalid '${place}.name': does not match the pattern.`);
    }
    if (type === 'function' && fieldsOf(parameters)['type'] !== 'object') {
      return refuse(`${place}.parameters`, 'Invalid schema: must be of type object.');
    }
  }
  const choice = fieldsOf(body['tool_choice']);
  const allowed = [choice, ...listOf(choice['tools'])];
  const forced = allowed.flatMap(({ name }) => textOf(name) ?? []);
  const stray = forced.find((one) => !names.includes(one));
  if (stray === undefined) return undefined;
  return refuse('tool_choice', `Tool choice '${stray}' not found in 'tools' parameter.`);
}

const PARTS: Readonly<Record<string, RegExp>> = {
  user: /^input_(?:text|image|file)$/,
  developer: /^input_text$/,
  system: /^input_text$/,
  assistant: /^(?:output_text|refusal)$/,
};

function refusalOfItems(input: unknown): FakeReply | undefined {
  if (typeof input === 'string') return undefined;
  if (!Array.isArray(input) || input.length === 0) {
    return refuse('input', "Missing required parameter: 'input'.");
  }
  /** Ids of calls that await their output, with the type that it has to have. */
  const open = new Map<string, string>();
  const items = input.map(fieldsOf);
  for (const [position, item] of items.entries()) {
    const place = `input[${position}]`;
    const { type = 'message', call_id: id, role, content } = item;
    if (type === 'message') {
      const parts = listOf(content);
      const allowed = PARTS[String(role)];
      if (allowed === undefined)
        return refuse(`${place}.role`, `Invalid value: '${String(role)}'.`);
      const wrong = parts.find((part) => !allowed.test(String(part['type'])));
      if (wrong !== undefined) {
        return refuse(`${place}.content`, `Invalid value: '${String(wrong['type'])}'.`);
      }
    } else if (type === 'function_call' || type === 'custom_tool_call') {
      if (!/^.{1,64}$/s.test(String(id))) return refuse(`${place}.call_id`, 'Invalid call_id.');
      open.set(String(id), `${type}_output`);
    } else if (open.get(String(id)) === type) {
      open.delete(String(id));
    } else if (type === 'reasoning') {
      const refusal = refusalOfReasoning(item, items[position + 1], place);
      if (refusal !== undefined) return refusal;
    } else if (type === 'image_generation_call') {
      const isWhole = [item['id'], item['result']].every((text) => textOf(text) !== undefined);
      if (!isWhole) return refuse(place, 'Missing required parameter.');
    } else if (String(type).endsWith('_output')) {
      return refuse('input', `No tool call found for output with call_id ${String(id)}.`);
    } else {
      return refuse(`${place}.type`, `Invalid value: '${String(type)}'.`);
    }
  }
  const [unanswered] = open.keys();
  if (unanswered === undefined) return undefined;
  return refuse('input', `No tool output found for call ${unanswered}.`);
}

function refusalOfReasoning(
  { id, encrypted_content: sealed, summary }: Fields,
  next: Fields | undefined,
  place: string,
): FakeReply | undefined {
  const name = String(id);
  if (!Array.isArray(summary)) return refuse(`${place}.summary`, 'Missing required parameter.');
  if (sealed === undefined) {
    const sentence = `Item with id '${name}' not found. Items are not persisted when \`store\` is set to false.`;
    return openAiError(404, sentence, { param: 'input' });
  }
  if (sealed !== sealOf(id)) {
    const sentence = `The encrypted content for item ${name} could not be verified.`;
    return refuse('input', sentence, 'invalid_encrypted_content');
  }
  const follows = next?.['type'] ?? (next === undefined ? undefined : 'message');
  const isFollowed = follows !== undefined && next?.['role'] !== 'user';
  return isFollowed
    ? undefined
    : refuse(
        'input',
        `Item '${name}' of type 'reasoning' was provided without its required following item.`,
      );
}

function refuse(param: string, message: string, code = 'invalid_value'): FakeReply {
  return openAiError(400, message, { param, code });
}
