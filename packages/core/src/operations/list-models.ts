import * as v from 'valibot';
import type { CatalogIndex } from '../catalog/catalog-index.ts';
import { codexModels } from '../catalog/codex-models.ts';
import { etagOf } from '../catalog/etag.ts';
import { listParts } from '../catalog/list-body.ts';
import { ListModelsQuerySchema, type ListModelsQuery } from '../catalog/query.ts';
import { renderFeed } from '../catalog/rss.ts';
import { selectModels, type Selection } from '../catalog/select.ts';
import { isNotModified } from '../http/conditional.ts';
import { JSON_TYPE, RSS_TYPE } from '../http/encode.ts';
import type { GatewayRequest } from '../http/message.ts';
import { bytesResponse, emptyResponse } from '../http/respond.ts';
import { count } from '../resources/count.ts';
import { described, optional } from '../resources/described.ts';
import { ModelSchema, type Model } from '../resources/model.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';
import { encodeText } from '../bytes/encode-text.ts';

/** A page of models as it is answered. Source: contract §3.1. */
export const MODEL_PAGE = {
  data: described(v.array(ModelSchema), 'The models of this page.'),
  total_count: described(count, 'How many models match the query, on all pages.'),
  links: v.object({
    next: described(v.nullable(v.string()), 'URL of the next page; null on the last page.'),
  }),
};

/** GET /models. Source: contract §3. */
export const listModels = defineOperation({
  id: 'listModels',
  method: 'GET',
  path: '/models',
  tag: 'models',
  summary: 'List models and their properties',
  description:
    'Filters narrow the list, and bounds are inclusive: a model without a value fails any bound on ' +
    'it. Without `offset` and `limit` the whole list is returned. Unknown parameters are ignored. ' +
    'With the header `anthropic-version`, which Anthropic’s clients send, models have a `display_name`.',
  permission: 'any',
  isOfCatalog: true,
  query: ListModelsQuerySchema,
  response: v.object({
    ...MODEL_PAGE,
    models: optional(
      v.array(v.record(v.string(), v.unknown())),
      'Only with `client_version`: the same models in the form of Codex.',
    ),
  }),

  async handle({ request, query, caller }, context: GatewayContext) {
    const index = await context.catalog.current();
    const allowedModels = caller?.allowedModels ?? null;
    const headers = (etag: string) => ({
      etag,
      'cache-control': caller === undefined ? 'public, no-cache' : 'private, no-cache',
      vary: 'authorization, anthropic-version',
    });
    const hasLabels = request.headers['anthropic-version'] !== undefined;

    if (allowedModels === null && Object.keys(query).length === 0 && !hasLabels) {
      const { etag, parts } = context.catalog.wholeList(index);
      if (isNotModified(request, etag)) return emptyResponse(304, headers(etag));
      return bytesResponse(parts, JSON_TYPE, headers(etag));
    }

    const nowSeconds = Math.floor(context.today() / 1000);
    const selection = selectModels(index, query, { allowedModels, nowSeconds });
    const feedUrl = isSet(query.use_rss) ? context.links.self(request) : null;
    const next = selection.next && context.links.nextPage(request, selection.next);
    const isForCodex = query.client_version !== undefined;
    const form = `${isForCodex ? 'codex' : ''}${hasLabels ? ' labels' : ''}`;
    const etag = etagOf(index, selection, [feedUrl ?? '', next ?? '', form]);
    if (isNotModified(request, etag)) return emptyResponse(304, headers(etag));
    if (feedUrl === null) {
      const codex = isForCodex ? codexModels(modelsOf(index, selection)) : undefined;
      const parts = listParts(index, selection, next ?? null, { codex, hasLabels });
      return bytesResponse(parts, JSON_TYPE, headers(etag));
    }
    const feed = renderFeed(feedOf(request, query, index, selection, feedUrl, context));
    return bytesResponse([encodeText(feed)], RSS_TYPE, headers(etag));
  },
});

function isSet(flag: string | undefined): boolean {
  return flag === 'true' || flag === '1';
}

function modelsOf({ entries }: CatalogIndex, { page }: Selection): readonly Model[] {
  return page.flatMap((position) => entries[position]?.model ?? []);
}

function feedOf(
  request: GatewayRequest,
  query: ListModelsQuery,
  index: CatalogIndex,
  selection: Selection,
  selfUrl: string,
  { links }: GatewayContext,
) {
  const kind = isSet(query.use_rss_chat_links) ? 'chat' : 'model';
  const models = modelsOf(index, selection);
  return {
    title: 'Models',
    description: `${selection.totalCount} models of this gateway`,
    link: links.catalog(request),
    selfUrl,
    lastBuild: index.builtAt,
    items: models.map((model) => ({ model, link: links.page(request, model, kind) })),
  };
}
