import { faker } from '@faker-js/faker/locale/en';
import type { CatalogEntry } from '@model-gateway/core';
import type { WorldAccounts } from '@model-gateway/worlds';
import * as accounts from '../../src/seed/accounts/generate-accounts.ts';
import * as source from '../../src/seed/entry-source.ts';
import * as catalog from '../../src/seed/generate-catalog.ts';

/* The generator with the library that it is made for. */

export function generateCatalog(options: catalog.GenerateCatalogOptions): Generator<CatalogEntry> {
  return catalog.generateCatalog(options, faker);
}

export function generateAccounts(seed: number): WorldAccounts {
  return accounts.generateAccounts(seed, faker);
}

export function createEntrySource(seed: number): source.EntrySource {
  return source.createEntrySource(seed, faker);
}
