import {
  ProviderFailure,
  systemClock,
  type AttemptContext,
  type CatalogEntry,
  type Clock,
  type HttpClient,
  type ImageEvent,
  type ImageJob,
  type ImageProvider,
  type Provider,
} from '@model-gateway/core';
import {
  ANY_TEXT,
  checkOptions,
  either,
  FUNCTION,
  ITERABLE,
  OBJECT,
  type OptionTable,
  TEXT,
  TEXTS,
  type ValueRule,
} from '@model-gateway/core/kit';
import { ChatCall } from '../chat/chat-call.ts';
import { checkChatEntry } from '../chat/check-chat-entry.ts';
import { chatCatalogEntry } from '../chat/chat-catalog-entry.ts';
import { chatFace, type ChatDefinition } from '../chat/chat-face.ts';
import { resolveChatModels, type ChatEntry } from '../chat/chat-model.ts';
import { isChatEntry, splitEntries } from '../chat/split-entries.ts';
import { Call } from './call.ts';
import { catalogEntryOf } from './catalog-entry.ts';
import { checkedBaseUrl } from '../http/check-base-url.ts';
import { checkIsObject, checkKey, checkProviderOptions } from '../options/check-options.ts';
import { failureOfCall } from '../http/failure-of-call.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import { mayPassThrough } from '../options/forbidden-options.ts';
import {
  resolveModels,
  type ModelEntry,
  type ModelRow,
  type ModelTable,
  type RetiredModel,
  type RowFacts,
} from '../options/model-table.ts';
import { senderFor, type Upstream } from '../http/upstream.ts';

/** Options that every provider takes. */
export interface ProviderOptions<Wire = object> {
  /** The provider's key, or a function that returns a fresh one before each call. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** The guarded HTTP client, which has to allow `baseUrl` if that is not a public address. */
  readonly http: HttpClient;
  /** The models to serve, by model id; by default all of the provider's table. */
  readonly models?: Readonly<Record<string, ModelEntry<Wire> | ChatEntry>> | undefined;
  /** Another address with the same interface, with its version segment. */
  readonly baseUrl?: string | undefined;
  /** Lower case; `provider.only` and `provider.order` refer to it. */
  readonly slug?: string | undefined;
  /** Display name, also sent in the header `x-provider-name`. */
  readonly name?: string | undefined;
  /** Limit of an answer in bytes, above which it is malformed; 512 MiB by default. */
  readonly maxAnswerBytes?: number | undefined;
  readonly clock?: Clock | undefined;
  /** From 0 to 1, for the jitter of polls. */
  readonly random?: (() => number) | undefined;
}

/** A provider that can list its models. */
export interface ListedProvider extends Provider {
  readonly images: ImageProvider;
  /** The address that it calls, with its version segment. */
  readonly baseUrl: string;
  /** Catalog entries of its models, for example for `createMemoryModelStore`. */
  readonly catalog: readonly CatalogEntry[];
  /** Where what is known about each of its models comes from, for the operator. */
  readonly models: readonly ListedModel[];
  /** Models that `models` names and that are left out, because they were retired: warn of them. */
  readonly retired: readonly RetiredModel[];
}

/** A model that a provider serves, and how far its prices can be relied on. */
export interface ListedModel {
  readonly id: string;
  /** The provider's own name of the model. */
  readonly upstream: string;
  /** Where the prices and limits are from. */
  readonly source: string;
  /** When they were read there, `YYYY-MM-DD`; empty for those of the configuration. */
  readonly asOf: string;
  /** Why its prices may be wrong. Absent once the configuration sets them. */
  readonly uncertainPrice?: string;
  /** The day from which the provider will refuse it, `YYYY-MM-DD`, once that is announced. */
  readonly retiresOn?: string;
}

