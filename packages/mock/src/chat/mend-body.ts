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
  const { model, [name]: said, ...members } = given;
  const turns = typeof said === 'string' ? [{ role: 'user', content: said }] : listOf(said);
  const base = {
    model: typeof model === 'string' && model !== '' ? model : 'any',
    ...(operation === 'createMessage' && { max_tokens: MOST_TOKENS }),
  };
  const kept = acceptedOf(turns, (some) => isRead({ ...base, [name]: some }));
  // A turn of the user is what a conversation cannot be without.
  const mended = { ...base, [name]: kept.length > 0 ? kept : [{ role: 'user', content: '-' }] };
  if (kept.length === 0 && !isRead(mended)) return undefined;
  const read = acceptedOf(Object.entries(members), (some) =>
    isRead({ ...mended, ...Object.fromEntries(some) }),
  );
  return { ...mended, ...Object.fromEntries(read) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns the items that are accepted behind those before them: all of them, or what is left of each
 * half. After many attempts only the last item is still looked at, so that the cost is that of the
 * length.
 */
function acceptedOf<Item>(
  items: readonly Item[],
  isAccepted: (some: readonly Item[]) => boolean,
): readonly Item[] {
  let kept: readonly Item[] = [];
  let attempts = MOST_ATTEMPTS;
  const add = (some: readonly Item[]): void => {
    if (some.length === 0 || attempts === 0) return;
    attempts--;
    const more = [...kept, ...some];
    if (isAccepted(more)) kept = more;
    else if (some.length > 1) {
      const half = Math.ceil(some.length / 2);
      add(some.slice(0, half));
      add(some.slice(half));
    }
  };
  add(items);
  if (attempts > 0 || kept.at(-1) === items.at(-1)) return kept;
  attempts = 1;
  add(items.slice(-1));
  return kept;
}

const MOST_ATTEMPTS = 200;

/** Where a request does not say. */
const MOST_TOKENS = 4096;
