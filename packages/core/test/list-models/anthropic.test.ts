import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayRequest } from '../../src/http/message.ts';
import { aGateway, aKey, anEntry, bearer, get, type GivenGateway } from '../builders.ts';

/* GET /models as Claude Code asks, to offer models. Source: contract §3.13. */

const GIVEN: GivenGateway = {
  entries: [
    anEntry({ id: 'acme/quill', name: 'Acme: "Quill"' }),
    anEntry({ id: 'acme/claude-like', name: 'Like Claude ✓' }),
  ],
};
/** As the program sends it. */
const CLAUDE_CODE = { ...bearer(), 'anthropic-version': '2023-06-01' };

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly display_name?: string;
}

async function listed(
  search: string,
  headers: GatewayRequest['headers'],
  given: GivenGateway = GIVEN,
): Promise<{ readonly data: readonly Listed[]; readonly etag: string | undefined }> {
  const answer = await get(aGateway(given), `/models${search}`, headers);
  assert.equal(answer.status, 200, answer.text);
  // A wrong shape shows as a difference.
  const { data } = JSON.parse(answer.text) as { readonly data: readonly Listed[] };
  return { data, etag: answer.headers['etag'] };
}

describe('GET /models for Anthropic’s clients', () => {
  for (const search of ['?limit=1000', '', '?client_version=1&limit=1']) {
    it(`has the same models with their names as display_name: "${search}"`, async () => {
      const plain = await listed(search, bearer());
      const { data, etag } = await listed(search, CLAUDE_CODE);
      assert.deepEqual(
        data,
        plain.data.map((model) => ({ ...model, display_name: model.name })),
      );
      assert.ok(plain.data.every((model) => !('display_name' in model)));
      assert.notEqual(etag, plain.etag);
    });
  }

  it('is a 304 for its own entity tag', async () => {
    const { etag = '' } = await listed('?limit=1000', CLAUDE_CODE);
    const headers = { ...CLAUDE_CODE, 'if-none-match': etag };
    assert.equal((await get(aGateway(GIVEN), '/models?limit=1000', headers)).status, 304);
  });

  it('has what the key may use', async () => {
    const keys = [aKey({ allowedModels: ['acme/claude-like'] })];
    const { data } = await listed('?limit=1000', CLAUDE_CODE, { ...GIVEN, keys });
    assert.deepEqual(
      data.map(({ display_name }) => display_name),
      ['Like Claude ✓'],
    );
  });

  it('may be empty', async () => {
    const { data } = await listed('?q=nothing', CLAUDE_CODE);
    assert.deepEqual(data, []);
  });
});
