import { ProviderFailure } from '@model-gateway/core';
import type { Block, ChatRequest } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import { fieldsOf, textOf } from '../../http/fields.ts';
import { base64Text } from '../../http/json-body.ts';
import { inputObject } from '../common/call-object.ts';
import { encodeTurns } from '../common/encode-turns.ts';
import type { NameMap } from '../common/name-map.ts';

type BlockOf<Type extends Block['type']> = Block & { readonly type: Type };

/**
 * Returns the messages of a conversation: instructions at its beginning are one, later ones are words
 * of the user; each result is a message of its own behind the call, and images of results are the
 * user's behind them. What stands beside calls is their plan. Reasoning is not sent back.
 */
export function encodeMessages(
  request: Pick<ChatRequest, 'messages'>,
  names: NameMap,
): readonly JsonObject[] {
  const blocks = {
    user: userParts,
    assistant: (block: Block) => assistantParts(block, names),
  };
  const { system, messages } = encodeTurns(request, blocks, { systemAnywhere: false });
  const instructions = system.length === 0 ? [] : [{ role: 'system', content: contentOf(system) }];
  return [
    ...instructions,
    ...messages.flatMap(({ role, content }) => {
      const parts = [content].flat().map(fieldsOf);
      return role === 'assistant' ? assistantMessages(parts) : userMessages(parts);
    }),
  ];
}

function userMessages(parts: readonly JsonObject[]): readonly JsonObject[] {
  const results = parts.filter(({ role }) => role === 'tool');
  const said = parts.filter(({ role }) => role !== 'tool');
  return said.length === 0 ? results : [...results, { role: 'user', content: contentOf(said) }];
}

function assistantMessages(parts: readonly JsonObject[]): readonly JsonObject[] {
  const calls = parts.filter(({ type }) => type === 'function');
  const said = parts.filter(({ type }) => type !== 'function');
  if (calls.length === 0) return [{ role: 'assistant', content: contentOf(said) }];
  const plan = said.map(({ text }) => textOf(text) ?? '').join('');
  return [{ role: 'assistant', tool_calls: calls, ...(plan !== '' && { tool_plan: plan }) }];
}

/** A single text is itself. */
function contentOf(parts: readonly JsonObject[]): unknown {
  const [first, ...others] = parts;
  return others.length === 0 && first?.['type'] === 'text' ? first['text'] : parts;
}

function userParts(block: Block): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return textPart(block.text);
    case 'media':
      return [imagePart(block)];
    case 'result':
      return resultParts(block);
    case 'call':
    case 'reasoning':
    case 'foreign':
      return [];
  }
}

function assistantParts(block: Block, names: NameMap): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return textPart(block.text);
    case 'call': {
      const { id, name, input } = block;
      // Judged here, and sent as it came.
      inputObject(block);
      const called = { name: names.toWire(name), arguments: input.trim() === '' ? '{}' : input };
      return [{ id, type: 'function', function: called }];
    }
    case 'reasoning':
    case 'media':
    case 'result':
    case 'foreign':
      return [];
  }
}

function textPart(text: string): readonly JsonObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

/** A result has texts only, and has to say something. */
function resultParts({ id, blocks }: BlockOf<'result'>): readonly JsonObject[] {
  const parts = blocks.flatMap(userParts);
  const texts = parts.filter(({ type }) => type === 'text');
  const content = texts.length === 0 ? '{}' : contentOf(texts);
  const media = parts.filter(({ type }) => type !== 'text');
  return [{ role: 'tool', tool_call_id: id, content }, ...media];
}

function imagePart({ kind, mediaType, detail, source }: BlockOf<'media'>): JsonObject {
  if (kind !== 'image') {
    throw new ProviderFailure('parameter', 'it takes images, but no sound, no film and no file');
  }
  const url =
    source.kind === 'url'
      ? source.value
      : base64Text(source, `data:${mediaType ?? 'image/png'};base64,`);
  return { type: 'image_url', image_url: { url, ...present({ detail }) } };
}
