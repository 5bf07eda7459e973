/** A model that may serve. */
export interface WantedModel {
  readonly id: string;
  /** What its suffix asks for. */
  readonly sort?: 'throughput' | 'price' | undefined;
  /** Whether the client calls it by a name of the host's. */
  readonly isAlias?: true;
}

/** Suffixes that say how to choose a provider; others belong to ids of the catalog. */
const SORTS = new Map([
  ['nitro', 'throughput'],
  ['floor', 'price'],
] as const);

/**
 * Returns the model that a client calls by this name: an id of the catalog, an alias of the host,
 * or one of them with `:nitro` or `:floor`. Undefined for names of nothing. Source: contract §12.6.
 */
export function wantedModel(
  name: string,
  isInCatalog: (id: string) => boolean,
  aliases: Readonly<Record<string, string>>,
): WantedModel | undefined {
  const isAlias = Object.hasOwn(aliases, name);
  const id = isAlias ? aliases[name] : name;
  if (id !== undefined && isInCatalog(id)) return { id, ...(isAlias && { isAlias }) };
  const colon = name.lastIndexOf(':');
  const sort = new Map<string, WantedModel['sort']>(SORTS).get(name.slice(colon + 1));
  if (colon === -1 || sort === undefined) return undefined;
  const plain = wantedModel(name.slice(0, colon), isInCatalog, aliases);
  return plain && { ...plain, sort };
}
