import { byteLength } from '../../bytes/byte-length.ts';
import { mostTokensOf, type Measured } from '../../inference/money/tokens.ts';
import type { JsonObject } from '../../json-value.ts';
import type { Block, ChatRequest } from '../../ports/conversation.ts';

/** What of a conversation determines how many tokens it has. */
export interface ConversationSize extends Measured {
  readonly messages: number;
  readonly tools: number;
  /** Those that are images. */
  readonly images: number;
}

/** Measures a conversation without a tokenizer, whose time would grow with what clients send. */
export function sizeOf(request: ChatRequest): ConversationSize {
  const { messages, tools, hostedTools = [], format, extras } = request;
  const total = { bytes: bytesOf(extras), media: 0, images: 0 };
  const addAll = (blocks: readonly Block[]) => {
    for (const block of blocks) {
      total.bytes += bytesOf(block.sealed?.data) + bytesOf(block.extras);
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
          total.bytes += byteLength(block.name ?? '');
          if (block.source.kind === 'text') total.bytes += byteLength(block.source.value);
          total.media++;
          if (block.kind === 'image') total.images++;
      }
    }
  };
  for (const { name = '', blocks, extras: more } of messages) {
    total.bytes += byteLength(name) + bytesOf(more);
    addAll(blocks);
  }
  for (const { name, description = '', parameters, extras: more } of tools) {
    total.bytes += byteLength(name) + byteLength(description) + bytesOf(parameters) + bytesOf(more);
  }
  for (const { value } of hostedTools) total.bytes += bytesOf(value);
  if (format.kind === 'schema') total.bytes += bytesOf(format.schema);
  return { ...total, messages: messages.length, tools: tools.length + hostedTools.length };
}

const TOKENS_PER_MESSAGE = 16;
const TOKENS_PER_TOOL = 64;

/** Returns the most tokens that a conversation can have. Source: contract §12.10. */
export function mostTokens(size: ConversationSize, tokensPerMedia?: number): number {
  const { messages, tools } = size;
  const around = messages * TOKENS_PER_MESSAGE + tools * TOKENS_PER_TOOL;
  return mostTokensOf(size, tokensPerMedia) + around;
}

/** An empty object stands for nothing given. */
function bytesOf(value: JsonObject | undefined): number {
  return value === undefined || isEmpty(value) ? 0 : byteLength(JSON.stringify(value));
}

function isEmpty(value: JsonObject): boolean {
  for (const _ in value) return false;
  return true;
}
