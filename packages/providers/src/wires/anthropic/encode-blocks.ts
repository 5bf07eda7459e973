import { Buffer } from 'node:buffer';
import { ProviderFailure } from '@model-gateway/core';
import type { Block, CacheMark } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import { inputObject } from '../common/call-object.ts';
import type { NameMap } from '../common/name-map.ts';
import type { NineIds } from '../common/nine-ids.ts';
import { base64Text } from '../../http/json-body.ts';

type BlockOf<Type extends Block['type']> = Block & { readonly type: Type };

/** What the blocks of a request have in common. */
export interface BlockContext {
  readonly names: NameMap;
  readonly ids: NineIds;
  /** Whether the client speaks this wire, so that what it knows itself goes on as written. */
  readonly isOwnDialect: boolean;
}

/** Returns the breakpoint of the prompt cache behind a block. */
export function cacheControl(cache: CacheMark | undefined): JsonObject {
  return cache === undefined ? {} : { cache_control: { type: 'ephemeral', ...cache } };
}

/** Returns a block of a turn of the user, or of instructions; nothing for what says nothing. */
export function userBlock(block: Block, context: BlockContext): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return textBlock(block, context);
    case 'media':
      return [{ ...mediaBlock(block, context), ...cacheControl(block.cache) }];
    case 'result':
      return [resultBlock(block, context)];
    case 'foreign':
      return [block.value];
    case 'call':
    case 'reasoning':
      return [];
  }
}

/** Returns a block of a turn of the model; nothing for what cannot be said again. */
export function assistantBlock(block: Block, context: BlockContext): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return textBlock(block, context);
    case 'call':
      return [
        {
          type: 'tool_use',
          id: context.ids.of(block.id),
          name: context.names.toWire(block.name),
          input: inputObject(block),
          ...cacheControl(block.cache),
        },
      ];
    case 'reasoning':
      return thinkingBlock(block);
    case 'foreign':
      return [block.value];
    case 'media':
    case 'result':
      return [];
  }
}

/** Anthropic refuses text of blanks alone. */
function textBlock(
  { text, cache, extras }: BlockOf<'text'> | BlockOf<'refusal'>,
  { isOwnDialect }: BlockContext,
): readonly JsonObject[] {
  if (text.trim() === '') return [];
  return [{ ...(isOwnDialect && extras), type: 'text', text, ...cacheControl(cache) }];
}

/** Thinking goes back as it came, or not at all: unsigned text would be taken for an attack. */
function thinkingBlock({ text, sealed }: BlockOf<'reasoning'>): readonly JsonObject[] {
  const { signature, data } = sealed?.data ?? {};
  if (typeof signature === 'string') return [{ type: 'thinking', thinking: text, signature }];
  return typeof data === 'string' ? [{ type: 'redacted_thinking', data }] : [];
}

function resultBlock({ id, isError, blocks, cache }: BlockOf<'result'>, context: BlockContext) {
  const content = blocks.flatMap((block) => userBlock(block, context));
  return {
    type: 'tool_result',
    tool_use_id: context.ids.of(id),
    ...(content.length > 0 && { content }),
    ...(isError && { is_error: true }),
    ...cacheControl(cache),
  };
}

function mediaBlock(
  { kind, mediaType, name, source, extras }: BlockOf<'media'>,
  { isOwnDialect }: BlockContext,
): JsonObject {
  const { kind: place } = source;
  if (kind === 'image') {
    return place === 'url'
      ? { type: 'image', source: { type: 'url', url: source.value } }
      : {
          type: 'image',
          source: {
            type: 'base64',
            media_type: mediaType ?? 'image/png',
            data: base64Text(source),
          },
        };
  }
  if (kind !== 'file') {
    throw new ProviderFailure(
      'parameter',
      'it takes images and documents, but no sound and no film',
    );
  }
  return {
    ...(isOwnDialect && extras),
    type: 'document',
    source: documentSource(source, mediaType),
    ...present({ title: name }),
  };
}

function documentSource(
  source: BlockOf<'media'>['source'],
  mediaType = 'application/pdf',
): JsonObject {
  const { kind: place } = source;
  if (place === 'url') return { type: 'url', url: source.value };
  const text = (data: string) => ({ type: 'text', media_type: 'text/plain', data });
  if (place === 'text') return text(source.value);
  if (mediaType.startsWith('text/')) return text(Buffer.from(source.value, 'base64').toString());
  if (mediaType === 'application/pdf') {
    return { type: 'base64', media_type: mediaType, data: base64Text(source) };
  }
  throw new ProviderFailure('parameter', `it takes PDF and text as documents, got ${mediaType}`);
}
