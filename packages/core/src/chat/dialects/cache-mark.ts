import { isJsonObject } from '../../json-value.ts';
import type { CacheMark } from '../../ports/conversation.ts';

/** Reads a breakpoint of the prompt cache; undefined without one. */
export function readCacheMark(mark: unknown): CacheMark | undefined {
  if (!isJsonObject(mark)) return undefined;
  const { ttl } = mark;
  return ttl === '5m' || ttl === '1h' ? { ttl } : {};
}
