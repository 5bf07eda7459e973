import type { Provider } from '@model-gateway/core';
import {
  chatEndpointOf,
  embeddingEndpointOf,
  imageEndpointOf,
  rerankEndpointOf,
  type MockModel,
  type World,
} from '@model-gateway/worlds';
import { chatFace, type ChatFaceOptions } from '../chat/chat-face.ts';
import { embeddingFace, rerankFace } from '../embeddings/vector-faces.ts';
import { imageFace, type ImageFaceOptions } from '../images/image-face.ts';

/** The provider of models that do not name one. */
const HOUSE = { slug: 'mock-studio', name: 'Mock Studio' } as const;

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** What a company's models can do, by face. */
const ENDPOINTS = {
  images: ({ model, images }: MockModel) => imageEndpointOf(model, images),
  chat: ({ model }: MockModel, company: Named) => chatEndpointOf(model, company),
  embeddings: ({ model }: MockModel) => embeddingEndpointOf(model),
  rerank: ({ model }: MockModel) => rerankEndpointOf(model),
};

type Endpoints = {
  readonly [Face in keyof typeof ENDPOINTS]: Map<
    string,
    NonNullable<ReturnType<(typeof ENDPOINTS)[Face]>>
  >;
};

interface Company extends Endpoints {
  readonly name: string;
}

/**
 * The providers of a world's models: the companies that the models name, so that `providers` in
 * the catalog and `provider.only` in a request mean the same. All of them converse, embed and rank,
 * if with no model that they have, because those operations exist while a provider does.
 */
export function worldProviders(
  models: World['models'],
  options: ImageFaceOptions & ChatFaceOptions,
): Provider[] {
  const companies = new Map<string, Company>();
  const companyOf = ({ slug, name }: Named) => {
    const known = companies.get(slug);
    if (known !== undefined) return known;
    const company: Company = {
      name,
      images: new Map(),
      chat: new Map(),
      embeddings: new Map(),
      rerank: new Map(),
    };
    companies.set(slug, company);
    return company;
  };
  const serving = ({ signals }: MockModel) =>
    signals.providers?.length ? signals.providers : [HOUSE];
  /** In two passes, as long as tests know the companies in the order of their images. */
  const note = (face: keyof Endpoints, one: MockModel) => {
    for (const named of serving(one)) {
      const found = ENDPOINTS[face](one, named);
      if (found === undefined) continue;
      const keepsNothing = one.signals.zdr === true && { isZeroRetention: true };
      const endpoint = { ...found, ...keepsNothing };
      // The table has the endpoints of each face under its own name.
      const endpoints = companyOf(named)[face] as Map<string, unknown>;
      endpoints.set(one.model.id, endpoint);
    }
  };
  for (const one of models) note('images', one);
  for (const one of models) {
    note('chat', one);
    note('embeddings', one);
    note('rerank', one);
  }
  if (companies.size === 0) companyOf(HOUSE);
  return [...companies].map(([slug, { name, images, chat, embeddings, rerank }]) => ({
    slug,
    name,
    images: images.size > 0 ? imageFace({ slug, name }, images, options) : undefined,
    chat: chatFace(chat, options),
    embeddings: embeddingFace((model) => embeddings.get(model)),
    rerank: rerankFace((model) => rerank.get(model)),
  }));
}
