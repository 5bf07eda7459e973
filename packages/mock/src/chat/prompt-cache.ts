import { hashKey } from '@model-gateway/core';
import type { CacheMark, ChatMessage, ChatRequest } from '@model-gateway/core/chat';
import { countBlock, countInput, countPreamble, PER_MESSAGE } from './count-tokens.ts';

/** What of a prompt a provider had in its cache, and what it took in, in tokens. */
export interface CachedTokens {
  /** Of the whole prompt, estimated. */
  readonly input: number;
  readonly read: number;
  readonly written: number;
  /** The part of `written` that is kept for an hour. */
  readonly writtenForAnHour: number;
}

/** Shorter prompts are not cached, and longer ones in steps. Source: the providers' guides. */
const LEAST = 1024;
const STEP = 128;
const KEPT_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 };
const MOST_PREFIXES = 10_000;

/** A prompt up to one place in it. */
interface Prefix {
  readonly tokens: number;
  readonly hash: string;
  /** The mark at its end, in the dialect that has them. */
  readonly mark: CacheMark | undefined;
}

/**
 * The prompts that a tenant's models have seen lately, as their providers remember them: every prefix
 * for five minutes, or with `cache_control` those that end with a mark. What is read lives on.
 */
export class PromptCache {
  /** When each prefix is forgotten, by its hash. */
  readonly #prefixes = new Map<string, number>();

  /** Returns what was there of a prompt at a moment, and remembers it. */
  ask(request: ChatRequest, now: number): CachedTokens {
    const isMarked = request.dialect === 'anthropic-messages';
    const input = countInput(request);
    // Most prompts are short, and hashing them is what takes time.
    const prefixes = input < LEAST ? [] : prefixesOf(request, isMarked);
    const known = prefixes.findLast(({ hash }) => (this.#prefixes.get(hash) ?? 0) > now);
    for (const { hash, mark } of prefixes) this.#keep(hash, now + KEPT_MS[mark?.ttl ?? '5m']);
    const read = known?.tokens ?? 0;
    if (!isMarked) {
      return { input, read: Math.floor(read / STEP) * STEP, written: 0, writtenForAnHour: 0 };
    }
    const last = prefixes.at(-1);
    const written = Math.max(0, (last?.tokens ?? 0) - read);
    return { input, read, written, writtenForAnHour: last?.mark?.ttl === '1h' ? written : 0 };
  }

  clear(): void {
    this.#prefixes.clear();
  }

  #keep(hash: string, until: number): void {
    this.#prefixes.delete(hash);
    this.#prefixes.set(hash, until);
    const [oldest] = this.#prefixes.keys();
    if (this.#prefixes.size > MOST_PREFIXES && oldest !== undefined) this.#prefixes.delete(oldest);
  }
}

/** The prefixes of a prompt that are long enough, shortest first. */
function prefixesOf(request: ChatRequest, isMarked: boolean): readonly Prefix[] {
  const { messages, tools, format, model } = request;
  let tokens = countPreamble(request);
  let hash = hashKey(JSON.stringify([model, tools.map(withoutMark), format]));
  const found: Prefix[] = [];
  const toolMark = tools.findLast(({ cache }) => cache !== undefined)?.cache;
  if (isMarked && toolMark !== undefined) found.push({ tokens, hash, mark: toolMark });
  for (const { role, blocks } of messages) {
    tokens += PER_MESSAGE;
    for (const [position, block] of blocks.entries()) {
      tokens += countBlock(block);
      hash = hashKey(`${hash}\n${role}\n${JSON.stringify(withoutMark(block))}`);
      const isEnd = isMarked ? block.cache !== undefined : position === blocks.length - 1;
      if (isEnd) found.push({ tokens, hash, mark: block.cache });
    }
  }
  return found.filter((prefix) => prefix.tokens >= LEAST);
}

function withoutMark({
  cache: _cache,
  ...rest
}: ChatRequest['tools'][number] | ChatMessage['blocks'][number]): object {
  return rest;
}
