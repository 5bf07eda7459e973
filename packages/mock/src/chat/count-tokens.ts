import type { Block, ChatRequest } from '@model-gateway/core/chat';

/** What a message adds beside its text. */
const PER_MESSAGE = 3;

/**
 * Estimates the tokens of a text: a run of letters or digits is one for every four characters begun,
 * any other visible character is one. An estimate, but the same in every release, never 0 for text
 * that shows, and never less for more text.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [run, word] of text.matchAll(/([\p{L}\p{N}]+)|\S/gu)) {
    tokens += word === undefined ? 1 : Math.ceil(run.length / 4);
  }
  return tokens;
}

/** Estimates the tokens of a conversation, its tools and its schema included. */
export function countInput({ messages, tools, format }: ChatRequest): number {
  let tokens = format.kind === 'schema' ? countTokens(JSON.stringify(format.schema ?? {})) : 0;
  for (const { name, description = '', parameters = {} } of tools) {
    tokens += countTokens(`${name} ${description} ${JSON.stringify(parameters)}`);
  }
  for (const { blocks } of messages) tokens += PER_MESSAGE + countBlocks(blocks);
  return tokens;
}

/** As of an image of medium size; what it shows is not looked at. */
const PER_MEDIA = 256;

function countBlocks(blocks: readonly Block[]): number {
  let tokens = 0;
  for (const block of blocks) {
    if (block.type === 'media') tokens += PER_MEDIA;
    else if (block.type === 'result') tokens += countBlocks(block.blocks);
    else if (block.type === 'call') tokens += countTokens(`${block.name} ${block.input}`);
    else if (block.type === 'foreign') tokens += countTokens(JSON.stringify(block.value));
    else tokens += countTokens(block.text);
  }
  return tokens;
}
