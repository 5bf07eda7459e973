import { ProviderFailure, type CatalogEntry } from '@model-gateway/core';
import type { ChatProvider } from '@model-gateway/core/chat';
import { listedModelOf, type ListedModel } from '../options/listed-provider.ts';
import type { RetiredModel } from '../options/model-table.ts';
import type { Named, Opened } from '../options/provider-base.ts';
import { ChatCall } from './chat-call.ts';
import { chatCatalogEntry } from './chat-catalog-entry.ts';
import { chatFace, type ChatDefinition } from './chat-face.ts';
import { resolveChatModels, type ChatEntry, type ChatModel } from './chat-model.ts';

/** What continues conversations of a provider: its language models, and its face for them. */
export interface ChatPart {
  /** Undefined where no language model is served. */
  readonly chat: ChatProvider | undefined;
  readonly catalog: readonly CatalogEntry[];
  readonly models: readonly ListedModel[];
  readonly retired: readonly RetiredModel[];
}

/** Makes it of a definition. Throws `TypeError` for an entry that is neither known nor complete. */
export function chatPart<Own>(
  definition: ChatDefinition<Own>,
  entries: Readonly<Record<string, ChatEntry>> | undefined,
  options: Own,
  { slug, name, clock }: Named,
  { upstream, secret, host }: Opened,
): ChatPart {
  const apis = { chat: definition, ...definition.apis };
  const { models, retired } = resolveChatModels(entries, {
    table: definition.models(options),
    usual: definition.usual?.(options) ?? {},
    apis,
    slug,
    today: new Date(clock.now()).toISOString().slice(0, 10),
  });
  const apiOf = ({ row }: ChatModel) => apis[row.api ?? 'chat'] ?? definition;
  const counts = [...models.values()].some((model) => apiOf(model).countTokens !== undefined);
  const chat = chatFace({
    models,
    callOf(model, context) {
      const failures = [...upstream.failures, ...apiOf(model).failures(options)];
      return new ChatCall(context, { ...upstream, failures }, model.endpoint.issuer);
    },
    run: async (job, model, call) => apiOf(model).answer(job, model.row, call, options),
    count: counts
      ? async (job, model, call) => {
          const { countTokens } = apiOf(model);
          if (countTokens === undefined) throw new ProviderFailure('model', 'it counts nothing');
          return countTokens(job, model.row, call, options);
        }
      : undefined,
    unsaid: () => ({ apiKey: secret.last, host }),
  });
  const rows = [...models].map(([id, { row }]) => [id, row] as const);
  return {
    chat: models.size > 0 ? chat : undefined,
    catalog: rows.map(([id, row]) => chatCatalogEntry(id, row, { name, slug })),
    models: rows.map(([id, row]) => listedModelOf(id, row)),
    retired,
  };
}
