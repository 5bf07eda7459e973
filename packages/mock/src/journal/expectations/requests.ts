import { replaceSecrets } from '@model-gateway/core/kit';
import type { ChatPattern } from '../../chat/chat-pattern.ts';
import { checkNames } from '../../check-names.ts';
import type { AnyOperation } from '../../rules/operation-types.ts';
import type { TextPattern } from '../../pattern.ts';
import type { RequestPattern } from '../../rules/request-pattern.ts';
import { anyText, checkJournalPattern, type JournalPattern } from '../criteria.ts';
import { Expectations } from './expectations.ts';
import { toEntry } from '../to-entry.ts';
import type { JournalEntry } from '../../journal-entry.ts';
import { callOf, type AnyMethod } from '../request-assertion-error.ts';
import type { RequestSelection, RequestSource } from '../selection.ts';
import { WAIT_OPTIONS, waitUntil, type WaitOptions } from '../wait-until.ts';

type BodyPattern<Operation extends AnyOperation> = NonNullable<RequestPattern<Operation>['body']>;
type QueryPattern<Operation extends AnyOperation> = NonNullable<RequestPattern<Operation>['query']>;

/** A request and the expectations that a test may have of it. */
export interface JournaledRequest<Operation extends AnyOperation = '*'> extends JournalEntry {
  /** The body is like this: it has these members, whatever else it has. */
  expectBody(body: BodyPattern<Operation>): JournaledRequest<Operation>;
  /** The query has these parameters, whatever else it has. */
  expectQuery(query: QueryPattern<Operation>): JournaledRequest<Operation>;
  /** Expects a header and, if `value` is given, that it matches. Names are case-insensitive. */
  expectHeader(name: string, value?: TextPattern): JournaledRequest<Operation>;
  /** The conversation is like this, as in rules. */
  expectChat(pattern: ChatPattern): JournaledRequest<Operation>;
}

/**
 * A selection of a tenant's requests, and the expectations that a test may have of them. It is
 * evaluated at each call, so it can be made before the requests. A failed expectation throws an
 * error that shows the nearest requests; secrets are compared, but not shown.
 */
export class Requests<Operation extends AnyOperation = '*'> {
  readonly #source: RequestSource;
  readonly #selection: RequestSelection;
  readonly #expectations: Expectations;

  constructor(source: RequestSource, selection: RequestSelection) {
    this.#source = source;
    this.#selection = selection;
    this.#expectations = new Expectations(source, selection);
  }

  /** Those of them that are like this. */
  where(pattern: JournalPattern<Operation>): Requests<Operation> {
    checkJournalPattern(pattern);
    const { name, patterns } = this.#selection;
    return new Requests(this.#source, { name, patterns: [...patterns, ofAny(pattern)] });
  }

  /** Oldest first. */
  all(): readonly JournalEntry[] {
    const { redaction } = this.#source.journal;
    return this.#expectations.records().map((record) => toEntry(record, redaction));
  }

  first(): JournaledRequest<Operation> {
    return this.#one(0, this.first);
  }

  last(): JournaledRequest<Operation> {
    return this.#one(-1, this.last);
  }

  /** The request at this position: 0 is the first, -1 the last. */
  at(position: number): JournaledRequest<Operation> {
    return this.#one(position, this.at);
  }

  /** There are exactly this many. */
  expectCount(count: number): Requests<Operation> {
    this.#expectations.count(count, callOf(this.expectCount));
    return this;
  }

  expectNone(): Requests<Operation> {
    this.#expectations.count(0, callOf(this.expectNone));
    return this;
  }

  /** There are some, and the body of each is like this: it has these members, whatever else. */
  expectBody(body: BodyPattern<Operation>): Requests<Operation> {
    this.#expectations.each(ofAny({ body }), callOf(this.expectBody));
    return this;
  }

  /** There are some, and the query of each has these parameters, whatever else. */
  expectQuery(query: QueryPattern<Operation>): Requests<Operation> {
    this.#expectations.each(ofAny({ query }), callOf(this.expectQuery));
    return this;
  }

  /** There are some, and each has the header and, if `value` is given, one like that. */
  expectHeader(name: string, value: TextPattern = anyText): Requests<Operation> {
    this.#expectations.each({ headers: { [name]: value } }, callOf(this.expectHeader));
    return this;
  }

  /** There are some, and the conversation of each is like this, as in rules. */
  expectChat(pattern: ChatPattern): Requests<Operation> {
    this.#expectations.each({ chat: checkedChat(pattern) }, callOf(this.expectChat));
    return this;
  }

  /** There are some, and the input of each has about this many tokens, as `countTokens` counts. */
  expectTokens({ atLeast = 0, atMost = Infinity }: TokenLimits): Requests<Operation> {
    const tokens = Object.assign((count: number) => count >= atLeast && count <= atMost, {
      toString: () => `${atLeast} to ${atMost} tokens`,
    });
    this.#expectations.each({ chat: { tokens } }, callOf(this.expectTokens));
    return this;
  }

  /** Nothing in the conversations looks like a key, a password or another credential. */
  expectNoSecrets(): Requests<Operation> {
    const messages = Object.assign((said: unknown) => !hasSecrets(said), {
      toString: () => 'no secrets',
    });
    this.#expectations.each({ chat: { messages } }, callOf(this.expectNoSecrets));
    return this;
  }

  /** Resolves once there are this many, at once if there are; rejects when that takes too long. */
  async waitFor(options: WaitOptions = {}): Promise<Requests<Operation>> {
    checkNames('GW1211', 'waitFor()', options, WAIT_OPTIONS);
    const { count = 1, timeoutMs = 1000 } = options;
    const call = callOf(this.waitFor);
    const hasCome = () =>
      this.#expectations.records().filter(({ isComplete }) => isComplete).length >= count;
    const end = await waitUntil(hasCome, this.#source, { ...options, timeoutMs });
    const within = end === 'closed' ? ' before the tenant was closed' : ` within ${timeoutMs} ms`;
    this.#expectations.atLeast(count, call, within);
    return this;
  }

  #one(position: number, method: AnyMethod): JournaledRequest<Operation> {
    const call = callOf(method);
    const record = this.#expectations.at(position, call);
    const expect = (pattern: JournalPattern, by: AnyMethod) => {
      this.#expectations.one(record, pattern, callOf(by));
      return request;
    };
    const request: JournaledRequest<Operation> = {
      ...toEntry(record, this.#source.journal.redaction),
      expectBody: (body) => expect(ofAny({ body }), request.expectBody),
      expectQuery: (query) => expect(ofAny({ query }), request.expectQuery),
      expectHeader: (name, value = anyText) =>
        expect({ headers: { [name]: value } }, request.expectHeader),
      expectChat: (pattern) => expect({ chat: checkedChat(pattern) }, request.expectChat),
    };
    return request;
  }
}

/** Limits of the tokens of an input, both included. */
export interface TokenLimits {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** Throws GW1303 for what is no pattern of a conversation. */
function checkedChat(pattern: ChatPattern): ChatPattern {
  checkJournalPattern({ chat: pattern });
  return pattern;
}

function hasSecrets(said: unknown): boolean {
  let found = false;
  replaceSecrets(JSON.stringify(said), (secret) => {
    found = true;
    return secret;
  });
  return found;
}

/**
 * The operation of a pattern says which members make sense in it, and nothing about how they are
 * compared, so a pattern for one is a pattern for any.
 */
function ofAny(pattern: object): JournalPattern {
  return pattern;
}
