import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { json, tinyImage, type FakeReply } from '@model-gateway/providers/testing';
import { startGatewayScene } from '../support/gateway-scene.ts';
import { inTurn } from '../support/long-tests.ts';
import { SUBJECTS } from '../support/providers.ts';

/* What no upstream may do, whatever it answers: show clients the key or addresses, have another
   host called, return a script. */

const KEY = 'test-key';

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>   ',
);

/** Replaces every picture in an answer by an SVG with a script. */
function withScript(reply: FakeReply): FakeReply {
  const text = Buffer.from(reply.body).toString('latin1');
  if (!/^\s*[[{]|^(?:event|data):/.test(text)) {
    return { headers: { 'content-type': 'image/png' }, body: SVG };
  }
  const replaced = (['png', 'jpeg', 'webp'] as const).reduce(
    (all, format) => all.replaceAll(tinyImage(format), SVG.toString('base64')),
    text,
  );
  return { ...reply, body: Buffer.from(replaced, 'latin1') };
}

/** Texts of a refused request, given the address of the upstream. */
const QUOTES: Readonly<Record<string, (host: string) => string>> = {
  'the key': () => `Incorrect API key: ${KEY}`,
  'the header with the key': () => `{"authorization":"Bearer ${KEY}"}`,
  'its address': (host) => `Backend ${host} refused it`,
  'its URL': (host) => `See http://${host}/admin?key=${KEY}`,
  'a private address': () => 'No route from 10.0.0.7 to [fd00::7]:8080',
  'an internal name': () => 'Cannot resolve gpu-7.internal or redis:6379',
  'control characters': () => '\u001B[31mred\u001B[0m\r\nset-cookie: a=b\u0000\u202E',
  markup: () => '<script src=//attacker.example/x></script> https://attacker.example/',
};

const UNSAFE =
  /test-key|127\.0\.0\.1|10\.0\.0\.7|fd00:|\.internal|redis:|\\u001b|\\u0000|\\u202e|\\r|\\n|https?:|admin/i;

const statuses = inTurn([200, 400, 422]);

for (const [name, subject] of Object.entries(SUBJECTS)) {
  const [first = 'submit', last = first] = [subject.stages[0], subject.stages.at(-1)];

  describe(`a hostile ${name}`, () => {
    let hits = 0;
    let canary = '';
    const server = createServer((_, res) => {
      hits++;
      res.end();
    });
    before(async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      // A listening TCP server has an address object.
      canary = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => {
      server.close();
      server.closeAllConnections();
    });

    it('returns no SVG in place of a picture', async () => {
      await using scene = await startGatewayScene(subject, false);
      scene.fake.fail(last, withScript, 4);
      const { response, text } = await scene.draw();
      assert.equal(response.status, 502, text.slice(0, 300));
      assert.equal(JSON.parse(text).error.metadata.attempts[0]?.class, 'malformed');
    });

    for (const [what, write] of Object.entries(QUOTES)) {
      for (const status of statuses()) {
        it(`shows no client ${what}, with a ${status}`, async () => {
          await using scene = await startGatewayScene(subject, false);
          const message = write(new URL(scene.fake.baseUrl).host);
          const code = 'invalid_value';
          const error = {
            message,
            type: 'invalid_request_error',
            code,
            param: 'size',
            status: code,
          };
          const body = { error, message, detail: message, errors: [message], name: 'bad_request' };
          scene.fake.fail(first, json(body, status), 4);
          const { response, text } = await scene.draw();
          assert.notEqual(response.status, 200);
          assert.doesNotMatch(text, UNSAFE);
          assert.doesNotMatch(JSON.stringify(response.headers), UNSAFE);
          assert.deepEqual(scene.errors, []);
        });
      }
    }

    it('has no other host called by the addresses in its answers', async () => {
      for (const stage of subject.stages) {
        await using scene = await startGatewayScene(subject, false);
        const elsewhere = (reply: FakeReply): FakeReply => ({
          ...reply,
          headers: { ...reply.headers, location: `${canary}/x` },
          body: Buffer.from(
            Buffer.from(reply.body)
              .toString('latin1')
              .replaceAll(new URL(scene.fake.baseUrl).origin, canary),
            'latin1',
          ),
        });
        scene.fake.fail(stage, elsewhere, 4);
        await scene.draw();
        scene.fake.fail(stage, { status: 307, headers: { location: canary }, body: SVG }, 4);
        await scene.draw();
      }
      assert.equal(hits, 0);
    });
  });
}
