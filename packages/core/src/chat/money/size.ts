import { byteLength } from '../../bytes/byte-length.ts';
import type { JsonObject } from '../../json-value.ts';
import type { Block, ChatRequest } from '../../ports/conversation.ts';

/** What of a conversation determines how many tokens it has. */
export interface ConversationSize {
  /** Of all text that reaches the model, in UTF-8. */
  readonly bytes: number;
  readonly messages: number;
  readonly tools: number;
  /** Images, sounds, films and documents. */
  readonly media: number;
  /** Those that are images. */
  readonly images: number;
}

/** Measures a conversation without a tokenizer, whose time would grow with what clients send. */
export function sizeOf(request: ChatRequest): ConversationSize {
  const { messages, tools, hostedTools = [], format, extras } = request;
  const total = { bytes: bytesOf(extras), media: 0, images: 0 };
  const addAll = (blocks: readonly Block[]) => {
    for (const block of blocks) {
      if (block.sealed !== undefined) total.bytes += bytesOf(block.sealed.data);
      switch (block.type) {
        case 'text':
        case 'reasoning':
        case 'refusal':
          total.bytes += byteLength(block.text);
          break;
        case 'call':
          total.bytes += byteLength(block.name) + byteLength(block.input);
          break;
        case 'result':
          addAll(block.blocks);
          break;
        case 'foreign':
          total.bytes += bytesOf(block.value);
          break;
        case 'media':
          if (block.source.kind === 'text') total.bytes += byteLength(block.source.value);
          total.media++;
          if (block.kind === 'image') total.images++;
      }
    }
  };
  for (const { name, blocks } of messages) {
    total.bytes += name === undefined ? 0 : byteLength(name);
    addAll(blocks);
  }
  for (const { name, description, parameters } of tools) {
    total.bytes += byteLength(name) + byteLength(description ?? '') + bytesOf(parameters ?? {});
  }
  for (const { value } of hostedTools) total.bytes += bytesOf(value);
  if (format.kind === 'schema') total.bytes += bytesOf(format.schema ?? {});
  return { ...total, messages: messages.length, tools: tools.length + hostedTools.length };
}

const TOKENS_PER_MESSAGE = 16;
const TOKENS_PER_TOOL = 64;
const TOKENS_PER_MEDIA = 16_384;

/**
 * Returns the most tokens that a conversation can have: every tokenizer of bytes needs at most one
 * for each. Source: contract §12.10.
 */
export function mostTokens(
  { bytes, messages, tools, media }: ConversationSize,
  tokensPerMedia = TOKENS_PER_MEDIA,
): number {
  return bytes + messages * TOKENS_PER_MESSAGE + tools * TOKENS_PER_TOOL + media * tokensPerMedia;
}

/** A long word of blanks may be one token. */
const MOST_BYTES_PER_TOKEN = 64;

/** Returns the fewest tokens that a conversation can have. */
export function fewestTokens({ bytes }: ConversationSize): number {
  return Math.floor(bytes / MOST_BYTES_PER_TOKEN);
}

const USUAL_BYTES_PER_TOKEN = 3.6;
const USUAL_TOKENS_PER_MEDIA = 1024;

/** Estimates the tokens of a conversation, for a charge where nobody counted them. */
export function estimatedInput({ bytes, media }: ConversationSize): number {
  return estimatedTokens(bytes) + media * USUAL_TOKENS_PER_MEDIA;
}

/** Estimates the tokens of text of this many bytes. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / USUAL_BYTES_PER_TOKEN);
}

/** An empty object stands for nothing given. */
function bytesOf(value: JsonObject): number {
  return Object.keys(value).length === 0 ? 0 : byteLength(JSON.stringify(value));
}
