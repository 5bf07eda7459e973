import type { Block, ChatMessage, ChatTool, Wire } from '@model-gateway/core/chat';
import { aChatRequest } from '../../../core/test/chat/a-chat-request.ts';

/* What conversations are made of, as core has them. */

export const said = (role: ChatMessage['role'], ...blocks: readonly Block[]): ChatMessage => ({
  role,
  blocks,
});
export const text = (value: string, more: object = {}): Block => ({
  type: 'text',
  text: value,
  ...more,
});
export const thought = (value: string, more: object = {}): Block => ({
  type: 'reasoning',
  text: value,
  isSummary: false,
  ...more,
});
export const call = (id: string, name: string, input: string, more: object = {}): Block => ({
  type: 'call',
  id,
  name,
  input,
  by: 'client',
  ...more,
});
export const result = (id: string, ...blocks: readonly Block[]): Block => ({
  type: 'result',
  id,
  isError: false,
  blocks,
});
export const media = (more: object): Block => ({
  type: 'media',
  kind: 'image',
  mediaType: 'image/png',
  source: { kind: 'base64', value: 'AAAA' },
  ...more,
});
export const foreign = (wire: Wire, value: object): Block => ({
  type: 'foreign',
  wire,
  value: { ...value },
});
export const tool = (name: string, more: Partial<ChatTool> = {}): ChatTool => ({ name, ...more });

/** A request of no more than a word. */
export const BARE = aChatRequest({ model: 'acme/quill', messages: [said('user', text('Hi'))] });
