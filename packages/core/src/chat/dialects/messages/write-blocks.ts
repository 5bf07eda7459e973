import { isJsonObject, type JsonObject } from '../../../json-value.ts';
import { parseExactly } from '../../../long-numbers.ts';
import type { Block, CallBlock, Sealed } from '../../../ports/conversation.ts';
import { packSealed } from '../../sealed-text.ts';

/** Writes a block of an answer; nothing for one that the dialect has no place for. */
export function writeBlock(block: Block): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return block.text === '' ? [] : [textBlock(block.text)];
    case 'reasoning':
      if (block.text !== '') return [thinkingBlock(block.text, block.sealed)];
      return block.sealed === undefined ? [] : [sealedBlock(block.sealed)];
    case 'call': {
      const input = inputOf(block);
      if (block.by === 'provider' || input === undefined) return [];
      const call = callBlock(block, input);
      return block.sealed === undefined ? [call] : [call, sealOfCall(block.sealed, block.id)];
    }
    case 'foreign':
      return block.wire === 'anthropic-messages' ? [block.value] : [];
    case 'media':
    case 'result':
      return [];
  }
}

/** Clients expect a list of citations, and `@ai-sdk/anthropic` 3 takes no null in its place. */
export function textBlock(text: string): JsonObject {
  return { type: 'text', text, citations: [] };
}

/** Reasoning that nobody signed has an empty signature. */
export function thinkingBlock(thinking: string, sealed: Sealed | undefined): JsonObject {
  return { type: 'thinking', thinking, signature: signatureOf(sealed) };
}

export function signatureOf(sealed: Sealed | undefined): string {
  return sealed === undefined ? '' : packSealed(sealed);
}

/** Writes reasoning without text: redacted where its issuer redacted it, else only its signature. */
export function sealedBlock(sealed: Sealed): JsonObject {
  const isRedacted = typeof sealed.data['data'] === 'string';
  return isRedacted
    ? { type: 'redacted_thinking', data: packSealed(sealed) }
    : thinkingBlock('', sealed);
}

/** Writes the sealed data of a call behind it: the call itself has no place for it. */
export function sealOfCall(sealed: Sealed, callId: string): JsonObject {
  return { type: 'redacted_thinking', data: packSealed(sealed, callId) };
}

export function callBlock(
  { id, name }: Pick<CallBlock, 'id' | 'name'>,
  input: JsonObject,
): JsonObject {
  return { type: 'tool_use', id, name, input, caller: { type: 'direct' } };
}

/** Undefined for the input of a call that was cut off, which nobody should run. */
function inputOf({ input, isCut }: CallBlock): JsonObject | undefined {
  if (isCut === true) return undefined;
  if (input === '') return {};
  try {
    const value = parseExactly(input);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
