import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whyNameIsRefused } from '../src/judge-name.ts';

/* Names that are refused before anyone is asked for their address. Source: contract §4.9. */

const PRIVATE = 'it names this machine or its own network';

describe('a host name', () => {
  for (const name of [
    'localhost',
    'localdomain',
    'local',
    'internal',
    'home.arpa',
    'home',
    'lan',
    'intranet',
    'corp',
    'private',
  ]) {
    for (const spelling of [name, `nas.${name}`, `a.b.${name}`, name.toUpperCase(), `${name}.`]) {
      it(`is refused as private: ${spelling}`, () => {
        assert.equal(whyNameIsRefused(spelling), PRIVATE);
      });
    }
  }

  for (const name of ['a..example.com', '.example.com', 'example.com..', '..', '.', '']) {
    it(`is refused for an empty part: ${JSON.stringify(name)}`, () => {
      assert.equal(whyNameIsRefused(name), 'it has an empty part');
    });
  }

  for (const name of ['redis', 'redis.', 'REDIS']) {
    it(`is refused without a dot: ${name}`, () => {
      const because = 'a name without a dot belongs to a private network';
      assert.equal(whyNameIsRefused(name), because);
    });
  }

  for (const name of [
    'example.com',
    'example.com.',
    'notlocal.dev',
    'localhost.example.com',
    'home.arpa.example.com',
    'my-corp.example',
    'arpa.net',
  ]) {
    it(`is left to its addresses: ${name}`, () => {
      assert.equal(whyNameIsRefused(name), undefined);
    });
  }
});
