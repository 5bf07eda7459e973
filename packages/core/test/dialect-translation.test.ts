import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchFromWire, translateAnswer } from '@model-gateway/core/kit';

const TO_OURS = { from: 'openrouter', to: 'gateway' } as const;
const TO_THEIRS = { from: 'gateway', to: 'openrouter' } as const;

const OURS = {
  listModels: {
    data: [{ id: 'a', model_hub_id: 'b', benchmarks: { design_ranking: [], external_index: {} } }],
    total_count: 1,
  },
  retrieveModel: { id: 'a', model_hub_id: 'b' },
  listMembers: { data: [{ role: 'member' }, { role: 'admin' }, { role: 'guest' }] },
};

const THEIRS = {
  listModels: {
    data: [
      {
        id: 'a',
        hugging_face_id: 'b',
        benchmarks: { design_arena: [], artificial_analysis: {} },
      },
    ],
    total_count: 1,
  },
  retrieveModel: { id: 'a', hugging_face_id: 'b' },
  listMembers: { data: [{ role: 'org:member' }, { role: 'org:admin' }, { role: 'guest' }] },
};

describe('translateAnswer', () => {
  for (const id of ['listModels', 'retrieveModel', 'listMembers'] as const) {
    it(`puts the names of ${id} from theirs into ours, and back`, () => {
      assert.deepEqual(translateAnswer(id, THEIRS[id], TO_OURS), OURS[id]);
      assert.deepEqual(translateAnswer(id, OURS[id], TO_THEIRS), THEIRS[id]);
    });

    it(`leaves ${id} as it is where the names are the same`, () => {
      assert.equal(translateAnswer(id, OURS[id], { from: 'gateway', to: 'gateway' }), OURS[id]);
      assert.deepEqual(translateAnswer(id, OURS[id], TO_OURS), OURS[id]);
    });
  }

  it('takes the members off a destination that only theirs have, and puts them on', () => {
    const ours = { data: { id: 'a', filter_rules: null } };
    const theirs = translateAnswer('updateDestination', ours, TO_THEIRS);
    assert.notDeepEqual(theirs, ours);
    assert.deepEqual(translateAnswer('updateDestination', theirs, TO_OURS), ours);
  });

  it('translates an error envelope, whatever the operation', () => {
    const ours = { error: { code: 400, message: 'no' }, gateway_metadata: { a: 1 } };
    const theirs = { error: { code: 400, message: 'no' }, openrouter_metadata: { a: 1 } };
    assert.deepEqual(translateAnswer('createImage', theirs, TO_OURS), ours);
    assert.deepEqual(translateAnswer('listModels', ours, TO_THEIRS), theirs);
  });

  it('leaves values that are not responses of theirs unchanged', () => {
    for (const answer of [null, 'text', [1], { data: 5 }]) {
      assert.deepEqual(translateAnswer('listModels', answer, TO_OURS), answer);
    }
  });
});

it('puts a query string into our names', () => {
  assert.equal(
    searchFromWire('?q=a%20b&sort=design-arena-elo-high-to-low'),
    '?q=a%20b&sort=design-ranking-elo-high-to-low',
  );
});
