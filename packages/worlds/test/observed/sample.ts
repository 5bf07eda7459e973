import { readFileSync } from 'node:fs';
import { parseCatalog, type Model } from '@model-gateway/core';
import { authorOf } from '../compare/feature.ts';
import type { Prototypes, Vendor } from '../../src/seed/sample/prototype.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from '../../src/seed/dates/reference-date.ts';
import { prototypesOf, type Sampled } from './prototypes-of.ts';

const GOLDEN = new URL('../../golden-world.json', import.meta.url);

/** Documentation relies on the words of its models. */
const NAMED = /^acme\/(quill|paint|chime)-1/;

/** Vendors for the catalog that the golden world has too few of. */
const SPARE = ['Zinnwald', 'Weatherglass', 'Thistledown', 'Fieldfare', 'Withy', 'Tallowmere'].map(
  (name): Vendor => ({ slug: name.toLowerCase(), name, hub: name.toLowerCase() }),
);

/**
 * Returns what worlds are sampled from: the text models of a whole catalog of real models, under
 * vendors of the golden world, which has the models of every other kind and those of Acme. The
 * vendor with the most models gets the name of the one with the most there.
 */
export function sampleOf(observed: readonly Model[]): Prototypes {
  const golden = parseCatalog(readFileSync(GOLDEN, 'utf8')).entries.map(({ model }) => model);
  const known = authorsOf(golden.filter(({ id }) => !/^(acme|gateway|~.*)\//.test(id)));
  const vendors = [...known.map((author) => vendorOf(author, golden)), ...SPARE];
  const texts = observed.filter(
    ({ id, pricing }) => !/^~|:free$/.test(id) && pricing.prompt !== '-1',
  );
  const authors = authorsOf(texts);
  const others = golden.filter(
    ({ id, architecture }) => !architecture.output_modalities.includes('text') || NAMED.test(id),
  );
  const newest = Math.max(...observed.map(({ created }) => created));
  const weeks = Math.floor((REFERENCE_SECONDS - newest) / (7 * SECONDS_PER_DAY));
  // So that days of the week and hours stay.
  const reference = REFERENCE_SECONDS - weeks * 7 * SECONDS_PER_DAY;
  return prototypesOf([
    ...texts.map((model): Sampled => {
      const vendor = vendors[authors.indexOf(authorOf(model.id))];
      if (vendor === undefined) throw new Error('expected a vendor for every author: add to SPARE');
      return { model: coherent(model), vendor, reference, keepsWords: false };
    }),
    ...others.map((model): Sampled => ({
      model,
      vendor: vendorOf(authorOf(model.id), golden),
      reference: REFERENCE_SECONDS,
      keepsWords: NAMED.test(model.id),
    })),
  ]);
}

/** By their number of models, the largest first. */
function authorsOf(models: readonly Model[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { id } of models) counts.set(authorOf(id), (counts.get(authorOf(id)) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([author]) => author);
}

function vendorOf(slug: string, golden: readonly Model[]): Vendor {
  const own = golden.filter(({ id }) => id.startsWith(`${slug}/`));
  const name = own.flatMap((model) => /^([^:]*): /.exec(model.name)?.[1] ?? [])[0] ?? slug;
  const hub = own.flatMap(({ model_hub_id: id }) => id?.split('/', 1) ?? [])[0] ?? slug;
  return { slug, name, hub };
}

/** Not of the contract: see `isTaken` in write-observed.ts. */
const UNKNOWN = /^prediction$/;

/** Without the few contradictions of the catalog: parameters say whether and how a model reasons. */
function coherent(model: Model): Model {
  const { reasoning, supported_parameters: all } = model;
  const implied: Model['supported_parameters'] = [
    ...(reasoning === undefined ? [] : (['include_reasoning', 'reasoning'] as const)),
    ...(reasoning?.supported_efforts === undefined ? [] : (['reasoning_effort'] as const)),
  ];
  const others = all.filter(
    (name) => !/^(include_)?reasoning(_effort)?$/.test(name) && !UNKNOWN.test(name),
  );
  return { ...model, supported_parameters: [...others, ...implied].toSorted() };
}
