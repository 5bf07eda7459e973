import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aGateway, envelopeOf, get, ids, issues, someEntries } from '../builders.ts';
import { everyParameter } from './parameter-rules.ts';

/* How query strings are read, whatever the parameter. Source: contract §1.2–1.5. */

const entries = someEntries(3);
const gateway = aGateway({ entries });
const ALL = ['acme/1', 'acme/2', 'acme/3'];

describe('"not set"', () => {
  // None of these models has a benchmark or a tool success rate, so any bound would exclude them.
  const nullable = everyParameter.filter(({ parameter }) => /^offset$|^(min|max)_/.test(parameter));
  for (const { parameter } of nullable) {
    for (const value of ['', 'null']) {
      it(`is what ${parameter}=${value} means`, async () => {
        assert.deepEqual(await ids(gateway, `?${parameter}=${value}`), ALL);
      });
    }

    it(`is not what ${parameter}=NULL means`, async () => {
      assert.equal((await get(gateway, `/models?${parameter}=NULL`)).status, 400);
    });
  }

  it('is what a list of blanks means', async () => {
    const search = '?model_authors=,%20,&providers=&supported_parameters=%20&input_modalities=,';
    assert.deepEqual(await ids(gateway, search), ALL);
  });

  it('is not what the text null means in a search', async () => {
    assert.deepEqual(await ids(gateway, '?q=null'), []);
  });
});

describe('a parameter given twice', () => {
  const scalars = everyParameter.filter(({ parameter }) => !isList(parameter));
  for (const { parameter, good } of scalars) {
    it(`is a 400 that names ${parameter}, even with equal values`, async () => {
      const value = encodeURIComponent(good[0] ?? '');
      const found = await issues(gateway, `?${parameter}=${value}&${parameter}=${value}`);
      assert.deepEqual(
        found.map(({ path }) => path),
        [parameter],
      );
      assert.match(found[0]?.message ?? '', new RegExp(`\\b${parameter}\\b`));
    });
  }

  it('is a 400 when it is null twice', async () => {
    assert.equal((await get(gateway, '/models?offset=&offset=')).status, 400);
  });

  for (const parameter of ['supported_parameters', 'model_authors', 'providers']) {
    it(`is one longer list where it is ${parameter}`, async () => {
      const once = await ids(gateway, `?${parameter}=nobody,acme`);
      assert.deepEqual(await ids(gateway, `?${parameter}=nobody&${parameter}=acme`), once);
    });
  }

  it('is refused for a bad item in its second list', async () => {
    const search = '?input_modalities=text&input_modalities=smell';
    const found = await issues(gateway, search);
    assert.match(found[0]?.message ?? '', /smell/);
  });
});

function isList(parameter: string): boolean {
  return /modalities$|^supported_parameters$|^model_authors$|^providers$/.test(parameter);
}

describe('unknown parameters', () => {
  for (const search of [
    '?foo=bar',
    '?Limit=0',
    '?limit[]=0',
    '?__proto__=x&constructor=y&toString=z',
    '?=x&&&',
    '?foo',
  ]) {
    it(`are ignored: ${search}`, async () => {
      assert.deepEqual(await ids(gateway, search), ALL);
    });
  }
});

describe('a 400', () => {
  const search =
    '?limit=0&sort=price&offset=-1&zdr=false&min_price=cheap&region=us&region=eu&q=fine&foo=bar';

  it('lists every problem at once as path and message', async () => {
    const found = await issues(gateway, search);
    assert.deepEqual(found.map(({ path }) => path).toSorted(), [
      'limit',
      'min_price',
      'offset',
      'region',
      'sort',
      'zdr',
    ]);
    for (const issue of found) {
      assert.deepEqual(Object.keys(issue), ['path', 'message']);
      assert.ok(issue.message.includes(issue.path), issue.message);
    }
  });

  it('says the first problem in its message', async () => {
    const { error } = envelopeOf(await get(gateway, `/models${search}`));
    const first = error.metadata?.issues?.[0]?.message;
    assert.equal(error.message, `Invalid request parameters: ${first}`);
  });

  it('names every bad item of a list', async () => {
    const found = await issues(gateway, '?input_modalities=smell,text,touch');
    const said = found.map(({ message }) => message).join('\n');
    assert.match(said, /smell/);
    assert.match(said, /touch/);
  });

  it('is exactly the envelope of contract §9 with the caller', async () => {
    const answer = await get(gateway, '/models?limit=1001');
    const message = 'limit must be a whole number from 1 to 1000, got 1001';
    assert.deepEqual(envelopeOf(answer), {
      error: {
        code: 400,
        message: `Invalid request parameters: ${message}`,
        metadata: { issues: [{ path: 'limit', message }] },
      },
      user_id: 'user_1',
    });
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  });

  it('has no user_id where the catalog is public and no key was sent', async () => {
    const open = aGateway({ entries, publicCatalog: true });
    const answer = await get(open, '/models?limit=0', { authorization: undefined });
    assert.deepEqual(Object.keys(envelopeOf(answer)), ['error']);
  });

  it('does not repeat a long value in full', async () => {
    const { text } = await get(gateway, `/models?sort=${'x'.repeat(5000)}`);
    assert.ok(text.length < 2000, `${text.length} characters`);
  });

  it('shows control characters as escapes', async () => {
    const found = await issues(gateway, '?sort=a%00%1b%0d%0ab');
    const message = found[0]?.message ?? '';
    assert.ok(
      Array.from(message).every((character) => character >= ' '),
      JSON.stringify(message),
    );
  });
});

describe('reading of query strings', () => {
  for (const [what, search, expected] of [
    ['decodes percent-escapes', '?q=%61cme%2F2', ['acme/2']],
    ['reads + as a blank', '?q=acme+/3', ['acme/3']],
    ['takes a malformed escape as text', '?q=%zz', []],
    ['takes bytes that are not UTF-8 as text', '?q=%ff', []],
    ['takes the value after the first =', '?q=a=b', []],
    ['reads a lone ? as no parameters', '?', ALL],
  ] as const) {
    it(what, async () => {
      assert.deepEqual(await ids(gateway, search), expected);
    });
  }
});
