import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashKey } from '@model-gateway/core';
import { KEY_TEXT } from '../builders.ts';
import { aKeyScene, CALLERS, FOREIGN, SECOND, WORKSPACE } from './key-builders.ts';

/*
 * Whose keys are there for whom: every pair of a caller and the owner of a key, by organization, user
 * and workspace. Source: contract §2.6, §19.1.
 */

/** What decides: the organization or, without one, the user. */
const accountOf = (name: string) =>
  CALLERS[name]?.organizationId === null
    ? (CALLERS[name].userId ?? 'user_1')
    : (CALLERS[name]?.organizationId ?? 'org_1');

for (const owner of Object.keys(CALLERS)) {
  for (const caller of Object.keys(CALLERS)) {
    const isSame = accountOf(owner) === accountOf(caller);

    describe(`a key of ${owner}, for ${caller}`, () => {
      it(`is ${isSame ? 'there' : 'not there'}`, async () => {
        const scene = aKeyScene();
        const { text, hash } = await scene.make({ name: 'theirs' }, owner);
        const path = `/keys/${hash}`;
        const workspace = CALLERS[owner]?.workspaceId ?? WORKSPACE;
        const list = await scene.send('GET', `/keys?workspace_id=${workspace}`, undefined, caller);
        assert.equal(list.status, 200);
        assert.equal(list.text.includes(hash), isSame);
        const expected = isSame ? 200 : 404;
        assert.equal((await scene.send('GET', path, undefined, caller)).status, expected);
        const patched = await scene.send('PATCH', path, { name: 'mine' }, caller);
        assert.equal(patched.status, expected);
        const after = (await scene.store.findByHash(hash))?.label;
        assert.equal(after, isSame ? 'mine' : 'theirs');
        assert.equal((await scene.send('DELETE', path, undefined, caller)).status, expected);
        const opens = (await scene.send('GET', '/models', undefined, text)).status;
        assert.equal(opens, isSame ? 401 : 200);
      });

      it(`${isSame ? 'has' : 'lacks'} a workspace that ${caller} may make keys in`, async () => {
        const scene = aKeyScene();
        const workspace_id = CALLERS[owner]?.workspaceId ?? WORKSPACE;
        const own = CALLERS[caller]?.workspaceId ?? WORKSPACE;
        const isKnown = isSame || own === workspace_id;
        const made = await scene.send('POST', '/keys', { name: 'x', workspace_id }, caller);
        assert.equal(made.status, isKnown ? 201 : 404, made.text);
      });
    });
  }
}

describe('keys of other workspaces of the account', () => {
  for (const [caller, workspace, names] of [
    ['admin', undefined, ['first']],
    ['admin', SECOND, ['second']],
    ['elsewhere', undefined, ['second']],
    ['elsewhere', WORKSPACE, ['first']],
    ['admin', FOREIGN, []],
    ['stranger', WORKSPACE, []],
  ] as const) {
    it(`${caller} sees ${names.join() || 'nothing'} in ${workspace ?? 'its own'}`, async () => {
      const scene = aKeyScene();
      await scene.make({ name: 'first' });
      await scene.make({ name: 'second', workspace_id: SECOND });
      const search = workspace === undefined ? '' : `?workspace_id=${workspace}`;
      const { text } = await scene.send('GET', `/keys${search}`, undefined, caller);
      const { data } = JSON.parse(text) as { data: { name: string }[] };
      const made = data.map(({ name }) => name).filter((name) => name !== 'test key');
      assert.deepEqual(made, names);
    });
  }
});

describe('a key without an organization', () => {
  it('makes keys of its own user only', async () => {
    const scene = aKeyScene();
    const body = { name: 'x', creator_user_id: 'user_2' };
    const { status, text } = await scene.send('POST', '/keys', body, 'personal');
    assert.equal(status, 400);
    assert.match(text, /creator_user_id must be user_1/);
  });
});

describe('an inference key', () => {
  for (const [method, path, body] of [
    ['GET', '/keys'],
    ['POST', '/keys', { name: 'x' }],
    ['GET', `/keys/${hashKey('admin')}`],
    ['PATCH', `/keys/${hashKey('admin')}`, { name: 'x' }],
    ['DELETE', `/keys/${hashKey('admin')}`],
  ] as const) {
    it(`may not ${method} ${path.slice(0, 9)}`, async () => {
      assert.equal((await aKeyScene().send(method, path, body, KEY_TEXT)).status, 403);
    });
  }

  it('cannot delete or disable itself where the host lets it try', async () => {
    const scene = aKeyScene({ permissions: { deleteKey: 'any', updateKey: 'any' } });
    const own = `/keys/${hashKey(KEY_TEXT)}`;
    assert.equal((await scene.send('DELETE', own, undefined, KEY_TEXT)).status, 409);
    assert.equal((await scene.send('PATCH', own, { disabled: true }, KEY_TEXT)).status, 409);
  });
});
