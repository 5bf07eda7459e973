import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ALL_OPERATIONS,
  CONVERSATION_OPERATIONS,
  defineOperation,
  FACE_OPERATIONS,
  OPERATIONS,
} from '@model-gateway/core';
import { emptyResponse } from '@model-gateway/core/http';
import { createOperationSet, GATEWAY_OPERATIONS } from '@model-gateway/core/kit';
import * as v from 'valibot';

const mine = defineOperation({
  id: 'readNote',
  method: 'GET',
  path: '/notes/:note',
  summary: 'Read a note',
  params: v.object({ note: v.string() }),
  handle: async () => emptyResponse(204),
});

describe('createOperationSet', () => {
  for (const { id, method, path } of ALL_OPERATIONS) {
    it(`finds ${id} at ${method} ${path}`, () => {
      const found = GATEWAY_OPERATIONS.find(method, path.replace(':id', 'some-id'));
      assert.equal(found?.operation.id, id);
    });
  }

  it('gives the parameters of the path', () => {
    const found = GATEWAY_OPERATIONS.find('PATCH', '/observability/destinations/a%20b');
    assert.deepEqual({ ...found?.params }, { id: 'a%20b' });
  });

  for (const [method, path] of [
    ['DELETE', '/models'],
    ['GET', '/v1/models'],
    ['GET', '/modles'],
    ['GET', '/notes/one'],
  ] as const) {
    it(`finds nothing at ${method} ${path}`, () => {
      assert.equal(GATEWAY_OPERATIONS.find(method, path), undefined);
    });
  }

  it('has the operations of the host after those of the gateway', () => {
    const set = createOperationSet([mine]);
    const idsOf = (operations: readonly { readonly id: string }[]) =>
      operations.map(({ id }) => id);
    const ofFaces = idsOf(Object.values(FACE_OPERATIONS).flat());
    assert.deepEqual(idsOf(set.ofFaces), ofFaces);
    assert.deepEqual(idsOf(set.all), [...idsOf(OPERATIONS), mine.id, ...ofFaces]);
    assert.deepEqual(set.own, [mine]);
    assert.equal(set.named('readNote'), mine);
    assert.equal(set.find('GET', '/notes/one')?.operation, mine);
    assert.equal(set.named('readNotes'), undefined);
  });

  it('leaves the path of a conversation to an operation of the host', () => {
    const { id, method, path } = CONVERSATION_OPERATIONS[0];
    const same = defineOperation({ ...mine, id: 'talk', method, path, params: v.object({}) });
    const set = createOperationSet([same]);
    assert.equal(set.find(method, path)?.operation, same);
    assert.equal(set.named(id), undefined);
  });

  it('refuses an operation that no request could reach', () => {
    assert.throws(() => createOperationSet([mine, mine]), TypeError);
  });
});
