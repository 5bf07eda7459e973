import {
  ProviderFailure,
  type AttemptContext,
  type ImageEndpoint,
  type ImageEvent,
} from '@model-gateway/core';
import { checkOptions } from '@model-gateway/core/kit';
import { checkChatEntry } from '../chat/check-chat-entry.ts';
import type { ChatEntry } from '../chat/chat-model.ts';
import { chatPart } from '../chat/chat-part.ts';
import { isChatEntry, splitEntries } from '../chat/split-entries.ts';
import { checkVectorEntry } from '../embeddings/check-vector-entry.ts';
import { hasTable, splitVectorEntries, vectorTaskOf } from '../embeddings/split-entries.ts';
import { vectorPart } from '../embeddings/vector-part.ts';
import { failureOfCall } from '../http/failure-of-call.ts';
import { checkIsObject, checkProviderOptions } from '../options/check-options.ts';
import { mayPassThrough } from '../options/forbidden-options.ts';
import { datedModels, listingOf } from '../options/dated-models.ts';
import { keyTester } from '../options/key-test.ts';
import type { ListedImageProvider } from '../options/listed-provider.ts';
import { imageRow, type ModelEntry, type ModelRow } from '../options/model-table.ts';
import { namedOf, of, openProvider } from '../options/provider-base.ts';
import type { Secret } from '../options/secret.ts';
import { Call } from './call.ts';
import { catalogEntryOf } from './catalog-entry.ts';
import type { ProviderOptions } from './provider-options.ts';
import { DEFINITION, NEEDED, type ProviderDefinition } from './provider-definition.ts';

/**
 * Makes a provider's factory of its wire. Around `run` it checks the options and the answer's end,
 * removes the key from texts, and turns errors of the connection into failures. The factory throws
 * `TypeError` for invalid options. Source: contract §4.6.
 */
export function defineImageProvider<Wire extends object = object, Own extends object = object>(
  definition: ProviderDefinition<Wire, Own>,
): (options: ProviderOptions<Wire> & Own) => ListedImageProvider {
  checkOptions('defineImageProvider', definition, DEFINITION, NEEDED);
  return (options) => {
    checkIsObject(options);
    const named = namedOf(definition, options);
    const { slug, name, clock } = named;
    const { http, apiKey, models: entries } = options;
    const { env, options: own = {}, wireRules: wire, models: table, chat, vectors } = definition;
    const tables = { images: table, chat: chat?.models(options) };
    checkProviderOptions(
      options,
      { ...named, apiKey, http, models: entries },
      {
        factory: of(definition.slug, options) || 'this provider',
        own,
        wire,
        env,
        hasTable:
          hasTable(vectors, options) || Object.keys({ ...table, ...tables.chat }).length > 0,
        checkOther(place, id, entry) {
          const task = vectorTaskOf(id, entry, vectors, options);
          if (task !== undefined) {
            checkVectorEntry(place, entry, task);
            return true;
          }
          const isChat = isChatEntry(id, entry, tables);
          if (isChat) checkChatEntry(place, entry);
          return isChat;
        },
      },
    );
    const apart = splitVectorEntries(entries, vectors, options);
    // What makes no vectors is one of the other two.
    const others = apart.others as
      | Readonly<Record<string, ModelEntry<Wire> | ChatEntry>>
      | undefined;
    const split = splitEntries<Wire>(others, tables);
    const usual = { wire: definition.wire, known: Object.keys(table) };
    const models = datedModels<ModelRow<Wire>, ModelEntry<Wire>, ImageEndpoint>({
      clock,
      table,
      entries: split.images,
      catalogEntryOf: (id, row) => catalogEntryOf(id, row, { name, slug }),
      modelOf(id, entry, base, repriced) {
        const row = imageRow(id, entry, base, repriced, usual);
        checkPassthrough(id, row.endpoint.passthrough);
        return { row, endpoint: row.endpoint };
      },
    });
    const opened = openProvider(definition, options, named);
    const { baseUrl, secret, host } = opened;
    const upstream = { ...opened.upstream, payloadKey: definition.payloadKey ?? 'b64_json' };
    const language = chat && chatPart(chat, split.chat, options, named, opened);
    const vector = vectors && vectorPart(vectors, apart.vectors, options, named, opened);
    const listing = listingOf(clock, [models, language?.models, ...(vector?.models ?? [])]);
    return Object.assign(listing, {
      slug,
      name,
      baseUrl,
      ...(language?.chat && { chat: language.chat }),
      ...vector?.faces,
      ...keyTester(definition.keyTest, opened, chat?.failures(options) ?? []),
      images: {
        endpoint: (id: string) => models.get(id)?.endpoint,
        generate(job, context) {
          const model = models.get(job.model);
          const run = () => {
            if (model === undefined) {
              throw new ProviderFailure('model', 'it does not have the model');
            }
            return definition.run(job, model.row, new Call(context, upstream), options);
          };
          return supervised(run, context, secret, host);
        },
      },
    } satisfies Partial<ListedImageProvider>);
  };
}

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

function checkPassthrough(id: string, parameters: ReadonlySet<string>): void {
  for (const parameter of parameters) {
    if (mayPassThrough(parameter)) continue;
    throw new TypeError(
      `models["${id}"].endpoint.passthrough must not have ${parameter}: the gateway decides it, or it makes the provider call an address`,
    );
  }
}
