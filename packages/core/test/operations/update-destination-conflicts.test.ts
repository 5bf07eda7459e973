import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Destination, DestinationStore, Gateway } from '@model-gateway/core';
import { envelopeOf } from '../builders.ts';
import {
  aDestination,
  aDestinationStore,
  anAdminGateway,
  issuesOf,
  patch,
  updated,
  uuid,
} from '../admin-builders.ts';

/* Lost races, `if-match` and etags of PATCH. Source: contract §5.5. */

/** A store that says `stale` this many times before it does what it is asked. */
function losing(races: number, destinations = [aDestination()]) {
  const store = aDestinationStore(destinations);
  let replaces = 0;
  const counted: DestinationStore = {
    ...store,
    replace: async (next, version) => {
      replaces++;
      return replaces <= races ? 'stale' : store.replace(next, version);
    },
  };
  return { store, gateway: anAdminGateway({ destinations: counted }), replaces: () => replaces };
}

describe('a lost race', () => {
  for (const races of [0, 1, 2, 3]) {
    it(`is run again: ${races} lost`, async () => {
      const { gateway, store, replaces } = losing(races);
      const answer = await patch(gateway, uuid(1), { name: 'Renamed' });
      assert.equal(updated(answer).name, 'Renamed');
      assert.equal((await store.get(uuid(1)))?.item.destination.name, 'Renamed');
      assert.equal(replaces(), races + 1);
    });
  }

  it('is a 409 when it is lost for the fourth time', async () => {
    const { gateway, store, replaces } = losing(4);
    assert.deepEqual(envelopeOf(await patch(gateway, uuid(1), { name: 'Renamed' })), {
      error: { code: 409, message: 'Resource conflict, try again later' },
      user_id: 'user_1',
    });
    assert.equal(replaces(), 4);
    assert.deepEqual((await store.get(uuid(1)))?.item.destination, aDestination());
  });

  it('is run again over what the winner wrote', async () => {
    const store = aDestinationStore([aDestination()]);
    let won = false;
    const destinations: DestinationStore = {
      ...store,
      async replace(next, version) {
        if (!won) {
          won = true;
          const found = await store.get(next.id);
          await store.replace({ ...aDestination(), enabled: false }, found?.version ?? '');
        }
        return store.replace(next, version);
      },
    };
    await patch(anAdminGateway({ destinations }), uuid(1), { name: 'Renamed' });
    const { name, enabled } = (await store.get(uuid(1)))?.item.destination ?? {};
    assert.deepEqual({ name, enabled }, { name: 'Renamed', enabled: false });
  });

  it('is a 404 when the destination is gone by then', async () => {
    const store = aDestinationStore([aDestination()]);
    const destinations: DestinationStore = {
      ...store,
      async replace(next, version) {
        store.remove(next.id);
        return store.replace(next, version);
      },
    };
    const gateway = anAdminGateway({ destinations });
    assert.equal((await patch(gateway, uuid(1), { name: 'Renamed' })).status, 404);
  });
});

/** A store over which every call takes some turns of the event loop, other ones each time. */
function slow(store: DestinationStore): DestinationStore {
  let calls = 0;
  const pause = async () => {
    for (let turns = (calls++ * 7) % 5; turns > 0; turns--) await Promise.resolve();
  };
  return {
    list: (query) => store.list(query),
    async get(id) {
      await pause();
      const found = await store.get(id);
      await pause();
      return found;
    },
    async replace(next, version) {
      await pause();
      return store.replace(next, version);
    },
  };
}

describe('a destination that goes away while it is changed', () => {
  it('is a 404 even when there is another one of its id by then', async () => {
    const store = aDestinationStore([aDestination()]);
    const destinations: DestinationStore = { ...store, replace: async () => 'missing' };
    const answer = await patch(anAdminGateway({ destinations }), uuid(1), { name: 'Renamed' });
    assert.equal(answer.status, 404);
  });
});

describe('50 patches at once, each of another config member', () => {
  const members = Array.from({ length: 50 }, (_, i) => `member${i}`);
  const homemade = () => aDestination({ type: 'homemade', config: { kept: true } });

  it('lose no update: what was answered with 200 is stored, what was not is not', async () => {
    const store = aDestinationStore([homemade()]);
    const gateway = anAdminGateway({ destinations: slow(store) });
    const answers = await Promise.all(
      members.map((name) => patch(gateway, uuid(1), { config: { [name]: name } })),
    );
    const won = members.filter((_, i) => answers[i]?.status === 200);
    assert.ok(won.length > 0);
    for (const { status } of answers) assert.ok([200, 409].includes(status), `${status}`);
    const { config = {} } = (await store.get(uuid(1)))?.item.destination ?? {};
    assert.deepEqual(Object.keys(config).toSorted(), ['kept', ...won].toSorted());
  });

  it('are all there once each was tried again after its 409', async () => {
    const store = aDestinationStore([homemade()]);
    const gateway = anAdminGateway({ destinations: slow(store) });
    const untilDone = async (name: string) => {
      for (let tries = 0; tries < 50; tries++) {
        const { status } = await patch(gateway, uuid(1), { config: { [name]: name } });
        if (status === 200) return;
        assert.equal(status, 409);
      }
      assert.fail(`${name} never won`);
    };
    await Promise.all(members.map(untilDone));
    const { config } = (await store.get(uuid(1)))?.item.destination ?? {};
    assert.deepEqual(config, { kept: true, ...Object.fromEntries(members.map((m) => [m, m])) });
  });
});