/** A provider's wire, as data and one generator. */
export interface ProviderDefinition<Wire, Own> {
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
  readonly authorize: (key: string, options: Own) => Readonly<Record<string, string>>;
  readonly models: ModelTable<Wire>;
  /** Wire settings of models that inherit from none. */
  readonly wire: Wire;
  /** How it continues conversations, where it does. */
  readonly chat?: ChatDefinition<Own>;
  /** Where its errors mean something else than the common tables say. */
  readonly failures?: readonly FailureRule[];
  /** The name of the members of its JSON that hold images; `b64_json` by default. */
  readonly payloadKey?: string;
  /** Its own options, beside those that every provider takes, and what each has to be. */
  readonly options?: {
    readonly [Name in Exclude<keyof Own & string, keyof ProviderOptions>]-?: ValueRule;
  };
  /** What the wire settings of a model have to be; without it they are not checked. */
  readonly wireRules?: { readonly [Name in keyof Wire & string]-?: ValueRule };
  /** Yields the events of a job, without `done`. Throws only `ProviderFailure`. */
  readonly run: (
    job: ImageJob,
    model: ModelRow<Wire>,
    call: Call,
    options: Own,
  ) => AsyncIterable<ImageEvent>;
}

/**
 * Makes a provider's factory of its wire. Around `run` it checks the options and the answer's end,
 * removes the key from texts, and turns errors of the connection into failures. The factory throws
 * `TypeError` for invalid options. Source: contract §4.6.
 */
export function defineImageProvider<Wire extends object = object, Own extends object = object>(
  definition: ProviderDefinition<Wire, Own>,
): (options: ProviderOptions<Wire> & Own) => ListedProvider {
  checkOptions('defineImageProvider', definition, DEFINITION, NEEDED);
  return (options) => {
    checkIsObject(options);
    const { clock = systemClock, random = uniform, models: entries } = options;
    const { slug = of(definition.slug, options), name = of(definition.name, options) } = options;
    const { http, apiKey } = options;
    const { maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES } = options;
    const { env, options: own = {}, wireRules: wire, models: table } = definition;
    const checked = { slug, name, apiKey, http, maxAnswerBytes, models: entries, clock, random };
    const { chat } = definition;
    const tables = { images: table, chat: chat?.models(options) };
    const hasTable = Object.keys({ ...table, ...tables.chat }).length > 0;
    checkProviderOptions(options, checked, {
      factory: of(definition.slug, options) || 'this provider',
      own,
      wire,
      env,
      hasTable,
      checkOther(place, id, entry) {
        const isChat = isChatEntry(id, entry, tables);
        if (isChat) checkChatEntry(place, entry);
        return isChat;
      },
    });
    const split = splitEntries<Wire>(entries, tables);
    const { models, retired } = resolveModels(split.images, {
      table,
      defaultWire: definition.wire,
      now: clock.now(),
    });
    for (const [id, { endpoint }] of models) checkPassthrough(id, endpoint.passthrough);
    const secret = new Secret(apiKey);
    const baseUrl = baseUrlOf(definition, options);
    const upstream: Upstream = {
      http,
      clock,
      random,
      maxAnswerBytes,
      payloadKey: definition.payloadKey ?? 'b64_json',
      failures: definition.failures ?? [],
      send: senderFor({
        http,
        baseUrl,
        query: definition.query,
        keyHosts: definition.keyHosts ?? [],
        headers: async () => definition.authorize(await secret.read(), options),
      }),
    };
    const language = resolveChatModels(chat === undefined ? {} : split.chat, {
      table: tables.chat ?? {},
      usual: chat?.usual?.(options) ?? {},
      wire: chat?.wire ?? 'openai-chat',
      hasResponses: chat?.responses !== undefined,
      slug,
      today: new Date(clock.now()).toISOString().slice(0, 10),
    });
    const host = new URL(baseUrl).hostname;
    const chatUpstream = {
      ...upstream,
      failures: [...(definition.failures ?? []), ...(chat?.failures(options) ?? [])],
    };
    return {
      slug,
      name,
      baseUrl,
      catalog: [
        ...[...models].map(([id, row]) => catalogEntryOf(id, row, { name, slug })),
        ...[...language.models].map(([id, { row }]) => chatCatalogEntry(id, row, { name, slug })),
      ],
      models: [
        ...[...models].map(([id, row]) => listedModelOf(id, row)),
        ...[...language.models].map(([id, { row }]) => listedModelOf(id, row)),
      ],
      retired: [...retired, ...language.retired],
      ...(chat !== undefined &&
        language.models.size > 0 && {
          chat: chatFace({
            models: language.models,
            run(job, { row, endpoint }, context) {
              const answer = (row.api === 'responses' ? chat.responses : undefined) ?? chat.answer;
              const call = new ChatCall(context, chatUpstream, endpoint.issuer);
              return answer(job, row, call, options);
            },
            unsaid: () => ({ apiKey: secret.last, host }),
          }),
        }),
      images: {
        endpoint: (id) => models.get(id)?.endpoint,
        generate(job, context) {
          const model = models.get(job.model);
          const run = () => {
            if (model === undefined) {
              throw new ProviderFailure('model', 'it does not have the model');
            }
            return definition.run(job, model, new Call(context, upstream), options);
          };
          return supervised(run, context, secret, host);
        },
      },
    };
  };
}

