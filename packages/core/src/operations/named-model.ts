import * as v from 'valibot';
import { modelNotFound } from '../catalog/model-not-found.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { CatalogEntry } from '../resources/catalog-entry.ts';
import { described } from '../resources/described.ts';
import type { GatewayContext } from './operation-context.ts';

/** The name of a model as two segments of a path. */
export const ModelNameSchema = v.object({
  author: described(v.string(), 'The part of the name before the slash.'),
  slug: described(v.string(), 'The part behind it, with its suffix: `quill-2:free`.'),
});

/**
 * Returns the entry of the model that a path names: by an alias of the host's, its id or its
 * canonical slug. Throws a 404 for an unknown one, and for one that the caller may not use. Source:
 * contract §16.2.
 */
export async function namedModel(
  name: string,
  caller: ApiKey | undefined,
  { catalog, inference }: Pick<GatewayContext, 'catalog' | 'inference'>,
): Promise<CatalogEntry> {
  const { aliases = {} } = inference.conversations;
  const aliased = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  const index = await catalog.current();
  const entry = index.findByName(aliased ?? name);
  const isAllowed = caller?.allowedModels?.includes(entry?.model.id ?? name) ?? true;
  if (entry === undefined || !isAllowed) throw modelNotFound(name, index, undefined, caller);
  return entry;
}
