import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aRequest, bearer, searchOf, toAnswer } from '../builders.ts';
import {
  ADMIN_KEY,
  aDestination,
  anAdminGateway,
  anAssignment,
  issuesOf,
  listingOf,
  read,
  someMembers,
  uuid,
} from '../admin-builders.ts';

/* `offset` and `limit` of the three administrative lists. Source: contract §5, §6, §3. */

const COUNT = 120;
const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);
const created = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
const gateway = anAdminGateway({
  destinations: numbers.map((n) => aDestination({ id: uuid(n), created_at: created(n) })),
  members: someMembers(COUNT),
  assignments: numbers.map((n) => anAssignment(n)),
});

/** Each list with all of its ids in its own order. */
const LISTS = [
  ['/observability/destinations', numbers.map(uuid).toReversed()],
  ['/organization/members', numbers.map((n) => `user_${n}`)],
  ['/guardrails/assignments/members', numbers.map(uuid)],
] as const;

async function page(path: string, search: string) {
  const { data, total_count } = listingOf<{ id: string }>(await read(gateway, path + search));
  return { ids: data.map(({ id }) => id), total_count };
}

for (const [path, all] of LISTS) {
  describe(`GET ${path}`, () => {
    for (const [search, from, to] of [
      ['', 0, 50],
      ['?offset=', 0, 50],
      ['?offset=null', 0, 50],
      ['?offset=0', 0, 50],
      ['?offset=100', 100, 120],
      ['?limit=1', 0, 1],
      ['?limit=100', 0, 100],
      ['?offset=100&limit=100', 100, 120],
      ['?offset=119&limit=1', 119, 120],
      ['?offset=120', 120, 120],
      ['?offset=9007199254740991', 120, 120],
      ['?limit=007', 0, 7],
      ['?unknown=1&Limit=0', 0, 50],
    ] as const) {
      it(`answers ${search || 'no query'} with records ${from} to ${to} and the total`, async () => {
        assert.deepEqual(await page(path, search), {
          ids: all.slice(from, to),
          total_count: COUNT,
        });
      });
    }

    it('gives every record once when paged through', async () => {
      const found: string[] = [];
      for (let offset = 0; offset < COUNT; offset += 33) {
        found.push(...(await page(path, `?offset=${offset}&limit=33`)).ids);
      }
      assert.deepEqual(found, all);
    });

    for (const [name, bad, allowed] of [
      [
        'offset',
        ['-1', '1e3', '+5', ' 5', '5.0', '0x10', 'five', '9007199254740992'],
        'of at least 0',
      ],
      ['limit', ['0', '101', '-1', '', 'null', '1e1', '50.0', '9007199254740992'], 'from 1 to 100'],
    ] as const) {
      for (const value of bad) {
        it(`refuses ${name}=${JSON.stringify(value)}`, async () => {
          const [issue, ...others] = issuesOf(
            await read(gateway, path + searchOf({ [name]: value })),
          );
          assert.equal(issue?.path, name);
          assert.equal(others.length, 0);
          assert.match(issue.message, new RegExp(`^${name} must be a whole number ${allowed}`));
          assert.ok(issue.message.includes(value), issue.message);
        });
      }

      it(`refuses ${name} given twice`, async () => {
        const [issue] = issuesOf(await read(gateway, `${path}?${name}=1&${name}=1`));
        assert.equal(issue?.path, name);
      });
    }

    it('lists every problem', async () => {
      const issues = issuesOf(await read(gateway, `${path}?offset=-1&limit=101`));
      assert.deepEqual(
        issues.map(({ path: at }) => at),
        ['offset', 'limit'],
      );
    });

    it('is private and not stored', async () => {
      const { headers } = await read(gateway, path);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    });

    it('answers HEAD with the headers of GET', async () => {
      const request = aRequest(path, { method: 'HEAD', headers: bearer(ADMIN_KEY) });
      const { headers, text } = toAnswer(await gateway.handle(request));
      const got = await read(gateway, path);
      assert.equal(text, '');
      assert.equal(headers['content-length'], got.headers['content-length']);
    });

    it('has only the members of the specification around the records', async () => {
      const answer = JSON.parse((await read(gateway, path)).text);
      assert.deepEqual(Object.keys(answer), ['data', 'total_count']);
    });
  });
}
