import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { aRequest } from '../../../core/test/builders.ts';
import type { LineOutput } from '../../src/cli/io.ts';
import { RequestLines } from '../../src/cli/request-lines.ts';
import { startWatchedGateway } from '../../src/start-mock-gateway.ts';

const AT = new Date('2026-08-01T12:00:01.123Z');
const KEY = 'mg-v1-canary-canary-canary-canary-canary-canary';

/** An output that keeps what was written, one entry for each write. */
class Kept implements LineOutput {
  readonly writes: string[] = [];
  readonly isTTY: boolean;
  writableLength = 0;

  constructor(isTTY = false) {
    this.isTTY = isTTY;
  }

  write(text: string): void {
    this.writes.push(text);
  }

  get text(): string {
    return this.writes.join('').replaceAll(/ \d+ ms/g, ' N ms');
  }
}

/** A gateway whose requests are printed, and a way to send them. */
async function printing(output = new Kept(), noColor = '') {
  const lines = new RequestLines({ basePath: '/v1', output, noColor, now: () => AT });
  const gateway = await startWatchedGateway(
    { world: 'tiny', apiKey: KEY, images: 'small' },
    { traffic: lines },
  );
  const send = async (line: string, body?: object, key = KEY) => {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    await setImmediate();
    return text;
  };
  return {
    gateway,
    output,
    send,
    lines,
    [Symbol.asyncDispose]: () => gateway.close(),
  };
}

async function paintModel({ gateway }: Awaited<ReturnType<typeof printing>>): Promise<string> {
  const { models } = await gateway.ready();
  const painter = models.find(({ model }) =>
    model.architecture.output_modalities.includes('image'),
  );
  assert.ok(painter);
  return painter.model.id;
}

describe('request lines', () => {
  it('names the operation, the status, the time taken and the gateway', async () => {
    await using printed = await printing();
    await printed.send('GET /v1/models');
    assert.equal(printed.output.text, '12:00:01.123  200  listModels        N ms  gateway\n');
  });

  it('names the rule that answered', async () => {
    await using printed = await printing();
    printed.gateway.on('listModels').fail(529);
    await printed.send('GET /v1/models');
    assert.equal(
      printed.output.text,
      '12:00:01.123  529  listModels        N ms  listModels.fail-529\n',
    );
  });

  it('names a tenant other than the default one', async () => {
    await using printed = await printing();
    const tenant = printed.gateway.tenant({ id: 'signup' });
    await printed.send('GET /v1/models', undefined, tenant.apiKey);
    assert.match(printed.output.text, / gateway  tenant signup\n$/);
  });

  it('names the model and the cost of an image', async () => {
    await using printed = await printing();
    const model = await paintModel(printed);
    const answer = await printed.send('POST /v1/images', { model, prompt: 'canary' });
    const { usage } = JSON.parse(answer);
    assert.ok(printed.output.text.endsWith(`  gateway  ${model} $${usage.cost}\n`));
  });

  it('names the model and the cost of an answer of a language model', async () => {
    await using printed = await printing();
    const messages = [{ role: 'user', content: 'canary' }];
    const answer = await printed.send('POST /v1/chat/completions', {
      model: 'acme/quill-1',
      messages,
    });
    const { usage } = JSON.parse(answer);
    assert.ok(printed.output.text.includes(`  gateway  acme/quill-1 $`));
    assert.ok(Number(/\$([\d.]+)\n$/.exec(printed.output.text)?.[1]) === usage.cost);
    assert.ok(!printed.output.text.includes('canary'));
  });

  it('has a line for a request to a tenant that does not exist', async () => {
    await using printed = await printing();
    await printed.send('GET /t/chekout/v1/models');
    assert.match(
      printed.output.text,
      /  404  GET \/t\/chekout\/v1\/models  unhandled  tenant chekout/,
    );
  });

  it('names the operation that was probably meant by an unhandled request', async () => {
    await using printed = await printing();
    await printed.send('POST /v1/image', {});
    assert.equal(
      printed.output.text,
      '12:00:01.123  404  POST /v1/image    unhandled  did you mean "POST /v1/images"?\n',
    );
  });

  it('names unknown parts of a request', async () => {
    await using printed = await printing();
    await printed.send('GET /v1/models?limti=3');
    assert.match(
      printed.output.text,
      / gateway {2}unknown and ignored: query parameter "limti"; did you mean "limit"\?\n$/,
    );
  });

  it('prints a broken connection without a status', async () => {
    await using printed = await printing();
    printed.gateway.on('listModels').fault('reset-before-headers');
    await assert.rejects(printed.send('GET /v1/models'));
    await setImmediate();
    assert.match(printed.output.text, /^12:00:01\.123 {2}--- {2}listModels /);
  });

  it('prints no key, prompt or value of the query', async () => {
    await using printed = await printing();
    const model = await paintModel(printed);
    await printed.send('POST /v1/images', { model, prompt: 'canary', extra: KEY });
    await printed.send(`GET /v1/models?q=canary&${KEY}=1`);
    await printed.send(`GET /v1/${KEY}`);
    await printed.send(`GET /v1/${'a'.repeat(170)}/${KEY}`);
    assert.doesNotMatch(printed.output.text, /canary/);
    assert.equal(printed.output.text.split('\n').length, 5);
  });

  it('prints what a client sent as text that cannot steer a terminal', async () => {
    await using printed = await printing(new Kept(true), '1');
    await printed.send('GET /v1/models?%1B%5B2J%0A%C2%9B=1');
    assert.doesNotMatch(printed.output.text.slice(0, -1), /\p{C}/u);
  });

  const colours = [
    ['a terminal', new Kept(true), '', true],
    ['a terminal with NO_COLOR', new Kept(true), '1', false],
    ['a file', new Kept(false), '', false],
  ] as const;
  for (const [where, output, noColor, isColoured] of colours) {
    it(`${isColoured ? 'colours' : 'does not colour'} the status on ${where}`, async () => {
      await using printed = await printing(output, noColor);
      await printed.send('GET /v1/models');
      assert.equal(output.text.includes('\u001b[32m200\u001b[39m'), isColoured);
      assert.equal(output.text.includes('\u001b'), isColoured);
    });
  }

  it('prints a stream when it ends', async () => {
    await using printed = await printing();
    printed.gateway
      .on('createImage')
      .reply({ events: [{ data: '{"type":"a"}' }, { data: '{"type":"b"}' }] });
    await printed.send('POST /v1/images', { model: 'a/b', prompt: 'canary', stream: true });
    assert.match(
      printed.output.text,
      /200 {2}createImage +N ms {2}2 events, clean-eof {2}createImage\.reply\n$/,
    );
  });

  it('writes the requests of one turn of the event loop at once', async () => {
    await using printed = await printing();
    const { gateway, output } = printed;
    const paths = ['/v1/a', '/v1/b', '/v1/c'];
    await Promise.all(paths.map((path) => gateway.handle(aRequest(path, { mount: '' }))));
    await setImmediate();
    assert.equal(output.writes.length, 1);
    assert.equal(output.text.split('\n').length, 4);
  });

  it('leaves lines out while the output is not read, and says how many', async () => {
    await using printed = await printing();
    const { output, send } = printed;
    output.writableLength = 2 ** 21;
    await send('GET /v1/models');
    await send('GET /v1/models');
    assert.equal(output.text, '');
    output.writableLength = 0;
    await send('GET /v1/models');
    assert.match(output.text, /^… 2 requests not shown: this output was not read\n12:00/);
  });
});
