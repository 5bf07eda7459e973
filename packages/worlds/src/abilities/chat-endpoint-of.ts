import type { CatalogEntry } from '@model-gateway/core';
import type { ChatEndpoint, ChatInput } from '@model-gateway/core/chat';
import { CHAT_PARAMETERS } from '@model-gateway/core/kit';

/** Where the catalog does not know the length of the context. */
const USUAL_CONTEXT = 131_072;

/**
 * Returns what a provider can do for a language model of the catalog, and its price; undefined for
 * a model that does not answer with text. It never contradicts the catalog.
 */
export function chatEndpointOf(
  model: CatalogEntry['model'],
  { slug }: { readonly slug: string },
): ChatEndpoint | undefined {
  const { architecture, context_length, pricing, reasoning, supported_parameters, top_provider } =
    model;
  if (!architecture.output_modalities.includes('text')) return undefined;
  const contextTokens = context_length ?? USUAL_CONTEXT;
  const efforts = reasoning?.supported_efforts?.filter((effort) => effort !== null);
  return {
    wire: 'openai-chat',
    issuer: `openai-chat@${slug}`,
    contextTokens,
    maxOutputTokens: top_provider.max_completion_tokens ?? contextTokens,
    inputs: new Set(INPUTS.filter((input) => architecture.input_modalities.includes(input))),
    parameters: new Set(CHAT_PARAMETERS.filter((name) => supported_parameters.includes(name))),
    passthrough: new Set(),
    pricing,
    ...(reasoning != null && {
      reasoning: {
        isMandatory: reasoning.mandatory,
        ...(efforts !== undefined && efforts.length > 0 && { efforts }),
      },
    }),
  };
}

const INPUTS: readonly ChatInput[] = ['text', 'image', 'file', 'audio', 'video'];
