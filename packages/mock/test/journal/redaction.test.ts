import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';
import { drawing, send } from './send.ts';

const CANARY = 'canary7Fq2mVbx91LkTz';
const DESTINATION = 'PATCH /v1/observability/destinations/9bfa3b33-4ba1-4d5c-9f0d-5d1c9fd1a1b2';

/** Everything that a gateway shows of its requests. */
function shownBy(gateway: ReturnType<typeof createMockGateway>): string {
  const failure = (expect: () => unknown) => {
    try {
      expect();
    } catch (error) {
      const { message, actual, expected } = error as Error & Record<string, unknown>;
      return JSON.stringify({ message, actual, expected });
    }
    throw new Error('that should have failed');
  };
  return [
    JSON.stringify(gateway.journal.entries()),
    gateway.journal.text(),
    failure(() => gateway.requests().expectCount(99)),
    failure(() =>
      gateway
        .requests()
        .where({ query: { no: 'such' } })
        .expectCount(99),
    ),
    failure(() => gateway.requests().expectBody({ no: 'such' })),
    failure(() => gateway.requests().expectHeader('no-such')),
  ].join('\n');
}

const PLACES: Readonly<Record<string, readonly [line: string, sent: object]>> = {
  'the authorization header': [
    'GET /v1/models',
    { headers: { authorization: `Bearer ${CANARY}` } },
  ],
  'a cookie': ['GET /v1/models', { headers: { cookie: `session=${CANARY}` } }],
  'a header with the name of a key': ['GET /v1/models', { headers: { 'x-api-key': CANARY } }],
  'a query parameter with the name of a key': [`GET /v1/models?api_key=${CANARY}`, {}],
  'a password in a URL': ['GET /v1/models', { headers: { referer: `https://u:${CANARY}@a.b/` } }],
  'a secret config member': [DESTINATION, { body: { config: { secretKey: CANARY } } }],
  'a secret config member without a telling name': [
    DESTINATION,
    { body: { config: { accessKeyId: CANARY } } },
  ],
  'a header of a config': [DESTINATION, { body: { config: { headers: { 'x-team': CANARY } } } }],
  'a key in a prompt': ['POST /v1/images', { body: drawing(`paint sk-live-${CANARY}`) }],
  'a token of a code host in a prompt': [
    'POST /v1/images',
    { body: drawing(`push with glpat-${CANARY}`) },
  ],
  'a field of a form': ['POST /v1/images', { body: `model=m&api_key=${CANARY}` }],
  'a part of a form': [
    'POST /v1/images',
    { body: `--b\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${CANARY}\r\n--b--` },
  ],
  'a key in a body that is no JSON': ['POST /v1/images', { body: `{ "Bearer ${CANARY}` }],
};

describe('no output of the journal holds', () => {
  for (const [place, [line, sent]] of Object.entries(PLACES)) {
    it(place, async () => {
      const gateway = createMockGateway({ rules: [] });
      gateway.on('*').failAlways(500);
      await send(gateway, line, sent);
      const shown = shownBy(gateway);
      assert.ok(!shown.includes(CANARY), shown);
    });
  }

  it('the keys of the tenant, whatever they look like', async () => {
    const gateway = createMockGateway({ apiKey: 'a plain text of mine'.replaceAll(' ', '.') });
    const body = drawing(`draw ${gateway.apiKey}`);
    await send(gateway, 'POST /v1/images', { body });
    assert.ok(!shownBy(gateway).includes(gateway.apiKey));
  });
});

describe('no message about an unhandled request holds', () => {
  it('a key in its path', async () => {
    const gateway = createMockGateway();
    await assert.rejects(send(gateway, `PUT /v1/observability/destinations/sk-${CANARY}`));
    assert.throws(
      () => gateway.verify(),
      ({ message }: Error) => /did you mean "PATCH/.test(message) && !message.includes(CANARY),
    );
  });
});

describe('what is hidden', () => {
  it('can still be compared', async () => {
    const gateway = createMockGateway();
    await send(gateway, 'GET /v1/models?limit=1');
    const last = gateway.requests('listModels').last();
    last.expectHeader('authorization', `Bearer ${gateway.apiKey}`);
    assert.throws(() => last.expectHeader('authorization', `Bearer ${CANARY}`), {
      message: /expected {2}"Bearer cana…LkTz"\n +got +"Bearer mg-v…/,
    });
  });

  it('is reported as different even when the masks are equal', async () => {
    const gateway = createMockGateway();
    gateway.on('updateDestination').fail(500);
    const config = { secretKey: 'first-1-last' };
    await send(gateway, DESTINATION, { body: { config } });
    const body = { config: { secretKey: 'first-2-last' } };
    assert.throws(() => gateway.requests('updateDestination').expectBody(body), {
      message: /they differ in what is not shown/,
    });
  });
});