/** The etag of a destination, which a patch that changes nothing answers with. */
async function etagOf(gateway: Gateway, id = uuid(1)): Promise<string> {
  const { etag } = (await patch(gateway, id, {})).headers;
  assert.ok(etag, 'the answer has no etag');
  return etag;
}

const gatewayOf = (...destinations: Destination[]) =>
  anAdminGateway({ destinations: aDestinationStore(destinations) });

describe('the etag', () => {
  it('is strong and stays while nothing changes', async () => {
    const gateway = gatewayOf(aDestination());
    assert.match(await etagOf(gateway), /^"[\x21\x23-\x7e]+"$/);
    assert.equal(await etagOf(gateway), await etagOf(gateway));
  });

  it('changes with the destination, and is the one that the next patch needs', async () => {
    const gateway = gatewayOf(aDestination());
    const before = await etagOf(gateway);
    const first = await patch(gateway, uuid(1), { name: 'One' }, { 'if-match': before });
    const { etag = '' } = first.headers;
    assert.notEqual(etag, before);
    const second = await patch(gateway, uuid(1), { name: 'Two' }, { 'if-match': etag });
    assert.equal(second.status, 200);
  });

  it('holds only allowed characters, whatever the store’s versions are', async () => {
    const store = aDestinationStore([aDestination()]);
    const version = 'a "quoted", 模 version';
    const destinations: DestinationStore = {
      ...store,
      get: async (id) => {
        const found = await store.get(id);
        return found && { ...found, version };
      },
    };
    const gateway = anAdminGateway({ destinations });
    const etag = await etagOf(gateway);
    assert.match(etag, /^"[\x21\x23-\x7e]+"$/);
    assert.equal((await patch(gateway, uuid(1), {}, { 'if-match': etag })).status, 200);
  });
});

describe('if-match', () => {
  for (const [what, toHeader] of [
    ['the etag', (etag: string) => etag],
    ['*', () => '*'],
    ['a list with the etag', (etag: string) => `"old", ${etag},W/"weak"`],
    ['blanks around it', (etag: string) => ` ${etag} `],
    ['the etag made weak, as proxies do', (etag: string) => `W/${etag}`],
    ['the etag without its quotes', (etag: string) => etag.slice(1, -1)],
    ['a list of such tags', (etag: string) => `old , W/"weak",W/${etag}`],
  ] as const) {
    it(`lets the change through: ${what}`, async () => {
      const gateway = gatewayOf(aDestination());
      const header = toHeader(await etagOf(gateway));
      const answer = await patch(gateway, uuid(1), { name: 'Renamed' }, { 'if-match': header });
      assert.equal(updated(answer).name, 'Renamed');
    });
  }

  for (const [what, toHeader] of [
    ['another version', () => '"another"'],
    ['no version', () => '""'],
    ['another version without quotes', () => 'version'],
    ['a list without the etag', () => '"a", W/"b", c'],
    ['a part of the etag', (etag: string) => `${etag.slice(0, -1)}0"`],
    ['a tag that holds the etag', (etag: string) => `"x${etag.slice(1)}`],
  ] as const) {
    it(`is a 409: ${what}`, async () => {
      const gateway = gatewayOf(aDestination());
      const header = toHeader(await etagOf(gateway));
      for (const body of [{ name: 'Renamed' }, {}, { config: { nonsense: 1 } }]) {
        const answer = await patch(gateway, uuid(1), body, { 'if-match': header });
        assert.equal(answer.status, 409);
        assert.equal(envelopeOf(answer).error.message, 'Resource conflict, try again later');
      }
      assert.equal(updated(await patch(gateway, uuid(1), {})).name, aDestination().name);
    });
  }

  for (const garbage of ['', ',', '"open', '"a" "b"', 'a b', '*, "a"', 'w/"a"', '"a",']) {
    it(`is a 400 when it is not a list of etags: ${JSON.stringify(garbage)}`, async () => {
      const gateway = gatewayOf(aDestination());
      const answer = await patch(gateway, uuid(1), { name: 'x' }, { 'if-match': garbage });
      const [issue] = issuesOf(answer);
      assert.equal(issue?.path, 'if-match');
      assert.match(issue.message, /^if-match must be \* or etags in double quotes, got /);
    });
  }

  it('is a 409 when the race is lost to another change, without a retry', async () => {
    const store = aDestinationStore([aDestination()]);
    let replaces = 0;
    const destinations: DestinationStore = {
      ...store,
      async replace(next, version) {
        replaces++;
        store.put({ accountId: 'org_1', destination: aDestination({ name: 'Winner' }) });
        return store.replace(next, version);
      },
    };
    const gateway = anAdminGateway({ destinations });
    const header = await etagOf(gateway);
    const answer = await patch(gateway, uuid(1), { name: 'Loser' }, { 'if-match': header });
    assert.equal(answer.status, 409);
    assert.equal(replaces, 1);
  });

  it('is a 404 for a destination that is not there, with * too', async () => {
    for (const header of ['*', '"a"']) {
      const answer = await patch(gatewayOf(), uuid(1), {}, { 'if-match': header });
      assert.equal(answer.status, 404);
    }
  });

  it('lets one of many patches through that saw the same version', async () => {
    const gateway = anAdminGateway({ destinations: slow(aDestinationStore([aDestination()])) });
    const header = await etagOf(gateway);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        patch(gateway, uuid(1), { name: `Writer ${i}` }, { 'if-match': header }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 19);
  });
});
