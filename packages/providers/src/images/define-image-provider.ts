import {
  ProviderFailure,
  systemClock,
  type AttemptContext,
  type ImageEvent,
} from '@model-gateway/core';
import { checkOptions } from '@model-gateway/core/kit';
import { ChatCall } from '../chat/chat-call.ts';
import { checkChatEntry } from '../chat/check-chat-entry.ts';
import { chatCatalogEntry } from '../chat/chat-catalog-entry.ts';
import { chatFace } from '../chat/chat-face.ts';
import { resolveChatModels } from '../chat/chat-model.ts';
import { isChatEntry, splitEntries } from '../chat/split-entries.ts';
import { Call } from './call.ts';
import { catalogEntryOf } from './catalog-entry.ts';
import { checkedBaseUrl } from '../http/check-base-url.ts';
import { checkIsObject, checkProviderOptions } from '../options/check-options.ts';
import { failureOfCall } from '../http/failure-of-call.ts';
import { Secret } from '../options/secret.ts';
import { mayPassThrough } from '../options/forbidden-options.ts';
import { listedModelOf, type ListedProvider } from '../options/listed-provider.ts';
import { resolveModels } from '../options/model-table.ts';
import type { ProviderOptions } from './provider-options.ts';
import { senderFor, type Upstream } from '../http/upstream.ts';
import { DEFINITION, NEEDED, type ProviderDefinition } from './provider-definition.ts';

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

function of<Own>(text: string | ((options: Own) => string), options: Own): string {
  return typeof text === 'string' ? text : text(options);
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
