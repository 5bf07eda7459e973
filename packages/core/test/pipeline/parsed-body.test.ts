import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aRequest, bearer } from '../builders.ts';
import { aChatGateway, aTalker, MODEL } from '../chat/chat-builders.ts';

/** Returns the status, and what the wrapper of a request was told of its body. */
async function seen(text: string): Promise<readonly [number | undefined, readonly unknown[]]> {
  const { gateway } = aChatGateway([aTalker('one')]);
  const values: unknown[] = [];
  const body = {
    kind: 'bytes',
    read: async () => new TextEncoder().encode(text),
    onJson: (value: unknown) => values.push(value),
  } as const;
  const request = aRequest('/chat/completions', { method: 'POST', headers: bearer(), body });
  return [(await gateway.handle(request))?.status, values];
}

describe('what wraps a request', () => {
  const asked = { model: MODEL, messages: [{ role: 'user', content: 'q' }], strange: 1 };

  for (const [what, text, ...expected] of [
    ['that is answered', JSON.stringify(asked), 200, [asked]],
    [
      'that is refused for what it says',
      '{"model":1,"b":{"c":2}}',
      400,
      [{ model: 1, b: { c: 2 } }],
    ],
    ['that is a text', '"q"', 400, ['q']],
    ['that is not JSON', '{"model":', 400, []],
    ['that is empty', '', 400, []],
    ['with a name twice', '{"model":"a","model":"b"}', 400, []],
  ] as const) {
    it(`is called once with the JSON of a body, and only if it could be read: one ${what}`, async () => {
      assert.deepEqual(await seen(text), expected);
    });
  }
});
