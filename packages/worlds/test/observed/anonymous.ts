import type { Model } from '@model-gateway/core';
import { authorOf } from '../compare/feature.ts';

/**
 * Models without what names them or their makers: numbers, dates, lists of abilities and the forms
 * of ids stay. The same author is the same number in all of them.
 */
export function anonymous(models: readonly Model[]): Model[] {
  const authors = [...new Set(models.map(({ id }) => authorOf(id)))];
  return models.map((model, index) => {
    const author = authors.indexOf(authorOf(model.id)) + 1;
    const [alias = '', variant = ''] = [/^~/, /:.*$/].map((part) => part.exec(model.id)?.[0]);
    const plain = `${alias}author-${author}/model-${index + 1}`;
    const date = /-\d{8}$|-\d{4}-\d{2}-\d{2}$/.exec(model.canonical_slug)?.[0] ?? '-dated';
    const slug = model.canonical_slug === model.id ? `${plain}${variant}` : `${plain}${date}`;
    return {
      id: `${plain}${variant}`,
      canonical_slug: slug,
      name: `Author ${author}: Model ${index + 1}`,
      created: model.created,
      context_length: model.context_length,
      architecture: model.architecture,
      pricing: model.pricing,
      top_provider: model.top_provider,
      per_request_limits: model.per_request_limits,
      supported_parameters: model.supported_parameters,
      default_parameters: model.default_parameters,
      supported_voices: model.supported_voices,
      knowledge_cutoff: model.knowledge_cutoff,
      expiration_date: model.expiration_date,
      links: { details: `/v1/models/${slug}/endpoints` },
      ...(model.reasoning && { reasoning: model.reasoning }),
      ...(model.benchmarks && { benchmarks: model.benchmarks }),
      ...('model_hub_id' in model && {
        model_hub_id: model.model_hub_id && `author-${author}/Model-${index + 1}`,
      }),
    };
  });
}
