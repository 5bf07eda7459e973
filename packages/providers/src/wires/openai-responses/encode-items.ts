import { ProviderFailure } from '@model-gateway/core';
import type { Block, ChatMessage, ChatRequest } from '@model-gateway/core/chat';
import { isJsonObject, jsonIn, type JsonObject, present } from '@model-gateway/core/kit';
import type { NameMap } from '../common/name-map.ts';
import { NineIds } from '../common/nine-ids.ts';
import { base64Text } from '../../http/json-body.ts';

type BlockOf<Type extends Block['type']> = Block & { readonly type: Type };

/** Returns the turns of a conversation as input items, in their order. */
export function encodeItems(request: ChatRequest, names: NameMap): readonly JsonObject[] {
  const { messages, tools } = request;
  const isOwnDialect = request.dialect === 'openai-responses';
  const ids = new NineIds(CALL_ID);
  const freeform = new Set(tools.flatMap(({ name, freeform: free }) => (free ? [name] : [])));
  const freeCalls = new Set<string>();

  const callItem = ({ id, name, input }: BlockOf<'call'>): JsonObject => {
    const common = { call_id: ids.of(id), name: names.toWire(name) };
    if (!freeform.has(name)) {
      return { type: 'function_call', ...common, arguments: input === '' ? '{}' : input };
    }
    freeCalls.add(id);
    return { type: 'custom_tool_call', ...common, input: freeTextOf(input) };
  };
  const resultItem = ({ id, blocks }: BlockOf<'result'>): JsonObject => ({
    type: freeCalls.has(id) ? 'custom_tool_call_output' : 'function_call_output',
    call_id: ids.of(id),
    output: outputOf(blocks, isOwnDialect),
  });
  const assistantItem = (block: Block): readonly JsonObject[] => {
    switch (block.type) {
      case 'text':
        return [{ ...assistantSays(block.text), ...present({ phase: block.phase }) }];
      case 'refusal':
        return [assistantSays(block.text)];
      case 'call':
        return [callItem(block)];
      case 'reasoning':
        return reasoningItem(block);
      case 'foreign':
        return [block.value];
      case 'media':
        return [imageItem(block)];
      default:
        return [];
    }
  };

  return messages.flatMap((message): readonly JsonObject[] => {
    const { role, blocks } = message;
    if (role === 'assistant') return blocks.flatMap(assistantItem);
    const items = blocks.flatMap((block) => (block.type === 'result' ? [resultItem(block)] : []));
    const said = blocks.filter((block) => block.type !== 'result' && !isItem(block));
    const foreign = blocks.flatMap((block) =>
      block.type === 'foreign' && isItem(block) ? [block.value] : [],
    );
    return [
      ...items,
      ...foreign,
      ...(said.length === 0 ? [] : [spoken(message, said, isOwnDialect)]),
    ];
  });
}

/** Ids as the interface takes them. */
const CALL_ID = /^[\s\S]{1,64}$/;

/** Whether a block is an item of its own rather than a part of a message. */
function isItem(block: Block): boolean {
  return block.type === 'foreign' && !/^(?:in|out)put_/.test(String(block.value['type']));
}

function assistantSays(text: string): JsonObject {
  return { type: 'message', role: 'assistant', content: text };
}

/** An image that a model made: one of another interface is left out before. */
function imageItem({ source, extras }: BlockOf<'media'>): JsonObject {
  const result = base64Text(source);
  return { ...extras, type: 'image_generation_call', status: 'completed', result };
}

function spoken(
  { role, extras }: ChatMessage,
  blocks: readonly Block[],
  isOwnDialect: boolean,
): JsonObject {
  return {
    ...(isOwnDialect && extras),
    type: 'message',
    // Its models follow developers; the older name is for other servers.
    role: role === 'system' ? 'developer' : role,
    content: blocks.flatMap((block) => partsOf(block, isOwnDialect)),
  };
}

/**
 * Reasoning that its issuer cannot recognise would be refused. Clients bring back what is sealed, or
 * anything else in its place: nothing but the two members is taken, and no id alone, by which the
 * provider would look for what it keeps.
 */
function reasoningItem({ text, isSummary, sealed }: BlockOf<'reasoning'>): readonly JsonObject[] {
  const { id, encrypted_content } = sealed?.data ?? {};
  if (typeof encrypted_content !== 'string') return [];
  const summary = isSummary && text !== '' ? [{ type: 'summary_text', text }] : [];
  const content = !isSummary && text !== '' ? [{ type: 'reasoning_text', text }] : undefined;
  const own = present({ content, id: typeof id === 'string' ? id : undefined });
  return [{ type: 'reasoning', summary, ...own, encrypted_content }];
}

function outputOf(blocks: readonly Block[], isOwnDialect: boolean): string | readonly JsonObject[] {
  const isText = blocks.every(({ type, extras }) => type === 'text' && !(isOwnDialect && extras));
  if (!isText) return blocks.flatMap((block) => partsOf(block, isOwnDialect));
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function partsOf(block: Block, isOwnDialect: boolean): readonly JsonObject[] {
  const extras = isOwnDialect ? block.extras : undefined;
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ ...extras, type: 'input_text', text: block.text }];
    case 'media':
      return [{ ...extras, ...mediaPart(block) }];
    case 'foreign':
      return [block.value];
    default:
      return [];
  }
}

function mediaPart({ kind, mediaType, name, detail, source }: BlockOf<'media'>): JsonObject {
  if (source.kind === 'text') return { type: 'input_text', text: source.value };
  const usual = kind === 'file' ? 'application/pdf' : `${kind}/*`;
  const isUrl = source.kind === 'url';
  const data = isUrl ? '' : base64Text(source, `data:${mediaType ?? usual};base64,`);
  switch (kind) {
    case 'image':
      return {
        type: 'input_image',
        image_url: isUrl ? source.value : data,
        detail: detail ?? 'auto',
      };
    case 'file':
      // A file in the request needs a name, whatever it is.
      return isUrl
        ? { type: 'input_file', file_url: source.value, ...present({ filename: name }) }
        : { type: 'input_file', file_data: data, filename: name ?? 'file' };
    default:
      throw new ProviderFailure('parameter', 'it takes images and files, but no sound and no film');
  }
}

/** The text in the arguments of a tool that takes text. */
function freeTextOf(input: string): string {
  const value = jsonIn(input);
  const text = isJsonObject(value) ? value['input'] : undefined;
  return typeof text === 'string' ? text : input;
}