function uniform(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

const DEFAULT_MAX_ANSWER_BYTES = 512 * 1024 * 1024;

async function* supervised(
  run: () => AsyncIterable<ImageEvent>,
  context: AttemptContext,
  secret: Secret,
  host: string,
): AsyncGenerator<ImageEvent, void> {
  try {
    context.signal.throwIfAborted();
    for await (const event of run()) {
      context.signal.throwIfAborted();
      yield event;
    }
    yield { type: 'done' };
  } catch (error) {
    context.signal.throwIfAborted();
    throw failureOfCall(error, { apiKey: secret.last, host });
  }
}

/** The provider's key, which is read before each call and is never part of a text. */
class Secret {
  /** The key of the latest call; empty before the first. */
  last = '';
  readonly #source: ProviderOptions['apiKey'];

  constructor(source: ProviderOptions['apiKey']) {
    this.#source = source;
    if (typeof source === 'string') this.last = source;
  }

  async read(): Promise<string> {
    if (typeof this.#source === 'string') return this.#source;
    let key: string;
    try {
      key = await this.#source();
      checkKey(key);
    } catch (error) {
      // Its message might hold the key.
      throw new ProviderFailure('credential', 'no valid key could be read for it', {
        cause: error,
      });
    }
    this.last = key;
    return key;
  }
}

function of<Own>(text: string | ((options: Own) => string), options: Own): string {
  return typeof text === 'string' ? text : text(options);
}

function listedModelOf(id: string, row: RowFacts): ListedModel {
  const { upstream, source, asOf, uncertainPrice, retiredOn } = row;
  return {
    id,
    upstream,
    source,
    asOf,
    ...(uncertainPrice !== undefined && { uncertainPrice }),
    ...(retiredOn !== undefined && { retiresOn: retiredOn }),
  };
}

function baseUrlOf<Wire, Own>(
  { baseUrl }: ProviderDefinition<Wire, Own>,
  options: ProviderOptions<Wire> & Own,
): string {
  return checkedBaseUrl(options.baseUrl ?? of(baseUrl, options));
}

function checkPassthrough(id: string, parameters: ReadonlySet<string>): void {
  for (const parameter of parameters) {
    if (mayPassThrough(parameter)) continue;
    throw new TypeError(
      `models["${id}"].endpoint.passthrough must not have ${parameter}: the gateway decides it, or it makes the provider call an address`,
    );
  }
}

const DEFINITION: OptionTable<ProviderDefinition<unknown, never>> = {
  slug: either(ANY_TEXT, FUNCTION),
  name: either(ANY_TEXT, FUNCTION),
  env: TEXT,
  baseUrl: either(ANY_TEXT, FUNCTION),
  query: TEXT,
  keyHosts: TEXTS,
  authorize: FUNCTION,
  models: OBJECT,
  wire: OBJECT,
  chat: OBJECT,
  failures: ITERABLE,
  payloadKey: TEXT,
  options: OBJECT,
  wireRules: OBJECT,
  run: FUNCTION,
};

const NEEDED = ['slug', 'name', 'baseUrl', 'authorize', 'models', 'wire', 'run'];
