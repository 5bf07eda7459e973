import type { GatewayRequest } from '@model-gateway/core/http';
import { isJsonObject, readConversation, type JsonObject } from '@model-gateway/core/kit';

/** Where each operation has the turns. */
const TURNS: Readonly<Record<string, string>> = { createResponse: 'input' };

/**
 * Returns what the gateway accepts of a body that it refuses: the turns that may follow those before
 * them, and the members that it can read; what is missing is filled in. Undefined where that is not a
 * conversation either.
 */
export function mendedBody(
  operation: string,
  body: unknown,
  request: Pick<GatewayRequest, 'headers'>,
): JsonObject | undefined {
  const given = isJsonObject(body) ? body : {};
  const isRead = (one: JsonObject) => readConversation(operation, one, request) !== undefined;
  if (isRead(given)) return given;
  const name = TURNS[operation] ?? 'messages';
  const turns = Array.isArray(given[name]) ? given[name] : [];
  const { model } = given;
  const base = {
    model: typeof model === 'string' && model !== '' ? model : 'any',
    ...(operation === 'createMessage' && { max_tokens: MOST_TOKENS }),
  };
  // Mostly the fault is in another member, and none has to be looked for among the turns.
  const areRead = turns.length > 0 && isRead({ ...base, [name]: turns });
  let kept: readonly unknown[] = areRead ? turns : [];
  for (const turn of areRead ? [] : turns) {
    const more = [...kept, turn];
    if (isRead({ ...base, [name]: more })) kept = more;
  }
  // A turn of the user is what a conversation cannot be without.
  if (kept.length === 0) kept = [{ role: 'user', content: '-' }];
  let mended: JsonObject = { ...base, [name]: kept };
  if (!isRead(mended)) return undefined;
  for (const [member, value] of Object.entries(given)) {
    if (member === name) continue;
    const more = { ...mended, [member]: value };
    if (isRead(more)) mended = more;
  }
  return mended;
}

/** Where a request does not say. */
const MOST_TOKENS = 4096;
