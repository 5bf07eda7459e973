import type { CatalogEntry } from '@model-gateway/core';
import type { ChatProvider } from '@model-gateway/core/chat';
import { listedModelOf, type ListedModel } from '../options/listed-provider.ts';
import type { RetiredModel } from '../options/model-table.ts';
import type { Named, Opened } from '../options/provider-base.ts';
import { ChatCall } from './chat-call.ts';
import { chatCatalogEntry } from './chat-catalog-entry.ts';
import { chatFace, type ChatDefinition } from './chat-face.ts';
import { resolveChatModels, type ChatEntry } from './chat-model.ts';

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
  const { answer, responses, countTokens } = definition;
  const { models, retired } = resolveChatModels(entries, {
    table: definition.models(options),
    usual: definition.usual?.(options) ?? {},
    wire: definition.wire,
    hasResponses: responses !== undefined,
    sealsByModel: definition.sealsByModel ?? false,
    slug,
    today: new Date(clock.now()).toISOString().slice(0, 10),
  });
  const failures = [...upstream.failures, ...definition.failures(options)];
  const chat = chatFace({
    models,
    callOf: ({ endpoint }, context) =>
      new ChatCall(context, { ...upstream, failures }, endpoint.issuer),
    async run(job, { row }, call) {
      const ask = (row.api === 'responses' ? responses : undefined) ?? answer;
      return ask(job, row, call, options);
    },
    ...(countTokens !== undefined && {
      count: (job, { row }, call) => countTokens(job, row, call, options),
    }),
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
