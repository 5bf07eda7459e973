import assert from 'node:assert/strict';
import type { GatewayHandler, GatewayResponse } from '@model-gateway/core/http';
import type { ConformanceCase } from '../conformance-case.ts';
import { FALL_THROUGH_BODY, hostErrorBody, type AdapterSubject } from './adapter-subject.ts';
import { send } from './client.ts';
import { echo, echoedIn } from './echo.ts';

/** Returns the host's answer when the handler throws. */
async function afterThrowing({ mount }: AdapterSubject, handler: GatewayHandler) {
  const { url } = await mount(handler);
  const { status, text } = await send(`${url}/v1/echo`);
  return { status, text };
}

/** Requests and errors that an adapter leaves to its host. */
export const HOST_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'a request that the handler does not answer goes on to the host',
    spec: 'contract §1.6',
    async run({ mount }) {
      const { url } = await mount(echo);
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await send(`${url}/v1/other?a=1`, { method });
        assert.deepEqual([answer.status, answer.text], [404, FALL_THROUGH_BODY], method);
      }
      assert.equal(echoedIn(await send(`${url}/v1/echo`)).path, '/echo');
    },
  },
  {
    name: 'a rejection reaches the host as an error',
    async run(subject) {
      const error = new Error('broken');
      const seen = await afterThrowing(subject, () => Promise.reject(error));
      assert.deepEqual(seen, { status: 500, text: hostErrorBody(error) });
    },
  },
  {
    name: 'a throw before the first await reaches the host as an error',
    async run(subject) {
      const error = new Error('broken at once');
      const seen = await afterThrowing(subject, () => {
        throw error;
      });
      assert.deepEqual(seen, { status: 500, text: hostErrorBody(error) });
    },
  },
  {
    name: 'a rejection with a value that is not an Error reaches the host as an error',
    async run(subject) {
      for (const reason of [undefined, null, false, 0, '', 'route', 'router']) {
        const { status } = await afterThrowing(subject, () => rejectWith(reason));
        assert.equal(status, 500, String(reason));
      }
    },
  },
  {
    name: 'an answer that is not a response reaches the host as an error that says so',
    spec: 'contract §1.10',
    async run(subject) {
      for (const [returned, what] of NOT_RESPONSES) {
        // What plain JavaScript may return.
        const seen = await afterThrowing(subject, async () => returned as GatewayResponse);
        assert.equal(seen.status, 500, what);
        assert.match(seen.text, new RegExp(`^the host saw: the handler returned ${what}: return `));
      }
    },
  },
  {
    name: 'a response that cannot be written reaches the host as an error',
    async run(subject) {
      const { status, text } = await afterThrowing(subject, async () => ({
        status: 200,
        headers: { 'x-broken': 'two\nlines' },
        body: { kind: 'json', value: 'a' },
      }));
      assert.equal(status, 500);
      assert.match(text, /^the host saw: /);
    },
  },
];

/** What handlers written for other frameworks return. */
const NOT_RESPONSES: readonly (readonly [unknown, string])[] = [
  [null, 'null'],
  ['text', 'text'],
  [Response.json({ a: 1 }), 'an object without body.kind'],
  [{ a: 1 }, 'an object without a status from 200 to 599'],
  [{ status: 200, body: { kind: 'none' } }, 'an object without headers'],
  [{ status: 200, headers: {} }, 'an object without body.kind'],
  [{ status: 200, headers: {}, body: 'text' }, 'an object without body.kind'],
  [{ status: 200, headers: {}, body: { kind: 'html' } }, 'an object without body.kind'],
  [
    { status: 99, headers: {}, body: { kind: 'none' } },
    'an object without a status from 200 to 599',
  ],
];

function rejectWith(reason: unknown): Promise<never> {
  return new Promise((_resolve, reject: (reason: unknown) => void) => reject(reason));
}
