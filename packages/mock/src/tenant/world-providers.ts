import type { ImageEndpoint, Provider } from '@model-gateway/core';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import { chatEndpointOf, imageEndpointOf, type MockModel, type World } from '@model-gateway/worlds';
import { chatFace, type ChatFaceOptions } from '../chat/chat-face.ts';
import { imageFace, type ImageFaceOptions } from '../images/image-face.ts';

/** The provider of models that do not name one. */
const HOUSE = { slug: 'mock-studio', name: 'Mock Studio' } as const;

interface Company {
  readonly name: string;
  readonly images: Map<string, ImageEndpoint>;
  readonly chats: Map<string, ChatEndpoint>;
}

/**
 * The providers of a world's models: the companies that the models name, so that `providers` in
 * the catalog and `provider.only` in a request mean the same. All of them converse, if with no model
 * that they have, because the operations of conversations exist while a provider does.
 */
export function worldProviders(
  models: World['models'],
  options: ImageFaceOptions & ChatFaceOptions,
): Provider[] {
  const companies = new Map<string, Company>();
  const companyOf = ({ slug, name }: { readonly slug: string; readonly name: string }) => {
    const known = companies.get(slug);
    if (known !== undefined) return known;
    const company = { name, images: new Map(), chats: new Map() };
    companies.set(slug, company);
    return company;
  };
  const serving = ({ signals }: MockModel) =>
    signals.providers?.length ? signals.providers : [HOUSE];
  for (const one of models) {
    const endpoint = imageEndpointOf(one.model, one.images);
    if (endpoint === undefined) continue;
    for (const company of serving(one)) companyOf(company).images.set(one.model.id, endpoint);
  }
  for (const one of models) {
    for (const company of serving(one)) {
      const endpoint = chatEndpointOf(one.model, company);
      if (endpoint !== undefined) companyOf(company).chats.set(one.model.id, endpoint);
    }
  }
  if (companies.size === 0) companyOf(HOUSE);
  return [...companies].map(([slug, { name, images, chats }]) => ({
    slug,
    name,
    images: images.size > 0 ? imageFace({ slug, name }, images, options) : undefined,
    chat: chatFace(chats, options),
  }));
}
