import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gateway } from '@model-gateway/core';
import {
  aGateway,
  anEntry,
  get,
  ids,
  list,
  listOf,
  someEntries,
  type ModelList,
} from '../builders.ts';

/* Source: contract §3 `offset`, `limit`, `links.next`; contract §3.1. */

const MANY = someEntries(1203);
const many = aGateway({ entries: MANY });
const few = aGateway({ entries: someEntries(10) });

function numbers({ data }: ModelList): number[] {
  return data.map(({ id }) => Number(id.split('/')[1]));
}

function upTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

describe('paging', () => {
  it('is off without offset and limit: the whole list', async () => {
    const whole = await list(many, '');
    assert.deepEqual(numbers(whole), upTo(1, 1203));
    assert.equal(whole.links.next, null);
  });

  for (const search of ['?offset=', '?offset=null', '?q=acme', '?sort=newest']) {
    it(`is off with ${search}`, async () => {
      const whole = await list(many, search);
      assert.equal(whole.data.length, 1203);
      assert.equal(whole.links.next, null);
    });
  }

  it('has a limit of 500 when only offset is given', async () => {
    const page = await list(many, '?offset=0');
    assert.deepEqual(numbers(page), upTo(1, 500));
    assert.equal(page.links.next, '/v1/models?offset=500&limit=500');
  });

  it('begins at 0 when only limit is given', async () => {
    const page = await list(few, '?limit=4');
    assert.deepEqual(numbers(page), upTo(1, 4));
    assert.equal(page.links.next, '/v1/models?offset=4&limit=4');
  });

  it('begins at 0 when offset is null and limit given', async () => {
    assert.deepEqual(numbers(await list(few, '?offset=null&limit=4')), upTo(1, 4));
  });

  it('skips offset models', async () => {
    assert.deepEqual(numbers(await list(few, '?offset=3&limit=4')), upTo(4, 7));
  });

  it('counts all matches on every page', async () => {
    for (const search of ['?limit=1', '?offset=9', '?offset=99', '']) {
      assert.equal((await list(few, search)).total_count, 10);
    }
  });

  for (const [search, what] of [
    ['?offset=6&limit=4', 'ends exactly with the list'],
    ['?offset=7&limit=4', 'ends after the list'],
    ['?limit=1000', 'holds the whole list'],
    ['?offset=10&limit=4', 'begins at the end'],
    ['?offset=11&limit=4', 'begins past the end'],
    ['?offset=9007199254740991&limit=1000', 'begins as far out as one can ask'],
  ] as const) {
    it(`has no next page when this one ${what}`, async () => {
      assert.equal((await list(few, search)).links.next, null);
    });
  }

  for (const search of ['?offset=10', '?offset=11&limit=1', '?offset=9007199254740991']) {
    it(`answers an empty page past the end: ${search}`, async () => {
      assert.deepEqual(await list(few, search), {
        data: [],
        total_count: 10,
        links: { next: null },
      });
    });
  }

  it('answers an empty page of an empty catalog', async () => {
    assert.deepEqual(await list(aGateway(), '?limit=1'), {
      data: [],
      total_count: 0,
      links: { next: null },
    });
  });
});

describe('links.next', () => {
  it('keeps the bytes of the query as they came, malformed escapes too', async () => {
    const gateway = aGateway({ entries: someEntries(3) });
    const { links } = await list(gateway, '?x=%ZZ&y=%FF&&limit=1&z=a+b%20c&?offset=7&e');
    const kept = '?x=%ZZ&y=%FF&z=a+b%20c&?offset=7&e';
    assert.equal(links.next, `/v1/models${kept}&offset=1&limit=1`);
    const next = await list(gateway, `${kept}&offset=1&limit=1`);
    assert.equal(next.links.next, `/v1/models${kept}&offset=2&limit=1`);
  });

  it('replaces an offset and a limit whose names were percent-escaped', async () => {
    const gateway = aGateway({ entries: someEntries(3) });
    const { links } = await list(gateway, '?%6Cimit=1&o%66fset=1');
    assert.equal(links.next, '/v1/models?offset=2&limit=1');
  });

  it('keeps every other parameter, known or not, as often as it was given', async () => {
    const search =
      '?providers=&sort=newest&offset=2&model_authors=acme&utm=a%20b%26c&model_authors=x+y&limit=3&q=';
    const { links } = await list(few, search);
    const kept = [...new URL(links.next ?? '', 'http://gateway.test').searchParams];
    assert.deepEqual(kept, [
      ['providers', ''],
      ['sort', 'newest'],
      ['model_authors', 'acme'],
      ['utm', 'a b&c'],
      ['model_authors', 'x y'],
      ['q', ''],
      ['offset', '5'],
      ['limit', '3'],
    ]);
  });

  for (const [mount, expected] of [
    ['', '/models?offset=4&limit=4'],
    ['/v1', '/v1/models?offset=4&limit=4'],
    ['/api/ai%20gateway/v1', '/api/ai%20gateway/v1/models?offset=4&limit=4'],
  ] as const) {
    it(`is path-absolute under the mount ${JSON.stringify(mount)}`, async () => {
      const { links } = listOf(await get(few, '/models?limit=4', {}, { mount }));
      assert.equal(links.next, expected);
    });
  }

  for (const publicBaseUrl of ['https://ai.example/v1', 'https://ai.example/v1/']) {
    it(`is absolute with the public base URL ${publicBaseUrl}`, async () => {
      const gateway = aGateway({ entries: someEntries(10), publicBaseUrl });
      const { links } = listOf(await get(gateway, '/models?limit=4', {}, { mount: '/internal' }));
      assert.equal(links.next, 'https://ai.example/v1/models?offset=4&limit=4');
    });
  }

  it('does not repeat the host header', async () => {
    const { links } = await list(few, '?limit=4', { host: 'evil.example' });
    assert.equal(links.next, '/v1/models?offset=4&limit=4');
  });

  for (const [what, search] of [
    ['with a limit', '?limit=7'],
    ['with an offset alone', '?offset=0'],
    ['of one', '?limit=1&q=acme/11'],
    ['sorted', '?limit=100&sort=pricing-low-to-high'],
    ['filtered', '?limit=50&min_price=1&model_authors=acme'],
  ] as const) {
    it(`leads through each model exactly once: pages ${what}`, async () => {
      const all = await ids(many, withoutPage(search));
      assert.ok(all.length > 2);
      assert.deepEqual(await follow(many, `/models${search}`), all);
    });
  }
});

describe('pages', () => {
  it('follow the order of the sort across their borders', async () => {
    const entries = [5, 1, 4, 2, 3].map((weekly, i) =>
      anEntry({ id: `acme/${i}` }, { weekly_tokens: weekly }),
    );
    const found = await follow(aGateway({ entries }), '/models?sort=top-weekly&limit=2');
    assert.deepEqual(found, ['acme/0', 'acme/2', 'acme/4', 'acme/3', 'acme/1']);
  });
});

/** Ids of all pages from `url` on. */
async function follow(gateway: Gateway, url: string): Promise<string[]> {
  const found: string[] = [];
  let next: string | null = url;
  for (let pages = 0; next !== null; pages++) {
    assert.ok(pages < 2000, 'the pages do not end');
    const page: ModelList = listOf(await get(gateway, next));
    found.push(...page.data.map(({ id }) => id));
    // As the host does before it hands a request on.
    next = page.links.next?.replace(/^\/v1/, '') ?? null;
  }
  return found;
}

function withoutPage(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete('offset');
  rest.delete('limit');
  return rest.size === 0 ? '' : `?${rest}`;
}
