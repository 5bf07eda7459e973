import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { RunningMockGateway } from '@model-gateway/mock';
import { CASES } from './peer-table/cases.ts';
import { startOurs } from './peer-table/fakes.ts';
import { ourOutcome } from './peer-table/outcome-of.ts';

const GUIDE = new URL('../../../docs/mock/coming-from.md', import.meta.url);

/** What the table says of the mock, by the title of the case. */
const SAID = new Map(
  Array.from(
    readFileSync(GUIDE, 'utf8').matchAll(/^\| (.+?) \| (yes|no) \| (?:yes|no|no way) \|$/gm),
    ([, title = '', ours = '']) => [title, ours],
  ),
);

describe('the table of mock and aimock', () => {
  let gateway: RunningMockGateway;
  before(async () => (gateway = await startOurs()));
  after(() => gateway.close());

  it('has a row for each case', () => {
    assert.deepEqual(
      [...SAID.keys()],
      CASES.map(({ title }) => title),
    );
  });

  for (const one of CASES) {
    it(`says of the mock what it does: ${one.title}`, async () => {
      assert.equal(await ourOutcome(one, gateway, false), SAID.get(one.title));
    });
  }
});
