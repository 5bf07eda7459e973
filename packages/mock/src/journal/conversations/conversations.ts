import { quoteValue } from '@model-gateway/core/kit';
import { isConversationLike, type ChatPattern } from '../../chat/chat-pattern.ts';
import { checkJournalPattern } from '../criteria.ts';
import {
  RequestAssertionError,
  callOf,
  type AnyMethod,
  type Call,
} from '../request-assertion-error.ts';
import type { RequestSource } from '../selection.ts';
import { Thread, threadText } from './thread.ts';
import { threadsOf, type ThreadRequests } from './threads.ts';

/**
 * The conversations of a tenant: its requests, joined where one goes on with another, repeated ones
 * too. It is evaluated at each call, so it can be made before the requests.
 */
export class Conversations {
  readonly #source: RequestSource;
  readonly #pattern: ChatPattern | undefined;

  constructor(source: RequestSource, pattern?: ChatPattern) {
    if (pattern !== undefined) checkJournalPattern({ chat: pattern });
    this.#source = source;
    this.#pattern = pattern;
  }

  /** Those of which a request is like the pattern, in the order of their beginnings. */
  all(): readonly Thread[] {
    return this.#found().map((requests) => new Thread(this.#source, requests));
  }

  /** The only conversation; throws unless there is exactly one. */
  only(): Thread {
    return this.#at(0, 1, this.only);
  }

  first(): Thread {
    return this.#at(0, undefined, this.first);
  }

  last(): Thread {
    return this.#at(-1, undefined, this.last);
  }

  /** The conversation at this position: 0 is the first, -1 the last. */
  at(position: number): Thread {
    return this.#at(position, undefined, this.at);
  }

  /** There are exactly this many. */
  expectCount(count: number): Conversations {
    this.#counted(count, callOf(this.expectCount));
    return this;
  }

  #at(position: number, count: number | undefined, method: AnyMethod): Thread {
    const call = callOf(method);
    const found = count === undefined ? this.#found() : this.#counted(count, call);
    const requests = found.at(position);
    if (requests !== undefined) return new Thread(this.#source, requests);
    throw this.#miscount(`at least ${position < 0 ? -position : position + 1}`, found, call);
  }

  #counted(count: number, call: Call): readonly ThreadRequests[] {
    const found = this.#found();
    if (found.length === count) return found;
    throw this.#miscount(quoteValue(count), found, call);
  }

  #miscount(wanted: string, found: readonly ThreadRequests[], call: Call): Error {
    const { redaction } = this.#source.journal;
    const all = threadsOf(this.#source.journal.records());
    const like = this.#pattern === undefined ? '' : ' like the pattern';
    const title = found.length > 0 ? 'there are' : 'there are others';
    const shown = found.length > 0 ? found : all;
    const texts = shown.slice(0, MOST_SHOWN).map((each) => threadText(each, redaction));
    const evidence = texts.length === 0 ? 'no conversation came' : `${title}:\n${texts.join('\n')}`;
    const message = `expected ${wanted} conversations${like}, got ${found.length}\n\n${evidence}\n\n[GW1301]`;
    return new RequestAssertionError({ message, actual: found.length, expected: wanted }, call);
  }

  #found(): readonly ThreadRequests[] {
    const pattern = this.#pattern;
    const threads = threadsOf(this.#source.journal.records());
    if (pattern === undefined) return threads;
    return threads.filter((requests) =>
      requests.some(({ conversation }) => isConversationLike(conversation, pattern)),
    );
  }
}

const MOST_SHOWN = 5;
