import type { Block, ChatRequest } from '@model-gateway/core/chat';

/** What a message adds beside its text. */
export const PER_MESSAGE = 3;

/**
 * Estimates the tokens of a text: a run of letters or digits is one for every four characters begun,
 * any other visible character is one. An estimate, but the same in every release, never 0 for text
 * that shows, and never less for more text.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return countAny(text);
    if (isAlphanumeric(code)) {
      // Each fourth character begins a token.
      if (run++ % 4 === 0) tokens++;
    } else {
      run = 0;
      if (!isSpace(code)) tokens++;
    }
  }
  return tokens;
}

/** The same of any text, at twenty times the cost. */
function countAny(text: string): number {
  let tokens = 0;
  for (const [run, word] of text.matchAll(/([\p{L}\p{N}]+)|\S/gu)) {
    tokens += word === undefined ? 1 : Math.ceil(run.length / 4);
  }
  return tokens;
}

/** Of ASCII. */
function isAlphanumeric(code: number): boolean {
  const letter = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}

/** Of ASCII. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Estimates the tokens of a conversation, its tools and its schema included. */
export function countInput(request: ChatRequest): number {
  let tokens = countPreamble(request);
  for (const { blocks } of request.messages) tokens += PER_MESSAGE + countBlocks(blocks);
  return tokens;
}

/** Estimates the tokens of what stands before the messages: the tools and the schema. */
export function countPreamble({ tools, format }: Pick<ChatRequest, 'tools' | 'format'>): number {
  let tokens = format.kind === 'schema' ? countTokens(JSON.stringify(format.schema ?? {})) : 0;
  for (const { name, description = '', parameters = {} } of tools) {
    tokens += countTokens(`${name} ${description} ${JSON.stringify(parameters)}`);
  }
  return tokens;
}

/** As of an image of medium size; what it shows is not looked at. */
const PER_MEDIA = 256;

function countBlocks(blocks: readonly Block[]): number {
  return blocks.reduce((tokens, block) => tokens + countBlock(block), 0);
}

/** Estimates the tokens of a part of a message. */
export function countBlock(block: Block): number {
  if (block.type === 'media') return PER_MEDIA;
  if (block.type === 'result') return countBlocks(block.blocks);
  if (block.type === 'call') return countTokens(`${block.name} ${block.input}`);
  if (block.type === 'foreign') return countTokens(JSON.stringify(block.value));
  return countTokens(block.text);
}
