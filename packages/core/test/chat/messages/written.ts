import { MessageEventWriter, type ChatPart } from '@model-gateway/core/chat';
import { ISSUER } from '../arbitrary-answer.ts';
import { eventsOf, type MessageEvent } from './events.ts';

export const facts = {
  id: 'gen-1-a',
  created: 1_700_000_000,
  model: 'acme/quill-1',
  provider: 'Acme',
  estimatedInput: 7,
};
export const usage = { usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 1 }, cost: 0.25 };

/** The events of an answer that comes in steps of so many parts. */
export function written(parts: readonly ChatPart[], size = parts.length): readonly MessageEvent[] {
  const writer = new MessageEventWriter(facts);
  const frames: string[] = [];
  for (let from = 0; from < parts.length; from += size) {
    frames.push(...writer.write(parts.slice(from, from + size)));
  }
  return eventsOf([...frames, ...writer.end(usage)]);
}

/* Parts of answers. */

export const start: ChatPart = { type: 'start' };
export const open = (block: number, kind: 'text' | 'reasoning' | 'refusal'): ChatPart => ({
  type: 'open',
  block,
  kind,
});
export const call = (block: number, id: string): ChatPart => ({
  type: 'open',
  block,
  kind: 'call',
  id,
  name: id,
  by: 'client',
});
export const delta = (block: number, text: string): ChatPart => ({ type: 'delta', block, text });
export const close = (block: number, more: object = {}): ChatPart => ({
  type: 'close',
  block,
  ...more,
});
export const finish = (
  reason: 'stop' | 'length' | 'calls' | 'filter' | 'refusal' | 'pause' | 'other',
  more: object = {},
): ChatPart => ({ type: 'finish', reason, raw: undefined, ...more });
export const sealed = { issuer: ISSUER, data: { signature: 's' } };
export const said = [start, open(0, 'text'), delta(0, 'Hi'), close(0)];
