import { Buffer } from 'node:buffer';
import { ProviderFailure } from '@model-gateway/core';
import type { Block, CacheMark } from '@model-gateway/core/chat';
import type { JsonObject } from '@model-gateway/core/kit';
import { base64Text } from '../../http/json-body.ts';
import { inputObject } from '../common/call-object.ts';
import type { NameMap } from '../common/name-map.ts';
import type { NineIds } from '../common/nine-ids.ts';

type BlockOf<Type extends Block['type']> = Block & { readonly type: Type };

/** What the blocks of a request have in common. */
export interface BlockContext {
  readonly names: NameMap;
  readonly ids: NineIds;
  /** Whether the model has a prompt cache that is told its breakpoints. */
  readonly hasCache: boolean;
}

/** Returns the breakpoint of the prompt cache behind a block, which is a block of its own. */
export function cachePoint(
  cache: CacheMark | undefined,
  { hasCache }: Pick<BlockContext, 'hasCache'>,
): readonly JsonObject[] {
  return cache === undefined || !hasCache ? [] : [{ cachePoint: { type: 'default', ...cache } }];
}

/** Returns a block of a turn of the user, or of instructions; nothing for what says nothing. */
export function userBlock(block: Block, context: BlockContext): readonly JsonObject[] {
  const after = cachePoint(block.cache, context);
  switch (block.type) {
    case 'text':
    case 'refusal':
      return block.text.trim() === '' ? [] : [{ text: block.text }, ...after];
    case 'media':
      return [mediaBlock(block), ...after];
    case 'result':
      return [resultBlock(block, context), ...after];
    case 'call':
    case 'reasoning':
    case 'foreign':
      return [];
  }
}

/** Returns a block of a turn of the model; nothing for what cannot be said again. */
export function assistantBlock(block: Block, context: BlockContext): readonly JsonObject[] {
  switch (block.type) {
    case 'call': {
      const { id, name } = block;
      const toolUse = {
        toolUseId: context.ids.of(id),
        name: context.names.toWire(name),
        input: inputObject(block),
      };
      return [{ toolUse }, ...cachePoint(block.cache, context)];
    }
    case 'reasoning':
      return reasoningBlock(block);
    case 'text':
    case 'refusal':
      return userBlock(block, context);
    case 'media':
    case 'result':
    case 'foreign':
      return [];
  }
}

/** Reasoning goes back as it came, or not at all. */
function reasoningBlock({ text, sealed }: BlockOf<'reasoning'>): readonly JsonObject[] {
  const { signature, data } = sealed?.data ?? {};
  if (typeof signature === 'string') {
    return [{ reasoningContent: { reasoningText: { text, signature } } }];
  }
  return typeof data === 'string' ? [{ reasoningContent: { redactedContent: data } }] : [];
}

function resultBlock({ id, isError, blocks }: BlockOf<'result'>, context: BlockContext) {
  const within = { ...context, hasCache: false };
  const content = blocks.flatMap((block) => userBlock(block, within));
  return {
    toolResult: {
      toolUseId: context.ids.of(id),
      // A result has to hold something.
      content: content.length === 0 ? [{ json: {} }] : content,
      ...(isError && { status: 'error' }),
    },
  };
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
]);

function mediaBlock({ kind, mediaType, name, source }: BlockOf<'media'>): JsonObject {
  const isText = source.kind === 'text';
  const bytes = isText ? Buffer.from(source.value).toString('base64') : base64Text(source);
  const type = mediaType ?? (kind === 'file' ? 'application/pdf' : `${kind}/png`);
  if (kind === 'image' || kind === 'video') {
    return { [kind]: { format: type.replace(/^.*\//, ''), source: { bytes } } };
  }
  const format = FORMATS.get(type);
  if (kind !== 'file' || format === undefined) {
    throw new ProviderFailure('parameter', `it takes images, films, PDF and text, got ${type}`);
  }
  return { document: { format, name: nameOf(name), source: { bytes } } };
}

/** The interface takes letters, digits, brackets, dashes and single blanks in a name. */
function nameOf(name = 'document'): string {
  const plain = name.replace(/[^A-Za-z0-9()[\]-]+/g, ' ').trim();
  return plain === '' ? 'document' : plain;
}
