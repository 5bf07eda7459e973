import { systemClock, type Clock } from '@model-gateway/core';
import {
  ANY_TEXT,
  either,
  FUNCTION,
  ITERABLE,
  OBJECT,
  TEXT,
  TEXTS,
  type OptionTable,
  type ValueRule,
} from '@model-gateway/core/kit';
import { checkedBaseUrl } from '../http/check-base-url.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import { senderFor, type Access, type UnsignedRequest, type Upstream } from '../http/upstream.ts';
import type { AccessOptions } from './access-options.ts';
import { Secret } from './secret.ts';

/** Who a provider is and how it is reached, whatever it makes. */
export interface ProviderBase<Own> {
  /** Text, or a function of the options. */
  readonly slug: string | ((options: Own) => string);
  readonly name: string | ((options: Own) => string);
  /** The customary environment variable of its key, for messages; nothing reads it. */
  readonly env?: string;
  /** With its version segment, or a function of the options. */
  readonly baseUrl: string | ((options: Own) => string);
  /** Appended to every path below the base URL. */
  readonly query?: string;
  /** Hosts beside the base URL's that may get the key. */
  readonly keyHosts?: readonly string[];
  /** Returns the headers that open the provider; a signature is of the request. */
  readonly authorize: (
    key: string,
    options: Own,
    request: UnsignedRequest,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Where its errors mean something else than the common tables say. */
  readonly failures?: readonly FailureRule[];
  /** What its key is tried with; undefined where every request costs or needs more than the key. */
  readonly keyTest?: KeyTest;
  /** Its own options, beside those that every provider takes, and what each has to be. */
  readonly options?: {
    readonly [Name in Exclude<keyof Own & string, keyof AccessOptions | 'models'>]-?: ValueRule;
  };
}

/** A request that costs nothing and that only a key makes. */
export interface KeyTest {
  /** Below the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the base URL of the interface that has it, where that is another one. */
  readonly base?: (baseUrl: string) => string;
  /** Where errors of it mean something else than errors of other requests. */
  readonly failures?: readonly FailureRule[];
}

/** What each member of `ProviderBase` has to be. */
export const BASE: OptionTable<ProviderBase<never>> = {
  slug: either(ANY_TEXT, FUNCTION),
  name: either(ANY_TEXT, FUNCTION),
  env: TEXT,
  baseUrl: either(ANY_TEXT, FUNCTION),
  query: TEXT,
  keyHosts: TEXTS,
  authorize: FUNCTION,
  failures: ITERABLE,
  keyTest: OBJECT,
  options: OBJECT,
};

/** Options as they are given, with what fills in for those that are not. */
export interface Named {
  readonly slug: string;
  readonly name: string;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Above it, an answer is malformed. */
  readonly maxAnswerBytes: number;
}

/** Returns the options that every provider has a default for. */
export function namedOf<Own>(
  { slug, name }: ProviderBase<Own>,
  options: AccessOptions & Own,
): Named {
  return {
    slug: options.slug ?? of(slug, options),
    name: options.name ?? of(name, options),
    clock: options.clock ?? systemClock,
    random: options.random ?? uniform,
    maxAnswerBytes: options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
  };
}

const DEFAULT_MAX_ANSWER_BYTES = 512 * 1024 * 1024;

function uniform(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

/** A provider that can be called. */
export interface Opened {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly secret: Secret;
  /** The host of its base URL, which no text of it may say. */
  readonly host: string;
  readonly access: Access;
  readonly upstream: Upstream;
}

/** Opens the way to a provider. Throws `TypeError` for an invalid base URL. */
export function openProvider<Own>(
  definition: ProviderBase<Own>,
  options: AccessOptions & Own,
  { clock, random, maxAnswerBytes }: Named,
): Opened {
  const { http, apiKey } = options;
  const { query, keyHosts = [], failures = [] } = definition;
  const secret = new Secret(apiKey);
  const baseUrl = checkedBaseUrl(options.baseUrl ?? of(definition.baseUrl, options));
  const headers: Access['headers'] = (request, signal) => {
    const key = secret.read(signal);
    // Most keys are texts, which need not be waited for.
    if (typeof key === 'string') return definition.authorize(key, options, request);
    return key.then((read) => definition.authorize(read, options, request));
  };
  const access = { http, baseUrl, query, keyHosts, headers };
  const upstream = { http, clock, random, maxAnswerBytes, failures, send: senderFor(access) };
  return { baseUrl, secret, host: new URL(baseUrl).hostname, access, upstream };
}

/** Returns a text, or what a function of the options says. */
export function of<Own>(text: string | ((options: Own) => string), options: Own): string {
  return typeof text === 'string' ? text : text(options);
}
