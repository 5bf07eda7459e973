import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadFaker } from '../../src/seed/load-faker.ts';

describe('a generated world', () => {
  it('says how to install faker where it cannot be loaded', async () => {
    const cause = new Error('not installed');
    await assert.rejects(
      loadFaker(() => Promise.reject(cause)),
      {
        code: 'GW1707',
        cause,
        message:
          'a generated world needs the package @faker-js/faker: ' +
          'npm install --save-dev @faker-js/faker [GW1707]',
      },
    );
  });

  it('draws with the English locale', async () => {
    const faker = await loadFaker();
    assert.equal(faker.definitions.metadata.code, 'en');
  });
});
