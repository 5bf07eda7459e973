/**
 * `pnpm observed-catalog`: writes fixtures/observed from a whole catalog of real models, which
 * MODEL_GATEWAY_CATALOG names: every tenth model and all that hold something unusual, without
 * their names, and what is known of all of them together; and the prototypes that worlds are
 * sampled from.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Model } from '@model-gateway/core';
import { wholeCatalogFile } from '../../../core/test/catalog/observed-catalog.ts';
import { anonymous } from './anonymous.ts';
import { FACTS_FILE, factsOf, modelsIn } from './observed-facts.ts';
import { sampleOf } from './sample.ts';

const file = wholeCatalogFile();
if (file === undefined) throw new Error('Set MODEL_GATEWAY_CATALOG to a whole catalog.');
const models = modelsIn(file);

const isTaken = ({ pricing, supported_parameters }: Model, index: number) =>
  index % 10 === 0 ||
  pricing.prompt === '-1' ||
  // The one name in it that the contract does not have.
  supported_parameters.some((name) => (name as string) === 'prediction');

const folder = new URL('.', FACTS_FILE);
mkdirSync(folder, { recursive: true });
const rows = anonymous(models.filter(isTaken)).map((model) => JSON.stringify(model));
writeFileSync(new URL('catalog.json', folder), `{"data":[\n${rows.join(',\n')}\n]}\n`);
writeFileSync(FACTS_FILE, `${JSON.stringify(factsOf(models), undefined, 1)}\n`);

const { models: prototypes, ...shared } = sampleOf(models);
const lists = Object.entries({ ...shared, models: prototypes }).map(
  ([name, list]) => `"${name}":[\n${list.map((each) => JSON.stringify(each)).join(',\n')}\n]`,
);
writeFileSync(
  new URL('../../src/seed/data/prototypes.json', import.meta.url),
  `{${lists.join(',\n')}}\n`,
);
