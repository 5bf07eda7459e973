import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  EgressError,
  type HttpClient,
  type IncomingResponse,
  type OutgoingRequest,
  type RequestRecord,
} from '@model-gateway/core';
import { anImageGateway, aProvider, draw, jsonOf, PNG, settled } from './image-builders.ts';

const asReferences = (...urls: string[]) => ({
  input_references: urls.map((url) => ({ type: 'image_url', image_url: { url } })),
});
const png = Buffer.from(PNG).toString('base64');
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9);

async function* chunks(...parts: Uint8Array[]) {
  yield* parts;
}

/** A way out that answers every address with `answer`. */
function webWith(
  answer: (request: OutgoingRequest) => IncomingResponse | Promise<IncomingResponse>,
) {
  const requests: OutgoingRequest[] = [];
  const http: HttpClient = async (request) => {
    requests.push(request);
    return answer(request);
  };
  return { http, requests };
}

async function refusal(url: string, http?: HttpClient): Promise<string> {
  const provider = aProvider('one');
  const { gateway } = anImageGateway([provider], { http });
  const response = await draw(gateway, asReferences(`data:image/png;base64,${png}`, url));
  assert.equal(response.status, 400);
  assert.equal(provider.jobs.length, 0);
  const [issue] = jsonOf(response).error?.metadata?.issues ?? [];
  assert.equal(issue?.path, 'input_references[1].image_url.url');
  return issue.message.replace(`${issue.path} `, '');
}

