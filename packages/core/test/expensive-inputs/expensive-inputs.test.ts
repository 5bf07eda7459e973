// System, long: compares the CPU time of bodies of growing length, which takes quiet and time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createGateway,
  createManualClock,
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  OPERATIONS,
  type Gateway,
  type Operation,
} from '@model-gateway/core';
import { encodeResponse } from '@model-gateway/core/http';
import { aDestinationOf, anAdminKey, owned } from '../admin-builders.ts';
import { aKey, anArchitecture, anEntry, NOW } from '../builders.ts';
import { INFERENCE, MANAGEMENT } from '../contract/whole-gateway.ts';
import { aProvider, MODEL } from '../images/image-builders.ts';
import {
  expensiveInputsOf,
  KNOWN_KIND,
  UNKNOWN_KIND,
  type HostileRequest,
} from './expensive-inputs.ts';
import { findGrowth, SMALLEST, STEP } from './growth.ts';

/** MODEL_GATEWAY_LONG_TESTS=1 goes on to the largest bodies that are read, for some minutes. */
const STEPS = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 4 : 2;
const SIZES = Array.from({ length: STEPS }, (_, step) => SMALLEST * STEP ** step);

/** An answer may hold the first problems in full, and beyond them little more than was sent. */
const MOST_ANSWERED = 64 * 1024;
const MOST_REPEATED = 4;

function aGatewayToHurt(): { gateway: Gateway; errors: unknown[] } {
  const errors: unknown[] = [];
  const gateway = createGateway({
    clock: createManualClock(NOW),
    onError: (error) => errors.push(error),
    providers: [aProvider('one'), aProvider('two')],
    stores: {
      models: createMemoryModelStore([
        anEntry({ id: 'acme/quill-1' }),
        anEntry({ id: MODEL, architecture: anArchitecture({ output_modalities: ['image'] }) }),
      ]),
      keys: createMemoryKeyStore([aKey(), anAdminKey()]),
      destinations: createMemoryDestinationStore([
        owned(aDestinationOf('langfuse', { id: KNOWN_KIND })),
        owned({ ...aDestinationOf('langfuse', { id: UNKNOWN_KIND }), type: 'house-made' }),
      ]),
    },
  });
  return { gateway, errors };
}

/** Sends a request; returns what is wrong with how it is answered, or nothing. */
async function send(
  gateway: Gateway,
  operation: Operation,
  sent: HostileRequest,
): Promise<string | undefined> {
  const bytes = sent.body === undefined ? undefined : new TextEncoder().encode(sent.body);
  const usual = operation.permission === 'management' ? MANAGEMENT : INFERENCE;
  const response = await gateway.handle({
    method: operation.method,
    path: sent.path,
    search: sent.search,
    mount: '/v1',
    headers: { ...usual, ...sent.headers },
    body: bytes === undefined ? { kind: 'none' } : { kind: 'bytes', read: async () => bytes },
  });
  if (response === undefined) return undefined;
  const { status, headers, parts } = encodeResponse(response);
  const answered =
    parts.reduce((sum, part) => sum + part.byteLength, 0) + JSON.stringify(headers).length;
  const asked =
    sent.path.length +
    sent.search.length +
    JSON.stringify(sent.headers).length +
    (bytes?.byteLength ?? 0);
  if (status >= 500) return `answered with ${status}`;
  if (answered <= MOST_ANSWERED + MOST_REPEATED * asked) return undefined;
  return `${asked} bytes are answered with ${answered}`;
}

describe('the search for growth', () => {
  /** Work of this many thousand steps, and a clock that counts them. */
  function steps(of: (size: number) => number) {
    let done = 0;
    const work = (size: number) => async () => void (done += of(size) / 1000);
    const measure = async (run: () => Promise<void>) => {
      done = 0;
      await run();
      return done;
    };
    return findGrowth([190, 1520, 12_160], work, measure);
  }

  it('finds what is quadratic', async () => {
    assert.deepEqual(await steps((size) => size ** 2), {
      size: 1520,
      milliseconds: 1520 ** 2 / 1000,
      before: 190 ** 2 / 1000,
    });
  });

  it('finds nothing in what is linear, with or without a logarithm', async () => {
    assert.equal(await steps((size) => 1000 * size), undefined);
    assert.equal(await steps((size) => 1000 * size * Math.log2(size)), undefined);
  });

  it('ends early in what is linear, and not in what may still turn out to be quadratic', async () => {
    const sizes: number[] = [];
    const work = (size: number) => async () => void sizes.push(size);
    await findGrowth([100, 800, 6400, 51_200], work, async (run) => {
      await run();
      const [size = 0] = sizes.slice(-1);
      return size / 100 + size ** 2 / 5_000_000;
    });
    assert.deepEqual(sizes, [100, 800, 6400, 51_200]);
    sizes.length = 0;
    await findGrowth([200, 1600, 12_800], work, async (run) => {
      await run();
      return (sizes.at(-1) ?? 0) / 100;
    });
    assert.deepEqual(sizes, [200, 1600]);
  });

  it('finds nothing in what is as short as noise', async () => {
    assert.equal(await steps((size) => size ** 2 / 100_000), undefined);
  });
});

describe('no input costs more than its length', () => {
  for (const operation of OPERATIONS as readonly Operation[]) {
    const inputs = expensiveInputsOf(operation);

    it(`${operation.id}: ${inputs.length} hostile inputs of growing size`, async () => {
      const problems: string[] = [];
      for (const { name, requests } of inputs) {
        const { gateway, errors } = aGatewayToHurt();
        let problem: string | undefined;
        const growth = await findGrowth(SIZES, (size) => {
          const all = requests(size);
          return async () => {
            for (const each of all) {
              const found = await send(gateway, operation, each);
              problem ??= found;
            }
          };
        });
        if (problem !== undefined) problems.push(`${name}: ${problem}`);
        if (growth !== undefined) {
          const { size, before, milliseconds } = growth;
          problems.push(`${name}: ${before} ms became ${milliseconds} ms at size ${size}`);
        }
        assert.deepEqual(errors, [], name);
      }
      assert.deepEqual(problems, []);
    });
  }
});
