import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startMockGateway, type RunningMockGateway, type WireFault } from '@model-gateway/mock';
import { rawExchange, type RawExchange } from './raw-exchange.ts';

/** The bytes on the wire. */
const ON_THE_WIRE: Readonly<
  Partial<Record<WireFault, { readonly text: RegExp; readonly ending: string }>>
> = {
  'reset-before-headers': { text: /^$/, ending: 'ECONNRESET' },
  'end-before-headers': { text: /^$/, ending: 'end' },
  garbage: { text: /^\W+this is not HTTP/, ending: 'end' },
  'reset-after-headers': { text: /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n$/s, ending: 'ECONNRESET' },
  'short-content-length': { text: /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{"data":/s, ending: 'end' },
  'truncated-chunk': {
    text: /\r\ntransfer-encoding: chunked\r\n.*\r\n\r\n[0-9a-f]+\r\n\{"data":/s,
    ending: 'end',
  },
  'bad-chunk': {
    text: /\r\ntransfer-encoding: chunked\r\n.*\r\n\r\nnot-a-size\r\n/s,
    ending: 'end',
  },
};

describe('wire faults on a socket', () => {
  let gateway: RunningMockGateway;
  before(async () => {
    gateway = await startMockGateway();
  });
  after(() => gateway.close());

  async function exchange(fault: WireFault): Promise<RawExchange> {
    await using t = gateway.tenant();
    t.on('listModels').fault(fault);
    return await rawExchange(`${t.baseURL}/models`, t.apiKey);
  }

  for (const [fault, expected] of Object.entries(ON_THE_WIRE)) {
    it(`${fault} reaches the client as documented`, async () => {
      // The keys of the table are faults.
      const { text, ending } = await exchange(fault as WireFault);
      assert.match(text, expected.text);
      assert.equal(ending, expected.ending);
    });
  }

  it('short-content-length sends half of what it announces', async () => {
    const { text } = await exchange('short-content-length');
    const announced = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    const sent = text.length - text.indexOf('\r\n\r\n') - 4;
    assert.equal(sent * 2, announced);
  });

  it('truncated-chunk sends half of the chunk that it announces', async () => {
    const { text } = await exchange('truncated-chunk');
    const [, size = '', chunk = ''] = /\r\n\r\n([0-9a-f]+)\r\n(.*)$/s.exec(text) ?? [];
    assert.equal(chunk.length * 2, Number.parseInt(size, 16));
  });

  it('names the rule in its headers, if it sends any, readable by pages of other origins', async () => {
    const { text } = await exchange('short-content-length');
    assert.match(text, /\r\nx-mock-rule: listModels\.fault-short-content-length\r\n/);
    assert.match(text, /\r\naccess-control-allow-origin: \*\r\n/);
    assert.equal(text.match(/\r\ncontent-length:/gi)?.length, 1);
  });
});

describe('the journal of broken answers', () => {
  it('has the status that went over the wire, if there was one', async () => {
    await using gateway = await startMockGateway();
    gateway.on('listModels').fault('garbage');
    gateway.on('listModels').fault('bad-chunk');
    for (let i = 0; i < 2; i++) await rawExchange(`${gateway.baseURL}/models`, gateway.apiKey);
    assert.deepEqual(
      gateway.journal.entries().map(({ answeredBy, status }) => [...answeredBy, status]),
      [
        ['listModels.fault-bad-chunk', 'gateway', 200],
        ['listModels.fault-garbage', undefined],
      ],
    );
  });
});

describe('a server whose requests hang', () => {
  it('ends them when it closes', async () => {
    const gateway = await startMockGateway();
    const hang = gateway.on('listModels').fault('hang');
    const exchange = rawExchange(`${gateway.baseURL}/models`, gateway.apiKey);
    while (hang.hits === 0) await new Promise(setImmediate);
    await gateway.close();
    assert.equal((await exchange).text, '');
  });

  it('ends those of a tenant that is disposed', async () => {
    await using gateway = await startMockGateway();
    const t = gateway.tenant();
    const hang = t.on('listModels').fault('hang');
    const answered = fetch(`${t.baseURL}/models`, {
      headers: { authorization: `Bearer ${t.apiKey}` },
    });
    while (hang.hits === 0) await new Promise(setImmediate);
    await t.close();
    assert.match((await (await answered).json()).error.message, /\[GW1208\]/);
  });
});
