import type { GatewayRequest } from '../../http/message.ts';
import type { ChatMessage } from '../../ports/conversation.ts';
import type { ApiKey } from '../../ports/key-store.ts';
import { hashKey } from '../../secrets/hash-key.ts';
import { sessionIdIn } from '../../telemetry/trace-headers.ts';
import type { ReadConversation } from '../dialects/dialect.ts';

/** What a prompt in a provider's cache belongs to. */
export interface PromptOwner {
  /** Whether the client names it, by a session or a key of the cache. */
  readonly isNamed: boolean;
  /** Different for each caller. */
  id(): string;
}

/**
 * Returns whose prompt a request is: that of the session that the client names, else of the
 * conversation that begins in this way at these models. Source: contract §12.6.
 */
export function promptOwner(
  { sessionId, cacheKey, models, request: { messages } }: ReadConversation,
  { headers }: Pick<GatewayRequest, 'headers'>,
  caller: ApiKey | undefined,
): PromptOwner {
  // Clients send an empty text for none.
  const name = sessionId || sessionIdIn(headers) || cacheKey;
  // Most requests need none of it: one endpoint has no other before it.
  let id: string | undefined;
  return {
    isNamed: Boolean(name),
    id: () => (id ??= hashKey(`${caller?.hash ?? ''}\n${name || beginningOf(messages, models)}`)),
  };
}

/** The instructions and the first thing that anybody says. */
function beginningOf(messages: readonly ChatMessage[], models: readonly string[]): string {
  const first = [messages.find(isInstruction), messages.find((one) => !isInstruction(one))];
  return JSON.stringify([models, first], briefly);
}

function isInstruction({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** Marks of the cache move from turn to turn. Of pictures and long texts the beginning suffices. */
function briefly(name: string, value: unknown): unknown {
  if (name === 'cache') return undefined;
  if (typeof value !== 'string' || value.length <= LONG) return value;
  return `${value.slice(0, LONG)} ${value.length}`;
}

const LONG = 4096;
