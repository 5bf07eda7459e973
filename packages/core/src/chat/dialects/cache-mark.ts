import { isJsonObject, type JsonObject } from '../../json-value.ts';
import type { Block, CacheMark } from '../../ports/conversation.ts';
import { given } from './members.ts';

/**
 * Reads the breakpoint behind a part. One in OpenAI's words is one for every provider, and goes on as
 * written to endpoints of the client's wire.
 */
export function readMark(part: JsonObject): Pick<Block, 'cache' | 'extras'> {
  const { cache_control: mark, prompt_cache_breakpoint: breakpoint } = part;
  const extras = isJsonObject(breakpoint) ? { prompt_cache_breakpoint: breakpoint } : undefined;
  return given({ cache: readCacheMark(mark ?? breakpoint), extras });
}

/** Reads a breakpoint of the prompt cache; undefined without one. */
export function readCacheMark(mark: unknown): CacheMark | undefined {
  if (!isJsonObject(mark)) return undefined;
  const { ttl } = mark;
  return ttl === '5m' || ttl === '1h' ? { ttl } : {};
}
