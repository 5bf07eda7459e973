import type { ChatJob, Wire } from '@model-gateway/core/chat';
import type { JsonObject } from '@model-gateway/core/kit';

/**
 * Returns the members of a request that its adapter wrote by itself: `carried` are those that say
 * what the conversation says, and clients of the same wire may have sent more.
 */
export function ownMembers(
  json: JsonObject,
  { request, options }: Pick<ChatJob, 'request' | 'options'>,
  carried: ReadonlySet<string>,
  wire: Wire,
): readonly string[] {
  const sent = { ...(request.dialect === wire && request.extras), ...options };
  return Object.keys(json).filter((name) => !carried.has(name) && !Object.hasOwn(sent, name));
}
