import {
  ProviderFailure,
  type AttemptContext,
  type ImageEndpoint,
  type ImageData,
  type ImageEvent,
  type ImageEvents,
} from '@model-gateway/core';
import { checkOptions } from '@model-gateway/core/kit';
import { failureOfCall } from '../http/failure-of-call.ts';
import { catalogEntry } from '../options/catalog-entry.ts';
import { datedModels, listingOf } from '../options/dated-models.ts';
import { checkPassthrough } from '../options/forbidden-options.ts';
import type { ListedImageProvider } from '../options/listed-provider.ts';
import { imageRow, type ModelEntry, type ModelRow } from '../options/model-table.ts';
import type { Secret } from '../options/secret.ts';
import { openParts } from '../parts/open-parts.ts';
import { Call } from './call.ts';
import { listedPrices } from './listed-prices.ts';
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
    const parts = openParts<Wire, Own>(definition, options, definition.wireRules);
    const { named, opened, language, vector } = parts;
    const { slug, name, clock } = named;
    const { models: table } = definition;
    const usual = {
      wire: definition.wire,
      known: Object.values(parts.known).flatMap((models) => Object.keys(models)),
      hasLanguage: definition.chat !== undefined,
    };
    const models = datedModels<ModelRow<Wire>, ModelEntry<Wire>, ImageEndpoint>({
      clock,
      table,
      entries: parts.images,
      catalogEntryOf: (id, row) =>
        catalogEntry(id, row, named, {
          inputs: row.endpoint.maxReferences > 0 ? ['text', 'image'] : ['text'],
          output: 'image',
          context_length: null,
          pricing: listedPrices(row.endpoint),
          top_provider: { is_moderated: true },
          parameters: row.endpoint.seed ? ['seed'] : [],
        }),
      modelOf(id, entry, base, repriced) {
        const row = imageRow(id, entry, base, repriced, usual);
        checkPassthrough(`models["${id}"].endpoint`, row.endpoint.passthrough);
        return { row, endpoint: row.endpoint };
      },
    });
    const { baseUrl, secret, host } = opened;
    const upstream = { ...opened.upstream, payloadKey: definition.payloadKey ?? 'b64_json' };
    const listing = listingOf(clock, [models, language?.models, ...(vector?.models ?? [])]);
    return Object.assign(listing, {
      slug,
      name,
      baseUrl,
      ...(language?.chat && { chat: language.chat }),
      ...vector?.faces,
      ...parts.keyTest,
      images: {
        endpoint: (id: string) => models.get(id)?.endpoint,
        generate(job, context) {
          const model = models.get(job.model);
          let events: ImageEvents | undefined;
          const run = () => {
            if (model === undefined) {
              throw new ProviderFailure('model', 'it does not have the model');
            }
            return (events = definition.run(job, model.row, new Call(context, upstream), options));
          };
          const free = (data: ImageData) => events?.free?.(data);
          return Object.assign(supervised(run, context, secret, host), { free });
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
    throw failureOfCall(error, { apiKeys: secret.of(context.signal), host });
  }
}
