import { ProviderFailure } from '@model-gateway/core';
import type { ChatEndpoint, ChatProvider } from '@model-gateway/core/chat';
import type { DatedModels } from '../options/dated-models.ts';
import type { Named, Opened } from '../options/provider-base.ts';
import { ChatCall } from './chat-call.ts';
import { chatFace, type ChatDefinition, type ChatInterface } from './chat-face.ts';
import type { ChatEntry, ChatRow } from './chat-model.ts';
import { chatModels, type ChatModel } from './chat-models.ts';

/** What continues conversations of a provider: its language models, and its face for them. */
export interface ChatPart {
  /** Undefined where no language model is served. */
  readonly chat: ChatProvider | undefined;
  readonly models: DatedModels<ChatRow, ChatEndpoint>;
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
  const models = chatModels<ChatInterface<Own>>(entries, {
    table: definition.models(options),
    usual: definition.usual?.(options) ?? {},
    apis,
    traitsOf: ({ traits }) => traits?.(options),
    provider: { slug, name },
    clock,
  });
  const apiOf = ({ row }: ChatModel) => apis[row.api ?? 'chat'] ?? definition;
  const upstreams = new Map(
    Object.values(apis).map((api) => {
      const failures = [...upstream.failures, ...api.failures(options)];
      return [api, { ...upstream, failures }] as const;
    }),
  );
  const counts = models.list().models.some(({ id }) => {
    const model = models.get(id);
    return model !== undefined && apiOf(model).countTokens !== undefined;
  });
  const chat = chatFace({
    models,
    callOf: (model, context) =>
      new ChatCall(context, upstreams.get(apiOf(model)) ?? upstream, model.endpoint.issuer),
    run: (job, model, call) => apiOf(model).answer(job, model.row, call, options),
    count: counts
      ? async (job, model, call) => {
          const { countTokens } = apiOf(model);
          if (countTokens === undefined) throw new ProviderFailure('model', 'it counts nothing');
          return countTokens(job, model.row, call, options);
        }
      : undefined,
    unsaid: ({ signal }) => ({ apiKeys: secret.of(signal), host }),
  });
  return { chat: models.list().models.length > 0 ? chat : undefined, models };
}
