import type { CatalogEntry } from '@model-gateway/core';
import type { ChatRow } from './chat-model.ts';

/** Returns the catalog entry of a language model. Source: contract §8.1. */
export function chatCatalogEntry(
  id: string,
  row: ChatRow,
  provider: { readonly name: string; readonly slug: string },
): CatalogEntry {
  const { name, released, retiredOn, context, maxOutput, inputs, parameters, pricing } = row;
  return {
    model: {
      id,
      canonical_slug: id,
      name,
      created: released === undefined ? 0 : Date.parse(released) / 1000,
      context_length: context,
      architecture: {
        modality: `${inputs.join('+')}->text`,
        input_modalities: [...inputs],
        output_modalities: ['text'],
      },
      pricing,
      top_provider: {
        context_length: context,
        max_completion_tokens: maxOutput,
        is_moderated: false,
      },
      per_request_limits: null,
      supported_parameters: ['max_tokens', ...parameters],
      default_parameters: null,
      supported_voices: null,
      links: { details: `/v1/models/${id}/endpoints` },
      ...(retiredOn === undefined ? {} : { expiration_date: retiredOn }),
    },
    signals: { providers: [{ name: provider.name, slug: provider.slug }] },
  };
}
