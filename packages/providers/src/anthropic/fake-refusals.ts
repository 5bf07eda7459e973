import { isJsonObject } from '@model-gateway/core/kit';
import type { FakeReply } from '../fakes/fake-message.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../http/fields.ts';
import { setOf } from '../http/set-of.ts';
import { fakeClaude, refuse, type FakeClaude } from './fake-claude.ts';
import { refusalOfTurns } from './fake-turns.ts';

const MEMBERS = setOf(
  'model max_tokens messages system tools tool_choice stop_sequences stream thinking output_config metadata cache_control container context_management diagnostics service_tier mcp_servers fallbacks',
);
const SAMPLING = ['temperature', 'top_p', 'top_k'];

/** Returns what Anthropic would refuse of a body; undefined for one that it takes. */
export function refusalOfMessage(body: Fields, version: string | undefined): FakeReply | undefined {
  const isOld = version === '2023-06-01';
  if (!isOld && version !== '2026-10-21') {
    return refuse(`anthropic-version: "${version ?? ''}" is not a valid version`);
  }
  for (const name of Object.keys(body)) {
    const isKnown = MEMBERS.has(name) || (isOld && SAMPLING.includes(name));
    if (!isKnown) return refuse(`${name}: Extra inputs are not permitted`);
  }
  const { model, max_tokens: limit, messages, metadata, stop_sequences: stop = [] } = body;
  if (textOf(model) === undefined) return refuse('model: Field required');
  const claude = fakeClaude(model);
  if (claude === undefined) return refuse(`model: ${String(model)}`, 404, 'not_found_error');
  if (limit === undefined) return refuse('max_tokens: Field required');
  if (!(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= 128_000)) {
    return refuse('max_tokens: Input should be greater than or equal to 1 and at most 128000');
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    return refuse('messages: at least one message is required');
  }
  if (Object.keys(fieldsOf(metadata)).some((name) => name !== 'user_id')) {
    return refuse('metadata: Extra inputs are not permitted');
  }
  if ([stop].flat().some((text) => textOf(text)?.trim() === '')) {
    return refuse('stop_sequences: each stop sequence must contain non-whitespace');
  }
  return (
    refusalOfSampling(body, claude) ??
    refusalOfThinking(body, claude) ??
    refusalOfTools(body, claude) ??
    refusalOfFormat(body, claude) ??
    refusalOfTurns(body, claude, version)
  );
}

function refusalOfSampling(body: Fields, { isSampled }: FakeClaude): FakeReply | undefined {
  const given = SAMPLING.filter((name) => body[name] !== undefined);
  const [first] = given;
  if (first === undefined) return undefined;
  if (!isSampled) return refuse(`\`${first}\` is deprecated for this model.`);
  const { temperature = 1 } = body;
  if (!(Number(temperature) >= 0 && Number(temperature) <= 1)) {
    return refuse('temperature: range: 0..1');
  }
  if (body['temperature'] !== undefined && body['top_p'] !== undefined) {
    return refuse('`temperature` and `top_p` cannot both be specified for this model.');
  }
  const { type } = fieldsOf(body['thinking']);
  const isThinking = type === 'enabled' || type === 'adaptive';
  return isThinking
    ? refuse('`temperature` may only be set to 1 when thinking is enabled.')
    : undefined;
}

function refusalOfThinking(body: Fields, { thinking: types }: FakeClaude): FakeReply | undefined {
  const { thinking, max_tokens: limit } = body;
  if (thinking === undefined) return undefined;
  const { type, budget_tokens: budget, display } = fieldsOf(thinking);
  if (!types.includes(String(type))) {
    return refuse(`"thinking.type.${String(type)}" is not supported for this model.`);
  }
  if (display !== undefined && display !== 'summarized' && display !== 'omitted') {
    return refuse('thinking.display: Input should be summarized or omitted');
  }
  if (type !== 'enabled') return undefined;
  if (!(Number(budget) >= 1024)) {
    return refuse('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  }
  return Number(budget) < Number(limit)
    ? undefined
    : refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
}

function refusalOfTools(body: Fields, { isForced }: FakeClaude): FakeReply | undefined {
  const tools = listOf(body['tools']);
  const custom = tools.filter(({ type = 'custom' }) => type === 'custom');
  for (const [
    position,
    { name, input_schema: schema, description = '', strict },
  ] of custom.entries()) {
    const place = `tools.${position}.custom`;
    if (!/^[A-Za-z0-9_-]{1,128}$/.test(String(name))) {
      return refuse(`${place}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    }
    if (typeof description !== 'string')
      return refuse(`${place}.description: Input should be a valid string`);
    if (fieldsOf(schema)['type'] !== 'object')
      return refuse(`${place}.input_schema.type: Field required`);
    const open = strict === true ? openIn(schema) : undefined;
    if (open !== undefined) return refuse(`${place}.input_schema: ${open}`);
  }
  const { tool_choice: choice, thinking } = body;
  const { type, name } = fieldsOf(choice);
  if (choice !== undefined && !['auto', 'any', 'tool', 'none'].includes(String(type))) {
    return refuse('tool_choice: Input tag does not match any of the expected tags');
  }
  if (choice !== undefined && tools.length === 0) {
    return refuse('tool_choice may only be specified while providing tools.');
  }
  if (type !== 'any' && type !== 'tool') return undefined;
  if (!isForced) return refuse(`tool_choice.type "${type}" is not supported for this model.`);
  const thinks = fieldsOf(thinking)['type'];
  if (thinks === 'enabled')
    return refuse('Thinking may not be enabled when tool_choice forces tool use.');
  if (type === 'tool' && !tools.some((tool) => tool['name'] === name)) {
    return refuse(`Tool '${String(name)}' not found in provided tools`);
  }
  return undefined;
}

function refusalOfFormat(body: Fields, { efforts }: FakeClaude): FakeReply | undefined {
  const { effort, format, ...others } = fieldsOf(body['output_config']);
  const [other] = Object.keys(others);
  if (other !== undefined) return refuse(`output_config.${other}: Extra inputs are not permitted`);
  const asked = textOf(effort);
  if (effort !== undefined && !efforts.includes(asked ?? '')) {
    return refuse(`output_config.effort: "${asked ?? ''}" is not supported for this model.`);
  }
  if (format === undefined) return undefined;
  const { type, schema } = fieldsOf(format);
  if (type !== 'json_schema')
    return refuse('output_config.format.type: Input should be json_schema');
  const open = openIn(schema);
  return open === undefined ? undefined : refuse(`output_config.format.schema: ${open}`);
}

const UNKNOWN =
  /^(?:minimum|maximum|exclusive.*|multipleOf|minLength|maxLength|pattern|maxItems|uniqueItems|oneOf|not|patternProperties)$/;

/** What keeps an answer from being held to a schema: an open object, or a keyword. */
function openIn(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const isOpen = schema['type'] === 'object' && schema['additionalProperties'] !== false;
  if (isOpen) return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  const unknown = Object.keys(schema).find((keyword) => UNKNOWN.test(keyword));
  if (unknown !== undefined) return `property '${unknown}' is not supported`;
  const within = [
    ...Object.values(fieldsOf(schema['properties'])),
    ...Object.values(fieldsOf(schema['$defs'])),
    schema['items'],
    ...[schema['anyOf'] ?? []].flat(),
  ];
  return within.map(openIn).find((found) => found !== undefined);
}
