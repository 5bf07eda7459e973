import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import { isEgressError } from '@model-gateway/core';
import { createGuardedHttpClient, judgeUrl } from '@model-gateway/egress';
import fc from 'fast-check';
import { get } from './requests.ts';

describe('any URL', () => {
  const rules = { allowedPorts: [80, 443, 0, 65_535] };
  const lookup = () => Promise.reject(new Error('no name has an address'));

  const host = fc.oneof(
    fc.domain(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('localhost', 'a..b', '.', '%', 'xn--', 'a'.repeat(300), '[v1.x]', '1e3'),
  );
  const port = fc.oneof(
    fc.constantFrom('', ':', ':0', ':65535', ':65536', ':x'),
    fc.string({ maxLength: 3 }),
  );
  const url = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'http:', 'ftp://', ''),
        host,
        port,
        fc.webPath(),
      )
      .map((parts) => parts.join('')),
  );

  it('that is refused is an EgressError that names neither path nor query', async () => {
    await using client = createGuardedHttpClient({ ...rules, lookup });
    await fc.assert(
      fc.asyncProperty(url, async (text) => {
        // A public address in the URL itself would be called for real; that is for other tests.
        const verdict = judgeUrl(text, rules);
        fc.pre(!verdict.ok || isIP(verdict.url.hostname.replace(/^\[|\]$/g, '')) === 0);
        await assert.rejects(get(client, `${text}?token=hunter2`), (error) => {
          assert.ok(isEgressError(error), String(error));
          assert.doesNotMatch(error.message, /hunter2/);
          return true;
        });
      }),
      { numRuns: 1000, seed: 1 },
    );
  });
});
