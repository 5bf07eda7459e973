import assert from 'node:assert/strict';
import type { GatewayHandler } from '@model-gateway/core/http';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { begin, headOf, read, send } from './client.ts';
import { ECHO_LIMIT_BYTES, echoedIn, errorIn } from './echo.ts';

/** Refusals of bodies that are too long, by a handler that reads those of a path in one way. */
export function limitCases(
  body: string,
  path: string,
  handler: GatewayHandler,
): readonly ConformanceCase<AdapterSubject>[] {
  const refused = async (sent: ReturnType<typeof begin>) => {
    const answer = await read(await headOf(sent));
    sent.destroy();
    assert.equal(answer.status, 413);
    assert.deepEqual(errorIn(answer).metadata, { limit_bytes: ECHO_LIMIT_BYTES });
  };
  return [
    {
      name: `${body} whose content-length exceeds the limit is refused before any of it is sent`,
      spec: 'contract §1.1',
      async run({ mount }) {
        const { url } = await mount(handler);
        const headers = { 'content-length': '100000000' };
        const sent = begin(url + path, { method: 'POST', headers });
        sent.flushHeaders();
        await refused(sent);
      },
    },
    {
      name: `${body} is refused once its chunks grow past the limit, without its end`,
      spec: 'contract §1.1',
      async run({ mount }) {
        const { url } = await mount(handler);
        const sent = begin(url + path, { method: 'POST' });
        sent.write('x'.repeat(ECHO_LIMIT_BYTES));
        sent.write('x');
        await refused(sent);
        assert.equal(echoedIn(await send(`${url}/v1/echo`)).path, '/echo');
      },
    },
  ];
}
