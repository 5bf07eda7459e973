import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryCreditLedger,
  EgressError,
  type HttpClient,
  type IncomingResponse,
  type OutgoingRequest,
} from '@model-gateway/core';
import type { ChatRequest } from '@model-gateway/core/chat';
import { post } from '../builders.ts';
import { PNG } from '../images/image-builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  fails,
  jsonOf,
  MODEL,
  says,
  settled,
} from './chat-builders.ts';

const URL_OF_IMAGE = 'https://pictures.example/a?id=1';
const PDF = Buffer.from('%PDF-1.4\n');

const user = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
const image = (url = URL_OF_IMAGE) => ({ type: 'image_url', image_url: { url } });
const file = (url: string) => ({ type: 'file', file: { file_data: url } });

/** An endpoint whose wire takes media as data only. */
const closed = anEndpoint({ fetches: () => false });

type Answer = IncomingResponse | Promise<IncomingResponse>;

const served = (bytes: Uint8Array, contentType?: string): IncomingResponse => ({
  status: 200,
  headers: contentType === undefined ? {} : { 'content-type': contentType },
  body: (async function* () {
    yield bytes;
  })(),
});

/** A way out that answers every address with `answer`, and the addresses that were asked. */
function webWith(answer: (request: OutgoingRequest) => Answer = () => served(PNG)) {
  const asked: string[] = [];
  const http: HttpClient = async (request) => {
    asked.push(request.url);
    return answer(request);
  };
  return { http, asked };
}

/** What the media of the first turn have become. */
function mediaIn(request: ChatRequest | undefined): readonly string[] {
  const blocks = request?.messages[0]?.blocks ?? [];
  return blocks.flatMap((block) =>
    block.type === 'media'
      ? [`${block.mediaType} ${block.source.kind} ${block.source.value.slice(0, 12)}`]
      : [],
  );
}

/** Sends a body to one endpoint that fetches nothing; returns what the client is told. */
async function refusal(body: object, answer: (request: OutgoingRequest) => Answer) {
  const talker = aTalker('one', says(['a']), closed);
  const { http, asked } = webWith(answer);
  const scene = aChatGateway([talker], { http });
  const response = await scene.chat(body);
  assert.equal(response.status, 400);
  assert.equal(talker.jobs.length, 0);
  assert.deepEqual(
    [scene.ledger.balanceOf(ACCOUNT), scene.ledger.balances()[ACCOUNT]],
    ['10', '10'],
  );
  const [issue] = jsonOf(response).error?.metadata?.issues ?? [];
  return { path: issue?.path, message: issue?.message, asked, records: scene.records };
}

