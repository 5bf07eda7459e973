import type { FakeReply } from '../fakes/fake-message.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../http/fields.ts';
import { refuse, sealOf, type FakeClaude } from './fake-claude.ts';

/** The blocks of a content, which may be a text. */
export function blocksOf(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content);
}

const BLOCKS: Readonly<Record<string, RegExp>> = {
  user: /^(?:text|image|document|tool_result|search_result|container_upload)$/,
  assistant:
    /^(?:text|tool_use|thinking|redacted_thinking|server_tool_use|compaction|.*_tool_result)$/,
  system: /^text$/,
};

/** Returns what Anthropic would refuse of the transcript. */
export function refusalOfTurns(
  body: Fields,
  { systemAnywhere, isPrefilled }: FakeClaude,
  version: string,
): FakeReply | undefined {
  const turns = listOf(body['messages']);
  const instructions = blocksOf(body['system']);
  if (instructions.some(({ type }) => type !== 'text'))
    return refuse('system: only text is allowed');
  const all = [...instructions, ...turns.flatMap(({ content }) => blocksOf(content))];
  const marks = all.filter((block) => block['cache_control'] !== undefined).length;
  if (marks > 4) {
    return refuse(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`);
  }
  const hasCalls = all.some(({ type }) => type === 'tool_use' || type === 'tool_result');
  if (hasCalls && [body['tools'] ?? []].flat().length === 0) {
    return refuse('Requests which include `tool_use` or `tool_result` blocks must define tools');
  }
  for (const [position, turn] of turns.entries()) {
    const role = String(turn['role']);
    const allowed = BLOCKS[role];
    if (allowed === undefined)
      return refuse(`messages.${position}.role: Unexpected role "${role}".`);
    const before = turns[position - 1];
    if (role === 'system' && !systemAnywhere) {
      return refuse("role 'system' is not supported on this model");
    }
    if (role === 'system' && before?.['role'] !== 'user') {
      return refuse(`messages.${position}: a system message must follow a user message`);
    }
    const refusal =
      refusalOfBlocks(blocksOf(turn['content']), `messages.${position}`, role, body, version) ??
      refusalOfResults(turns, position);
    if (refusal !== undefined) return refusal;
  }
  return refusalOfEnd(turns, isPrefilled) ?? refusalOfLoop(turns, body);
}

function refusalOfBlocks(
  blocks: readonly Fields[],
  turn: string,
  role: string,
  { model }: Fields,
  version: string,
): FakeReply | undefined {
  if (blocks.length === 0) return refuse(`${turn}: all messages must have non-empty content`);
  for (const [position, block] of blocks.entries()) {
    const place = `${turn}.content.${position}`;
    const { type, text, signature, thinking, data } = block;
    if (BLOCKS[role]?.test(String(type)) !== true) {
      return refuse(`${place}: Input tag '${String(type)}' is not allowed for role ${role}`);
    }
    if (type === 'text' && textOf(text)?.trim() === undefined) {
      return refuse(`${turn}: text content blocks must be non-empty`);
    }
    if (type === 'text' && String(text).trim() === '') {
      return refuse(`${turn}: text content blocks must contain non-whitespace text`);
    }
    const hasCitations = role === 'user' && [block['citations'] ?? []].flat().length > 0;
    if (type === 'text' && hasCitations && version === '2026-10-21') {
      return refuse(`${place}.text.citations: citations are not allowed in user messages`);
    }
    if (type === 'tool_use' && !/^[A-Za-z0-9_-]+$/.test(String(block['id']))) {
      return refuse(`${place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    }
    if (type === 'tool_use' && typeof block['input'] !== 'object') {
      return refuse(`${place}.tool_use.input: Input should be a valid dictionary`);
    }
    if (type === 'thinking' && signature === undefined) {
      return refuse(`${place}.thinking.signature: Field required`);
    }
    const isForged =
      (type === 'thinking' && signature !== sealOf(model, String(thinking))) ||
      (type === 'redacted_thinking' && data !== sealOf(model, 'redacted'));
    if (isForged) return refuse(`${place}: Invalid \`signature\` in \`thinking\` block`);
    const isMarked = block['cache_control'] !== undefined && String(type).endsWith('thinking');
    if (isMarked) return refuse(`${place}.cache_control: Extra inputs are not permitted`);
  }
  return undefined;
}

/** Every call is answered at the beginning of the next turn, and nothing else is. */
function refusalOfResults(turns: readonly Fields[], position: number): FakeReply | undefined {
  const idsOf = (turn: Fields | undefined, type: string, member: string) =>
    blocksOf(turn?.['content']).flatMap((block) =>
      block['type'] === type ? [String(block[member])] : [],
    );
  const turn = turns[position];
  const called = idsOf(turns[position - 1], 'tool_use', 'id');
  const answered = idsOf(turn, 'tool_result', 'tool_use_id');
  const orphan = answered.find((id) => !called.includes(id));
  if (orphan !== undefined) {
    return refuse(
      `messages.${position}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}`,
    );
  }
  const open = called.filter((id) => !answered.includes(id));
  const first = blocksOf(turn?.['content']).slice(0, answered.length);
  const isFirst = first.every(({ type }) => type === 'tool_result');
  if (open.length === 0 && isFirst) return undefined;
  return refuse(
    `messages.${position}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}`,
  );
}

function refusalOfEnd(turns: readonly Fields[], isPrefilled: boolean): FakeReply | undefined {
  const last = turns.at(-1);
  if (last?.['role'] !== 'assistant') return undefined;
  if (!isPrefilled) {
    return refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
  const text = textOf(blocksOf(last['content']).at(-1)?.['text']) ?? '';
  return text === text.trimEnd()
    ? undefined
    : refuse('messages: final assistant content cannot end with trailing whitespace');
}

/** With a budget, a turn that calls tools has to begin with what was thought. */
function refusalOfLoop(turns: readonly Fields[], body: Fields): FakeReply | undefined {
  if (fieldsOf(body['thinking'])['type'] !== 'enabled') return undefined;
  const results = blocksOf(turns.at(-1)?.['content']).some(({ type }) => type === 'tool_result');
  const first = String(blocksOf(turns.at(-2)?.['content'])[0]?.['type']);
  if (!results || first.endsWith('thinking')) return undefined;
  return refuse(
    `messages.${turns.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`.`,
  );
}
