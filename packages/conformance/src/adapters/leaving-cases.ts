import assert from 'node:assert/strict';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { begin, send } from './client.ts';
import { echo } from './echo.ts';
import { whenAborted } from './streaming.ts';
import { signalled, within } from './within.ts';

/** When the signal of a request aborts. */
export const LEAVING_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'the signal aborts when the client leaves before it is answered',
    async run({ mount }) {
      const arrived = signalled();
      const aborted = signalled();
      const { url } = await mount(async ({ signal }) => {
        assert.ok(signal);
        arrived.resolve();
        await whenAborted(signal);
        aborted.resolve();
        return { status: 204, headers: {}, body: { kind: 'none' } };
      });
      const sent = begin(`${url}/v1/`);
      sent.end();
      await within(arrived.done, 'the handler');
      sent.destroy();
      await within(aborted.done, 'the signal');
    },
  },
  {
    name: 'the signal does not abort when the answer is complete',
    async run({ mount }) {
      const signals: (AbortSignal | undefined)[] = [];
      const { url } = await mount(async (request) => {
        signals.push(request.signal);
        return echo(request);
      });
      for (let i = 0; i < 3; i++) await send(`${url}/v1/echo`);
      assert.deepEqual(
        signals.map((signal) => signal?.aborted),
        [false, false, false],
      );
    },
  },
];