describe('reference images (contract §4.9)', () => {
  it('are taken from data URLs, the bytes saying what they are', async () => {
    const provider = aProvider('one');
    const { gateway } = anImageGateway([provider]);
    const url = `data:image/jpeg;name=x.jpg;base64,${png}`;
    assert.equal((await draw(gateway, asReferences(url))).status, 200);
    assert.deepEqual(provider.jobs[0]?.references, [{ bytes: PNG, mediaType: 'image/png' }]);
  });

  it('cost no more memory in chunks of one byte: none of these is kept', async () => {
    const provider = aProvider('one');
    const { http } = webWith(() => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield PNG.subarray(0, 1);
        const chunk = new Uint8Array(1);
        for (const byte of PNG.subarray(1)) {
          chunk[0] = byte;
          yield chunk;
        }
      })(),
    }));
    const { gateway } = anImageGateway([provider], { http });
    assert.equal((await draw(gateway, asReferences('https://example.com/a'))).status, 200);
    assert.deepEqual(provider.jobs[0]?.references, [{ bytes: PNG, mediaType: 'image/png' }]);
  });

  it('are fetched, in order', async () => {
    const provider = aProvider('one');
    const { http, requests } = webWith(({ url }) => ({
      status: 200,
      headers: {},
      body: url.endsWith('b') ? chunks(JPEG) : chunks(PNG.subarray(0, 9), PNG.subarray(9)),
    }));
    const { gateway } = anImageGateway([provider], { http });
    await draw(gateway, asReferences('https://example.com/a', 'http://example.com/b'));
    assert.deepEqual(provider.jobs[0]?.references, [
      { bytes: PNG, mediaType: 'image/png' },
      { bytes: JPEG, mediaType: 'image/jpeg' },
    ]);
    assert.deepEqual(
      requests.map(({ maxRedirects }) => maxRedirects),
      [3, 3],
    );
  });

  const words: readonly (readonly [string, RegExp])[] = [
    ['data:image/png,plain', /must be base64/],
    ['data:image/png;base64,', /invalid base64/],
    ['data:image/png;base64,iVBORw0KGgo', /invalid base64/],
    ['data:image/png;base64,!!!!', /invalid base64/],
    ['data:text/html;base64,PGh0bWw+', /must be a png, jpeg, webp or gif/],
    [`data:image/svg+xml;base64,${btoa('<svg></svg>')}`, /must be a png, jpeg, webp or gif/],
    ['ftp://example.com/a.png', /must be a data URL or an http\(s\) URL/],
    ['file:///etc/passwd', /must be a data URL or an http\(s\) URL/],
    ['javascript:alert(1)', /must be a data URL or an http\(s\) URL/],
    ['', /must be a data URL or an http\(s\) URL/],
    ['https://example.com/a.png', /this gateway does not fetch URLs/],
  ];
  for (const [url, message] of words) {
    it(`are refused: ${url.slice(0, 40) || 'nothing'}`, async () => {
      assert.match(await refusal(url), message);
    });
  }

  it('are refused above 20 MiB, in a data URL and from the web', async () => {
    const digits = Math.ceil((20 * 1024 * 1024 + 1) / 3) * 4;
    assert.match(await refusal(`data:image/png;base64,${'A'.repeat(digits)}`), /20 MiB/);
    let sent = 0;
    const { http } = webWith(() => ({
      status: 200,
      headers: {},
      body: (async function* () {
        for (; sent < 100; sent++) yield new Uint8Array(1024 * 1024);
      })(),
    }));
    assert.match(await refusal('https://example.com/a', http), /20 MiB/);
    assert.equal(sent, 20);
  });

  const reasons = [
    ['refused', /could not be fetched: it must be at a public address that answers/],
    ['redirects', /must redirect at most 3 times/],
    ['invalid', /must be a valid http\(s\) URL/],
    ['unreachable', /could not be fetched: it must be at a public address that answers/],
    ['connect-timeout', /could not be fetched: it must be at a public address that answers/],
    ['broken', /could not be fetched: it must be at a public address that answers/],
  ] as const;
  for (const [reason, message] of reasons) {
    it(`are refused when egress says ${reason}, and nothing of it leaks`, async () => {
      const { http } = webWith(() => {
        throw new EgressError(reason, 'connect ECONNREFUSED 10.0.0.7:5432');
      });
      const sentence = await refusal('https://example.com/a', http);
      assert.match(sentence, message);
      assert.doesNotMatch(sentence, /10\.0\.0\.7|ECONN/);
    });
  }

  it('are recorded with the reason that the client does not learn', async () => {
    const records: RequestRecord[] = [];
    const { http } = webWith(({ url }) => {
      throw new EgressError(url.includes('inner') ? 'refused' : 'unreachable', 'no');
    });
    const observers = [
      {
        wants: () => 'metadata' as const,
        observe: (record: RequestRecord) => records.push(record),
      },
    ];
    const { gateway } = anImageGateway([aProvider('one')], { http, observers });
    const response = await draw(
      gateway,
      asReferences(`data:image/png;base64,${png}`, 'https://inner.example/', 'https://b.example/'),
    );
    await settled();
    assert.equal(response.status, 400);
    assert.deepEqual(records[0]?.generation?.refusedReferences, [
      { path: 'input_references[1].image_url.url', egress: 'refused' },
      { path: 'input_references[2].image_url.url', egress: 'unreachable' },
    ]);
    const { message } = jsonOf(response).error ?? {};
    assert.doesNotMatch(message ?? '', /refused|unreachable/);
  });

  it('are refused, and closed, when the address answers anything but 200', async () => {
    let closed = false;
    const { http } = webWith(() => ({
      status: 404,
      headers: {},
      body: (async function* () {
        try {
          for (;;) yield new TextEncoder().encode('secret of an inner server');
        } finally {
          closed = true;
        }
      })(),
    }));
    assert.doesNotMatch(await refusal('https://example.com/a', http), /secret/);
    assert.equal(closed, true);
  });

  it('are refused after 10 s', async () => {
    const { http } = webWith(() => new Promise(() => {}));
    const setup = anImageGateway([aProvider('one')], { http });
    const answer = draw(setup.gateway, asReferences('https://example.com/slow'));
    await settled();
    setup.clock.advance(10_000);
    const response = await answer;
    assert.equal(response.status, 400);
    assert.match(jsonOf(response).error?.message ?? '', /took longer than 10 s/);
    assert.equal(setup.clock.waiting, 0);
  });

  it('stop being fetched when the client leaves', async () => {
    const seen: AbortSignal[] = [];
    const { http } = webWith(({ signal }) => {
      seen.push(signal);
      return new Promise(() => {});
    });
    const setup = anImageGateway([aProvider('one')], { http });
    const client = new AbortController();
    const answer = draw(setup.gateway, asReferences('https://example.com/slow'), client.signal);
    await settled();
    client.abort();
    await answer;
    assert.equal(seen[0]?.aborted, true);
    assert.equal(setup.clock.waiting, 0);
  });
});