describe('media behind URLs, for an endpoint that does not fetch them', () => {
  const rows = {
    'an image, whatever its server calls it': [
      image(),
      () => served(PNG, 'text/plain'),
      'image/png base64 iVBORw0KGgoA',
    ],
    'a PDF': [
      file('https://a.example/x'),
      () => served(PDF),
      `application/pdf base64 ${PDF.toString('base64')}`,
    ],
    'a text': [
      file('https://a.example/x'),
      () => served(Buffer.from('a,b'), 'text/CSV; charset=utf-8'),
      'text/csv base64 YSxi',
    ],
  } as const;
  for (const [what, [part, answer, expected]] of Object.entries(rows)) {
    it(`are fetched and sent as data: ${what}`, async () => {
      const talker = aTalker('one', says(['a']), closed);
      const { http } = webWith(answer);
      const response = await aChatGateway([talker], { http }).chat(user(part));
      assert.equal(response.status, 200);
      assert.deepEqual(mediaIn(talker.jobs[0]?.request), [expected]);
    });
  }

  it('are fetched in results of tools, too', async () => {
    const talker = aTalker('one', says(['a']), closed);
    const { http } = webWith();
    const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: [image()] },
    ];
    await aChatGateway([talker], { http }).chat({ messages });
    const result = talker.jobs[0]?.request.messages[2]?.blocks[0];
    assert.ok(result?.type === 'result');
    assert.ok(result.blocks[0]?.type === 'media');
    assert.equal(result.blocks[0].source.kind, 'base64');
  });

  it('are fetched once for all turns and all endpoints, and for none that fetches by itself', async () => {
    const open = aTalker('open', fails('server'), anEndpoint());
    const first = aTalker('first', fails('server'), closed);
    const second = aTalker('second', says(['a']), closed);
    const { http, asked } = webWith();
    const scene = aChatGateway([open, first, second], { http, routing: 'cheapest' });
    const body = { ...user(image(), image()), provider: { order: ['open', 'first', 'second'] } };
    assert.equal((await scene.chat(body)).status, 200);
    assert.deepEqual(mediaIn(open.jobs[0]?.request), Array(2).fill(`undefined url https://pict`));
    for (const { jobs } of [first, second]) {
      assert.deepEqual(mediaIn(jobs[0]?.request), Array(2).fill('image/png base64 iVBORw0KGgoA'));
    }
    assert.deepEqual(asked, [URL_OF_IMAGE]);
  });

  it('are not fetched at all where the first endpoint that answers does it', async () => {
    const open = aTalker('open', says(['a']), anEndpoint());
    const { http, asked } = webWith();
    await aChatGateway([open, aTalker('closed', says(['a']), closed)], { http }).chat({
      ...user(image()),
      provider: { order: ['open', 'closed'] },
    });
    assert.deepEqual(asked, []);
  });

  const refusals: Readonly<Record<string, readonly [object, () => Answer, string]>> = {
    'an address that is not public': [
      image(),
      () => Promise.reject(new EgressError('refused', 'not allowed')),
      'could not be fetched: it must be at a public address that answers',
    ],
    'an answer other than 200': [
      image(),
      () => ({ ...served(PNG), status: 404 }),
      'could not be fetched: it must answer with status 200',
    ],
    'no image': [
      image(),
      () => served(Buffer.from('<html>'), 'image/png'),
      'must be a png, jpeg, webp or gif image',
    ],
    'an image of another type': [
      image(),
      () => served(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      'must be a png, jpeg, webp or gif image',
    ],
    'no document': [
      file('https://a.example/x'),
      () => served(PNG, 'image/png'),
      'must be a PDF or a text',
    ],
    'an empty text': [
      file('https://a.example/x'),
      () => served(Buffer.alloc(0), 'text/plain'),
      'must be a PDF or a text',
    ],
    'more than 20 MiB': [
      image(),
      () => served(Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)])),
      'must be at most 20 MiB',
    ],
    'a URL that holds data without base64': [
      image('data:image/svg+xml,<svg/>'),
      () => Promise.reject(new EgressError('invalid', 'no URL')),
      'must be a valid http(s) URL',
    ],
  };
  for (const [what, [part, answer, sentence]] of Object.entries(refusals)) {
    it(`are a 400 that names the part, free of charge: ${what}`, async () => {
      const text = { type: 'text', text: 'What is this?' };
      const { path, message } = await refusal(user(text, part), answer);
      assert.equal(path, 'messages[0].content[1]');
      assert.equal(message, `messages[0].content[1] ${sentence}`);
    });
  }

  it('are judged by what they are to be, not only by their address', async () => {
    const { path } = await refusal(user(image(), file(URL_OF_IMAGE)), () => served(PDF));
    assert.equal(path, 'messages[0].content[0]');
  });

  it('are not fetched any more once one is refused', async () => {
    const parts = Array.from({ length: 20 }, (_, i) => image(`https://a.example/${i}`));
    const { asked } = await refusal(user(...parts), () => served(PDF));
    assert.ok(asked.length < 20);
  });

  it('are fetched where there are 100', async () => {
    const talker = aTalker(
      'one',
      says(['a']),
      anEndpoint({ fetches: () => false, contextTokens: 1e6 }),
    );
    const { http, asked } = webWith();
    const parts = Array.from({ length: 100 }, (_, i) => image(`https://a.example/${i}`));
    const ledger = createMemoryCreditLedger({ [ACCOUNT]: '100000' });
    const response = await aChatGateway([talker], { http, ledger }).chat(user(...parts));
    assert.equal(response.status, 200);
    assert.equal(asked.length, 100);
  });

  it('have the true reason in the record alone', async () => {
    const { records } = await refusal(user(image()), () =>
      Promise.reject(new EgressError('unreachable', 'no such host')),
    );
    assert.deepEqual(records[0]?.generation?.refusedReferences, [
      { path: 'messages[0].content[0]', egress: 'unreachable' },
    ]);
  });

  it('are a 400 where there are more than 100, none of them fetched', async () => {
    const parts = Array.from({ length: 101 }, (_, i) => image(`https://a.example/${i}`));
    const { message, asked } = await refusal(user(...parts), () => served(PNG));
    assert.match(message ?? '', /^messages\[0\]\.content\[0\] is one of 101 URLs to be fetched/);
    assert.deepEqual(asked, []);
  });

  it('are a 400 where they have more than 32 MiB together', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(17 * 1024 * 1024)]);
    const parts = [image('https://a.example/1'), image('https://a.example/2')];
    const { message } = await refusal(user(...parts), () => served(large));
    assert.match(message ?? '', /must have at most 32 MiB with all other URLs to be fetched$/);
  });

  it('are a 400 after ten seconds of silence', async () => {
    const talker = aTalker('one', says(['a']), closed);
    const { http } = webWith(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    );
    const scene = aChatGateway([talker], { http });
    const { value, waitedMs } = await answered(scene, scene.chat(user(image())));
    assert.equal(value.status, 400);
    assert.equal(waitedMs, 10_000);
    assert.match(jsonOf(value).error?.message ?? '', /took longer than 10 s/);
  });

  it('end with the request of a client that leaves, and reserve nothing any more', async () => {
    const talker = aTalker('one', says(['a']), closed);
    const client = new AbortController();
    let ended = 0;
    const { http } = webWith(({ signal }) => {
      signal.addEventListener('abort', () => ended++, { once: true });
      client.abort(new Error('gone'));
      return new Promise(() => {});
    });
    const scene = aChatGateway([talker], { http });
    const { signal } = client;
    assert.equal((await scene.chat(user(image()), { signal })).status, 499);
    assert.equal(ended, 1);
    assert.equal(talker.jobs.length, 0);
    assert.deepEqual(
      [scene.ledger.balanceOf(ACCOUNT), scene.ledger.balances()[ACCOUNT]],
      ['10', '10'],
    );
  });

  it('do not count against an endpoint that one request may try', async () => {
    const talker = aTalker('one', [fails('credential'), says(['a'])], closed);
    let isThere = false;
    const { http } = webWith(() => {
      if (isThere) return served(PNG);
      throw new EgressError('unreachable', 'no such host');
    });
    const scene = aChatGateway([talker], { http });
    assert.equal((await scene.chat()).status, 502);
    scene.clock.advance(60 * 60_000);
    assert.equal((await scene.chat(user(image()))).status, 400);
    isThere = true;
    assert.equal((await scene.chat(user(image()))).status, 200);
  });

  it('keep nobody else from trying an endpoint again while they are fetched', async () => {
    const talker = aTalker('one', [fails('credential'), says(['a']), says(['b'])], closed);
    let serve = () => {};
    const { http } = webWith(() => new Promise((resolve) => (serve = () => resolve(served(PNG)))));
    const scene = aChatGateway([talker], { http });
    assert.equal((await scene.chat()).status, 502);
    scene.clock.advance(60 * 60_000);
    const slow = scene.chat(user(image()));
    await settled();
    assert.equal((await scene.chat()).status, 200);
    serve();
    assert.equal((await slow).status, 200);
  });
});

