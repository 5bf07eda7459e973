import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL } from '../images/image-builders.ts';
import {
  aWholeGateway,
  DESTINATION,
  INFERENCE,
  MANAGEMENT,
  sendTo,
  type Sent,
} from './whole-gateway.ts';

/*
 * Requests with everything wrong from one step on get that step's answer; fixing it gives the next
 * one's. Source: contract §1.1.
 */

const LIMIT = 200;
const TOO_LONG = `{"model": 5, "pad": "${'x'.repeat(LIMIT)}"`;

interface Step {
  readonly step: string;
  readonly sent: Sent;
  readonly status: number;
  readonly says: RegExp;
}

const draw = (headers: Sent['headers'], body: unknown): Sent => ({
  method: 'POST',
  path: '/images',
  ...(headers !== undefined && { headers }),
  body,
});

const IMAGE: readonly Step[] = [
  {
    step: 'authentication',
    sent: draw({}, TOO_LONG),
    status: 401,
    says: /^Missing authentication header$/,
  },
  {
    step: 'permission',
    sent: draw(MANAGEMENT, TOO_LONG),
    status: 403,
    says: /^Management keys cannot perform this operation$/,
  },
  {
    step: 'the size of the body',
    sent: draw(INFERENCE, TOO_LONG),
    status: 413,
    says: /^Request payload too large$/,
  },
  {
    step: 'the syntax of the body',
    sent: draw(INFERENCE, '{"model": 5'),
    status: 400,
    says: /JSON/,
  },
  {
    step: 'the shape of the body',
    sent: draw(INFERENCE, { model: 'acme/unknown', prompt: '' }),
    status: 400,
    says: /prompt must be/,
  },
  {
    step: 'whether the model is there',
    sent: draw(INFERENCE, { model: 'acme/unknown', prompt: 'x', output_format: 'svg' }),
    status: 404,
    says: /^Model not found: acme\/unknown$/,
  },
  {
    step: 'what the model can do',
    sent: draw(INFERENCE, { model: MODEL, prompt: 'x', output_format: 'svg' }),
    status: 400,
    says: /output_format/,
  },
];

const patch = (headers: Sent['headers'], id: string, body: unknown, ifMatch?: string): Sent => ({
  method: 'PATCH',
  path: `/observability/destinations/${id}`,
  headers: { ...headers, ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
  body,
});

const STRANGER = '00000000-0000-4000-8000-00000000ffff';

const DESTINATION_STEPS: readonly Step[] = [
  {
    step: 'authentication',
    sent: patch({}, 'no-uuid', TOO_LONG),
    status: 401,
    says: /^Missing authentication header$/,
  },
  {
    step: 'permission',
    sent: patch(INFERENCE, 'no-uuid', TOO_LONG),
    status: 403,
    says: /^Only management keys can perform this operation$/,
  },
  {
    step: 'parameters',
    sent: patch(MANAGEMENT, 'no-uuid', TOO_LONG),
    status: 400,
    says: /id must be a UUID/,
  },
  {
    step: 'the size of the body',
    sent: patch(MANAGEMENT, STRANGER, TOO_LONG),
    status: 413,
    says: /^Request payload too large$/,
  },
  {
    step: 'the syntax of the body',
    sent: patch(MANAGEMENT, STRANGER, '{"name": 5'),
    status: 400,
    says: /JSON/,
  },
  {
    step: 'the shape of the body',
    sent: patch(MANAGEMENT, STRANGER, { name: 5 }),
    status: 400,
    says: /name must be text/,
  },
  {
    step: 'whether the destination is there',
    sent: patch(MANAGEMENT, STRANGER, { config: { bogus: 1 } }, '"stale"'),
    status: 404,
    says: /^Resource not found$/,
  },
];

for (const [operation, steps] of [
  ['createImage', IMAGE],
  ['updateDestination', DESTINATION_STEPS],
] as const) {
  describe(`${operation} checks, one after the other,`, () => {
    for (const { step, sent, status, says } of steps) {
      it(`${step}: ${status}`, async () => {
        const { gateway } = aWholeGateway({ options: { maxBodyBytes: LIMIT } });
        const answer = await sendTo(gateway, sent);
        assert.equal(answer.status, status, answer.text);
        assert.match(JSON.parse(answer.text).error.message, says);
      });
    }
  });
}

describe('updateDestination checks', () => {
  it('the version before the config is merged', async () => {
    const { gateway } = aWholeGateway();
    const sent = patch(MANAGEMENT, DESTINATION, { config: { bogus: 1 } }, '"stale"');
    assert.equal((await sendTo(gateway, sent)).status, 409);
  });
});
