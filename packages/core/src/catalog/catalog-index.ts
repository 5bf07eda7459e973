import { Bitset } from './bitset.ts';
import { asSpecified } from './as-specified.ts';
import { checkCatalog, type CatalogReport } from './check.ts';
import { createColumns } from './columns.ts';
import { Filters } from './filters.ts';
import type { CatalogEntry } from '../resources/catalog-entry.ts';
import { SerialisedTexts } from './serialise.ts';
import { Permutations } from './sort-orders.ts';
import type { CatalogSnapshot } from '../ports/model-store.ts';
import type { Model } from '../resources/model.ts';

/** Options of a `CatalogIndex`. */
export interface CatalogIndexOptions {
  /** Translates a model into the client's dialect; the contract's names by default. */
  readonly toWire?: (model: Model) => unknown;
  readonly builtAt?: number;
}

/** One revision of the catalog, prepared for queries. Immutable. */
export class CatalogIndex {
  readonly revision: string;
  /** When this revision went into service, in milliseconds since the Unix epoch. */
  readonly builtAt: number;
  readonly entries: readonly CatalogEntry[];
  readonly filters: Filters;
  readonly permutations: Permutations;
  /** Each model in its wire form, with a comma in front. */
  readonly serialised: SerialisedTexts;
  /** Members and values of the stored data that this version does not know. */
  readonly reports: readonly CatalogReport[];
  readonly #positions = new Map<string, number>();
  #slugs: ReadonlyMap<string, CatalogEntry> | undefined;

  /**
   * Throws `CatalogError` when an entry is not a model, so that an invalid revision never replaces
   * a valid one.
   */
  constructor(
    { entries, revision, isChecked }: CatalogSnapshot,
    options: CatalogIndexOptions = {},
  ) {
    const { toWire = (model) => model, builtAt = 0 } = options;
    this.builtAt = builtAt;
    this.reports = isChecked === true ? [] : checkCatalog(entries);
    this.revision = revision;
    this.entries = entries;
    const columns = createColumns(entries);
    this.filters = new Filters(entries, columns);
    this.permutations = new Permutations(entries, columns);
    this.serialised = new SerialisedTexts(wireTexts(entries, toWire), entries.length);
    entries.forEach(({ model }, position) => this.#positions.set(model.id, position));
  }

  find(id: string): CatalogEntry | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.entries[position];
  }

  /**
   * Returns the model with this id, or else with this canonical slug. Variants share their slug: the
   * suffix of the id goes behind it, `acme/quill-20260114:free`, and without a suffix the variant
   * that has none comes before the others.
   */
  findByName(name: string): CatalogEntry | undefined {
    this.#slugs ??= bySlug(this.entries);
    return this.find(name) ?? this.#slugs.get(name);
  }

  positionsOf(ids: readonly string[]): Bitset {
    const set = new Bitset(this.entries.length);
    for (const id of ids) {
      const position = this.#positions.get(id);
      if (position !== undefined) set.add(position);
    }
    return set;
  }
}

function bySlug(entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> {
  const whole = new Map<string, CatalogEntry>();
  const variants = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const { id, canonical_slug: slug } = entry.model;
    const colon = id.indexOf(':');
    const suffix = colon === -1 ? '' : id.slice(colon);
    const name = slug.endsWith(suffix) ? slug : slug + suffix;
    if (!whole.has(name)) whole.set(name, entry);
    if (!variants.has(slug)) variants.set(slug, entry);
  }
  return new Map([...variants, ...whole]);
}

function* wireTexts(entries: readonly CatalogEntry[], toWire: (model: Model) => unknown) {
  for (const { model } of entries) yield JSON.stringify(toWire(asSpecified(model)));
}
