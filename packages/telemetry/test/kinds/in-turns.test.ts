import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurns } from '../../src/kinds/in-turns.ts';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import { toObservation } from '../../src/view/observation.ts';
import type { View } from '../../src/view/view.ts';
import { CONFIGS } from '../support/destinations.ts';
import { aRecord, NOW } from '../support/records.ts';

const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i);

const views = (count: number, prompt = 'a red cube') =>
  numbersTo(count).map((i) => toObservation(aRecord(i, { prompt }))?.full ?? assert.fail());

const sizesOf = (groups: readonly (readonly View[])[]) => groups.map(({ length }) => length);

describe('inTurns', () => {
  for (const [count, sizes] of [
    [0, []],
    [1, [1]],
    [16, [16]],
    [17, [16, 1]],
    [1000, [...Array.from({ length: 62 }, () => 16), 8]],
  ] as const) {
    it(`encodes ${count} records in groups of at most 16, in order`, async () => {
      const all = views(count);
      const groups = await inTurns(all, (group) => group);
      assert.deepEqual(sizesOf(groups), sizes);
      assert.deepEqual(groups.flat(), all);
    });
  }

  for (const [characters, sizes] of [
    [30_000, [2, 2, 2, 2, 2]],
    [200_000, numbersTo(10).map(() => 1)],
  ] as const) {
    it(`encodes 10 prompts of ${characters} characters in smaller groups`, async () => {
      const all = views(10, 'x'.repeat(characters));
      assert.deepEqual(sizesOf(await inTurns(all, (group) => group)), sizes);
    });
  }

  it('encodes nothing in the turn of the request that made a batch full', async () => {
    const order: string[] = [];
    const encoded = inTurns(views(1), () => order.push('group'));
    await Promise.resolve();
    order.push('request');
    await encoded;
    assert.deepEqual(order, ['request', 'group']);
  });

  it('lets other work go on between any two groups of all destinations', async (t) => {
    t.mock.method(performance, 'now', () => 0);
    const order: string[] = [];
    const work = () => {
      order.push('work');
      if (order.filter((what) => what === 'group').length < 16) setImmediate(work);
    };
    setImmediate(work);
    const destination = () => inTurns(views(64), () => order.push('group'));
    await Promise.all(numbersTo(4).map(destination));
    assert.doesNotMatch(order.join(' '), /group group/);
  });

  it('encodes for as long as a turn was kept busy by others', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const order: string[] = [];
    const work = () => {
      order.push('work');
      now += 5;
      if (order.length < 12) setImmediate(work);
    };
    setImmediate(work);
    await inTurns(views(128), () => {
      order.push('group');
      now += 2;
    });
    assert.equal(order.slice(0, 8).join(' '), 'work group group group work group group group');
  });

  describe('of several destinations', () => {
    const counted = () => {
      const calls: number[] = [];
      const encode = (group: readonly View[]) => calls.push(group.length);
      return { calls, encode };
    };

    it('encodes once what they see alike', async () => {
      const { calls, encode } = counted();
      const all = views(40);
      const parts = await Promise.all([1, 2, 3].map(() => inTurns([...all], encode)));
      assert.deepEqual(calls, [16, 16, 8]);
      assert.deepEqual(parts, [
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ]);
    });

    for (const [what, others] of [
      ['records of another number', (all: readonly View[]) => all.slice(0, 15)],
      ['views of their own', (all: readonly View[]) => all.map((view) => ({ ...view }))],
    ] as const) {
      it(`encodes for each what has ${what}`, async () => {
        const { calls, encode } = counted();
        const all = views(16);
        await Promise.all([inTurns(all, encode), inTurns(others(all), encode)]);
        assert.equal(calls.length, 2);
      });
    }

    it('encodes for each what differs in form', async () => {
      const all = views(1);
      const forms = ['protobuf', 'json'].map((form) => () => form);
      const parts = await Promise.all(forms.map((encode) => inTurns(all, encode)));
      assert.deepEqual(parts, [['protobuf'], ['json']]);
    });

    it('encodes again what is sent again', async () => {
      const { calls, encode } = counted();
      const all = views(1);
      await inTurns(all, encode);
      await inTurns(all, encode);
      assert.equal(calls.length, 2);
    });

    it('fails for each when encoding throws', async () => {
      const all = views(1);
      const encode = () => {
        throw new TypeError('no');
      };
      const ended = await Promise.allSettled([inTurns(all, encode), inTurns(all, encode)]);
      assert.deepEqual(
        ended.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
    });
  });

  for (const type of ['webhook', 'langfuse', 'otel-collector'] as const) {
    it(`encodes a batch once for two destinations of the kind ${type}`, async () => {
      let readings = 0;
      const [view] = views(1);
      const metadata = new Proxy(view?.metadata ?? assert.fail(), {
        get(target, name, receiver) {
          if (name === 'requestId') readings++;
          return Reflect.get(target, name, receiver);
        },
      });
      const watched: View = { metadata, content: undefined };
      const encoded = [1, 2].map(async () => {
        const made = EXPORTER_KINDS.get(type)?.compile(CONFIGS[type]) ?? assert.fail();
        if ('problem' in made) assert.fail(made.problem);
        return made.encode([watched], { batchId: 'batch-1', now: NOW });
      });
      const [one, other] = await Promise.all(encoded);
      assert.deepEqual(one?.body, other?.body);
      assert.equal(readings, 1);
    });
  }

  it('lets destinations take turns', async () => {
    const order: string[] = [];
    const destination = (name: string) => inTurns(views(48), () => order.push(name));
    await Promise.all([destination('a'), destination('b')]);
    assert.equal(order.join(''), 'ababab');
  });
});

describe('a full batch', () => {
  const full = toObservation(aRecord(1))?.full ?? assert.fail();
  for (const [type, kind] of EXPORTER_KINDS) {
    it(`for ${type} is encoded in turns, so that requests are answered meanwhile`, async () => {
      // Kinds are the keys of CONFIGS.
      const made = kind.compile(CONFIGS[type as keyof typeof CONFIGS]);
      if ('problem' in made) assert.fail(made.problem);
      let isAnswered = false;
      setImmediate(() => (isAnswered = true));
      const batch = numbersTo(made.caps.records).map(() => full);
      await made.encode(batch, { batchId: 'batch-1', now: NOW });
      assert.ok(isAnswered);
    });
  }
});
