import assert from 'node:assert/strict';
import type { GatewayHandler } from '@model-gateway/core/http';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { begin, headOf, read, send } from './client.ts';
import { bytesOf, echo, ECHO_LIMIT_BYTES, echoedIn } from './echo.ts';
import { limitCases } from './limit-cases.ts';
import { signalled, within } from './within.ts';

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, value) => value);
const TOO_LONG = 'x'.repeat(ECHO_LIMIT_BYTES + 1);

/** Bodies that the host did not touch. */
export const BODY_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'a request without a body has the body kind none',
    async run({ mount }) {
      const { url } = await mount(echo);
      assert.deepEqual(echoedIn(await send(`${url}/v1/echo`)).body, { kind: 'none' });
      const headers = { 'content-length': '0' };
      const empty = echoedIn(await send(`${url}/v1/echo`, { method: 'POST', headers })).body;
      // A web request does not distinguish an empty body from a missing one.
      assert.ok(empty.kind === 'none' || (empty.kind === 'bytes' && empty.hex === ''));
    },
  },
  {
    name: 'a body arrives byte for byte',
    async run({ mount }) {
      const { url } = await mount(echo);
      for (const body of [EVERY_BYTE, '{"prompt":"Grüße 模型 🐼"}', '{broken']) {
        const headers = { 'content-type': 'application/json' };
        const answer = await send(`${url}/v1/echo`, { method: 'POST', headers, body });
        assert.deepEqual(echoedIn(answer).body, bytesOf(body));
      }
    },
  },
  {
    name: 'a chunked body arrives whole',
    async run({ mount }) {
      const { url } = await mount(echo);
      const sent = begin(`${url}/v1/echo`, { method: 'POST' });
      for (const chunk of ['one ', 'two ', 'three']) sent.write(chunk);
      sent.end();
      const answer = await read(await headOf(sent));
      assert.deepEqual(echoedIn(answer).body, bytesOf('one two three'));
    },
  },
  {
    name: 'a body of exactly the limit is read',
    async run({ mount }) {
      const { url } = await mount(echo);
      const body = TOO_LONG.slice(1);
      const answer = await send(`${url}/v1/echo`, { method: 'POST', body });
      assert.deepEqual(echoedIn(answer).body, bytesOf(body));
    },
  },
  ...limitCases('a body', '/v1/echo', echo),
  {
    name: 'a handler may answer without reading the body',
    async run({ mount }) {
      const { url } = await mount(async () => ({
        status: 401,
        headers: {},
        body: { kind: 'none' },
      }));
      const answer = await send(`${url}/v1/echo`, { method: 'POST', body: TOO_LONG });
      assert.equal(answer.status, 401);
    },
  },
  {
    name: 'a body that a handler did not read is left to the host',
    async run({ mount }) {
      const { url } = await mount(echo);
      const answer = await send(`${url}/v1/other`, { method: 'POST', body: TOO_LONG });
      assert.equal(answer.status, 404);
    },
  },
  {
    name: 'reading a body rejects with the signal’s reason when the client leaves in mid-body',
    async run({ mount }) {
      const reading = signalled();
      const { handler, end } = bodyReader(reading.resolve);
      const { url } = await mount(handler);
      const sent = begin(`${url}/v1/echo`, {
        method: 'POST',
        headers: { 'content-length': '100' },
      });
      sent.write('half of it');
      await within(reading.done, 'the handler');
      sent.destroy();
      await expectTheSignalsReason(end);
      assert.equal(echoedIn(await send(`${url}/v1/echo`)).path, '/echo');
    },
  },
  {
    name: 'reading a body rejects with the signal’s reason when the client has already left',
    async run({ mount }) {
      const arrived = signalled();
      const { handler, end } = bodyReader(() => {});
      const { url } = await mount(async (request) => {
        const { signal } = request;
        assert.ok(signal);
        const left = new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        );
        arrived.resolve();
        await left;
        return handler(request);
      });
      const sent = begin(`${url}/v1/echo`, {
        method: 'POST',
        headers: { 'content-length': '100' },
      });
      sent.write('half of it');
      await within(arrived.done, 'the handler');
      sent.destroy();
      await expectTheSignalsReason(end);
    },
  },
];

interface EndOfReading {
  /** Undefined when the whole body arrived. */
  readonly error: unknown;
  readonly signal: AbortSignal | undefined;
}

/** A handler that reads every body, and the outcome of the first read. */
function bodyReader(onReading: () => void) {
  let report: (end: EndOfReading) => void = () => {};
  const end = new Promise<EndOfReading>((resolve) => (report = resolve));
  const handler: GatewayHandler = async (request) => {
    const { body, signal } = request;
    if (body.kind !== 'bytes') return echo(request);
    const reading = body.read(ECHO_LIMIT_BYTES);
    onReading();
    const error: unknown = await reading.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    report({ error, signal });
    return { status: 204, headers: {}, body: { kind: 'none' } };
  };
  return { handler, end };
}

async function expectTheSignalsReason(end: Promise<EndOfReading>): Promise<void> {
  const { error, signal } = await within(end, 'the end of reading');
  assert.equal(signal?.aborted, true);
  assert.equal(error, signal.reason);
}
