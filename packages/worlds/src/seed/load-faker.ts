import type { Faker } from '@faker-js/faker';
import { diagnostic } from '../diagnostics.ts';

/** Imports faker with the English locale; rejects when the package is not installed. */
export type ImportFaker = () => Promise<{ readonly faker: Faker }>;

/**
 * The English locale alone, which takes a tenth of the time of the package's main entry. Catches the
 * failure here, because bundlers then treat the package as optional.
 */
const importEnglish: ImportFaker = () =>
  import('@faker-js/faker/locale/en').catch((cause: unknown) => {
    throw new Error('the package @faker-js/faker cannot be loaded', { cause });
  });

/** Loads the faker that generated worlds draw with. Rejects with GW1707, which says how to install it. */
export async function loadFaker(importFaker: ImportFaker = importEnglish): Promise<Faker> {
  try {
    return (await importFaker()).faker;
  } catch (cause) {
    throw diagnostic(
      'GW1707',
      'a generated world needs the package @faker-js/faker: npm install --save-dev @faker-js/faker',
      { cause },
    );
  }
}
