import { ProviderFailure } from '@model-gateway/core';
import type { Block, ChatMessage, ChatRequest } from '@model-gateway/core/chat';
import { addAll, present, type JsonObject } from '@model-gateway/core/kit';
import { base64Text } from '../../http/json-body.ts';
import type { NameMap } from '../common/name-map.ts';
import { NineIds } from '../common/nine-ids.ts';
import { alternating } from './alternating.ts';
import type { RequestRules } from './request-rules.ts';

type BlockOf<Type extends Block['type']> = Block & { readonly type: Type };

interface Rules extends RequestRules {
  /** Whether the client spoke this wire's form, so that its own members mean something here. */
  readonly isOwnDialect: boolean;
}

/** Returns the turns of a conversation as messages. */
export function encodeMessages(
  { messages: given, dialect }: ChatRequest,
  names: NameMap,
  requestRules: RequestRules,
): readonly JsonObject[] {
  const rules: Rules = { ...requestRules, isOwnDialect: dialect === 'openai-chat' };
  const messages = rules.alternates === true ? alternating(given) : given;
  const ids = rules.callIds && new NineIds(rules.callIds);
  const idOf = (id: string) => ids?.of(id) ?? id;
  const turns: JsonObject[] = [];
  for (const message of messages) {
    const { name, role, blocks } = message;
    const extras = rules.isOwnDialect ? message.extras : undefined;
    const more = name === undefined ? extras : { ...extras, name };
    if (role === 'user') addAll(turns, userTurns(message, idOf, rules, more));
    else if (role === 'assistant') {
      const turn = assistantTurn(blocks, idOf, names, rules);
      const isEmpty = turn['content'] === '' && turn['tool_calls'] === undefined;
      if (!isEmpty || rules.emptyTurns !== false) turns.push({ role, ...turn, ...more });
    } else turns.push({ role: rules.system ?? role, content: contentOf(blocks, rules), ...more });
  }
  return turns;
}

/** Results are messages of their own; media in them, which the wire has no place for, follow them. */
function userTurns(
  { blocks }: ChatMessage,
  idOf: (id: string) => string,
  rules: Rules,
  more: object | undefined,
): readonly JsonObject[] {
  // Most turns, whose blocks need not be sorted.
  if (!blocks.some(isResult)) {
    return [{ role: 'user', content: contentOf(blocks, rules), ...more }];
  }
  const results = blocks.filter(isResult);
  const tools = results.map(({ id, blocks: inner }) => ({
    role: 'tool',
    tool_call_id: idOf(id),
    content: resultOf(inner, rules),
  }));
  const media = results.flatMap((result) => result.blocks.filter(({ type }) => type === 'media'));
  const said = [...media, ...blocks.filter(({ type }) => type !== 'result')];
  if (said.length === 0) return tools;
  return [...tools, { role: 'user', content: contentOf(said, rules), ...more }];
}

function isResult(block: Block): block is BlockOf<'result'> {
  return block.type === 'result';
}

/** A result without its media; some servers refuse an empty one, and models take it for nothing. */
function resultOf(blocks: readonly Block[], rules: Rules): string | readonly JsonObject[] {
  const said = blocks.filter(({ type }) => type !== 'media');
  if (said.length === 0 && blocks.length > 0) return 'The result is in the next user message.';
  return contentOf(said, rules);
}

function assistantTurn(
  blocks: readonly Block[],
  idOf: (id: string) => string,
  names: NameMap,
  rules: Rules,
): JsonObject {
  // Most turns, whose blocks need not be sorted.
  if (blocks.every(isSaid)) return { content: contentOf(blocks, rules) };
  const calls = blocks.filter((block): block is BlockOf<'call'> => block.type === 'call');
  const said = blocks.filter(isSaid);
  const images = blocks.filter(isImage);
  const reasoning = blocks
    .flatMap((block) => (block.type === 'reasoning' ? [block.text] : []))
    .join('');
  return present({
    // Null is allowed beside calls only, and some servers refuse an empty text there.
    content: said.length === 0 && calls.length > 0 ? null : contentOf(said, rules),
    ...(rules.replay !== undefined && reasoning !== '' && { [rules.replay]: reasoning }),
    tool_calls:
      calls.length === 0
        ? undefined
        : calls.map(({ id, name, input }) => ({
            id: idOf(id),
            type: 'function',
            function: { name: names.toWire(name), arguments: input === '' ? '{}' : input },
          })),
    images: images.length === 0 ? undefined : images.map(mediaPart),
  });
}

/** A refusal is a text: only OpenAI has a member for it, and others refuse that. */
function isSaid(block: Block): boolean {
  const { type } = block;
  return (
    type === 'text' ||
    type === 'refusal' ||
    type === 'foreign' ||
    (type === 'media' && !isImage(block))
  );
}

/** Images of the model have a place of their own, in which answers have them. */
function isImage(block: Block): block is BlockOf<'media'> {
  return block.type === 'media' && block.kind === 'image';
}

/** A text alone is written as one: some servers take nothing else in some roles. */
function contentOf(blocks: readonly Block[], rules: Rules): string | readonly JsonObject[] {
  const [first, ...others] = blocks;
  if (first === undefined) return '';
  const isMarked = markOf(first, rules) !== undefined;
  const isText = first.type === 'text' || first.type === 'refusal';
  if (others.length === 0 && isText && !isMarked) return first.text;
  return blocks.map((block) => ({ ...partOf(block), ...markOf(block, rules) }));
}

/** A breakpoint in the words of the server, else in those of a client that spoke its form. */
function markOf({ cache, extras }: Block, rules: Rules): JsonObject | undefined {
  if (rules.cacheMarks !== true) return rules.isOwnDialect ? extras : undefined;
  return cache && { cache_control: { type: 'ephemeral', ...cache } };
}

function partOf(block: Block): JsonObject {
  if (block.type === 'foreign') return block.value;
  if (block.type === 'media') return mediaPart(block);
  return { type: 'text', text: 'text' in block ? block.text : '' };
}

function mediaPart(block: BlockOf<'media'>): JsonObject {
  const { kind, mediaType, name, detail, source } = block;
  if (source.kind === 'text') return { type: 'text', text: source.value };
  const usual = kind === 'file' ? 'application/pdf' : `${kind}/*`;
  const url =
    source.kind === 'url' ? source.value : base64Text(source, `data:${mediaType ?? usual};base64,`);
  switch (kind) {
    case 'image':
      // Only Responses has `original`.
      return {
        type: 'image_url',
        image_url: present({ url, detail: detail === 'original' ? 'high' : detail }),
      };
    case 'video':
      return { type: 'video_url', video_url: { url } };
    case 'file':
      // Without a name OpenAI asks for the id of a stored file.
      return { type: 'file', file: { filename: name ?? 'file', file_data: url } };
    case 'audio':
      if (source.kind === 'url')
        throw new ProviderFailure('parameter', 'it takes sound as data only');
      return {
        type: 'input_audio',
        input_audio: {
          data: base64Text(source),
          format: (mediaType ?? 'audio/wav').replace('audio/', ''),
        },
      };
  }
}