describe('media that nobody fetches', () => {
  const rows = {
    'an image, by a gateway that fetches nothing': [image(), undefined, 'an image'],
    'a film, which the gateway does not fetch': [
      { type: 'video_url', video_url: { url: 'https://a.example/x.mp4' } },
      webWith().http,
      'a film',
    ],
  } as const;
  for (const [what, [part, http, noun]] of Object.entries(rows)) {
    it(`are a 400 that names the part: ${what}`, async () => {
      const scene = aChatGateway([aTalker('one', says(['a']), closed)], { http });
      const response = await scene.chat(user(part));
      assert.equal(response.status, 400);
      assert.deepEqual(jsonOf(response).error?.metadata?.issues, [
        {
          path: 'messages[0].content[0]',
          message: `messages[0].content[0] must have ${noun} as data: nobody fetches URLs for the model (ONE)`,
        },
      ]);
    });

    it(`lead to an endpoint that fetches them: ${what}`, async () => {
      const able = aTalker('two', says(['b']), anEndpoint());
      const scene = aChatGateway([aTalker('one', says(['a']), closed), able], { http });
      assert.equal((await scene.chat(user(part))).status, 200);
      assert.equal(able.jobs.length, 1);
    });
  }
});

describe('the path of media that could not be fetched', () => {
  const rows = {
    '/messages': [
      {
        max_tokens: 9,
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'url', url: URL_OF_IMAGE } }],
          },
        ],
      },
      'messages[0].content[0]',
    ],
    '/responses': [
      {
        input: [{ role: 'user', content: [{ type: 'input_image', image_url: URL_OF_IMAGE }] }],
      },
      'input[0].content[0]',
    ],
  } as const;
  for (const [path, [body, expected]] of Object.entries(rows)) {
    it(`is that of ${path}`, async () => {
      const { http } = webWith(() => served(PDF));
      const { gateway } = aChatGateway([aTalker('one', says(['a']), closed)], { http });
      const response = await post(gateway, path, { model: MODEL, ...body });
      assert.equal(response.status, 400);
      const { message = '' } = jsonOf(response).error ?? {};
      assert.ok(message.endsWith(`: ${expected} must be a png, jpeg, webp or gif image`), message);
    });
  }
});
