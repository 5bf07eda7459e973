import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aGateway, aKey, anEntry, get, KEY_TEXT, type GivenGateway } from '../builders.ts';
import { anEndpoint, aTalker, MODEL, OTHER_MODEL } from '../chat/chat-builders.ts';

/* GET /endpoints/zdr. Source: contract §16.6. */

const keeps = anEndpoint();
const retainsNothing = anEndpoint({ isZeroRetention: true });

const given: GivenGateway = {
  entries: [anEntry({ id: MODEL }), anEntry({ id: OTHER_MODEL })],
  providers: [
    aTalker('one', [], { [MODEL]: keeps, [OTHER_MODEL]: retainsNothing }),
    aTalker('two', [], { [MODEL]: retainsNothing, [OTHER_MODEL]: retainsNothing }),
  ],
};

async function tags(options: GivenGateway): Promise<string[]> {
  const answer = await get(aGateway(options), '/endpoints/zdr');
  assert.equal(answer.status, 200, answer.text);
  const { data } = JSON.parse(answer.text) as { data: { tag: string; model_id: string }[] };
  return data.map(({ tag, model_id }) => `${tag} ${model_id}`);
}

describe('GET /endpoints/zdr (contract §16.6)', () => {
  it('lists what retains nothing, of every model in the order of the catalog', async () => {
    assert.deepEqual(await tags(given), [
      `two ${MODEL}`,
      `one ${OTHER_MODEL}`,
      `two ${OTHER_MODEL}`,
    ]);
  });

  it('lists those of models that the key may use', async () => {
    const keys = [aKey({ text: KEY_TEXT, allowedModels: [MODEL] })];
    assert.deepEqual(await tags({ ...given, keys }), [`two ${MODEL}`]);
  });

  it('is an empty list without providers', async () => {
    assert.deepEqual(await tags({ ...given, providers: [] }), []);
  });
});
