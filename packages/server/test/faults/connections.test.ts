// System: opens as many connections as the machine allows.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { FakeReply } from '@model-gateway/providers/testing';
import { amount } from '../../../sql/test/support/long-tests.ts';
import { until } from '../../../sql/test/support/until.ts';
import { createDeployment, MODEL, PROMPT, type Deployment } from '../support/deployment.ts';
import { askForImage, askForModels, lookAt } from '../support/requests.ts';
import type { ServerProcess } from '../support/server-process.ts';

const MIB = 1024 * 1024;
/** Of the files that a process may open, what is not for these connections. */
const OTHER_FILES = 500;
const WANTED = amount({ short: 1000, long: 10_000 });
const IDLE = Math.min(WANTED, filesPerProcess() - OTHER_FILES);
/** Fewer connections share what the first ones cost. */
const MOST_KIB = amount({ short: 64, long: 32 });
const SENDERS = 100;
/** What answers may hold in memory by default, in MiB. */
const HELD_MIB = 64;
const READERS = amount({ short: 30, long: 150 });

describe('model-gateway serve with clients that hold it up', () => {
  let deployment: Deployment;
  let server: ServerProcess;
  let sockets: Socket[] = [];
  before(async () => {
    deployment = await createDeployment({ more: 'admin: { port: 0 }' });
    server = await deployment.start();
    assert.equal((await askForImage(server.url, deployment.key)).status, 200);
  });
  after(async () => {
    await deployment.expectNoSecrets();
    await deployment[Symbol.asyncDispose]();
  });

  const memory = async () => {
    const { text } = await lookAt(deployment, server.adminUrl, '/metrics');
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
  };
  const open = async (request: string) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(request);
    return socket;
  };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  };
  const head = (line: string, more: readonly string[] = []) =>
    [line, 'host: gateway', `authorization: Bearer ${deployment.key}`, ...more, '', ''].join(
      '\r\n',
    );
  /** Others are served while these connections are open. */
  const expectService = async () => {
    assert.equal(await askForModels(server.url, deployment.key), 200);
    const response = await askForImage(server.url, deployment.key);
    assert.equal(response.status, 200, await response.text());
  };

  it(`${IDLE} keep-alive connections cost at most ${MOST_KIB} KiB each`, async (t) => {
    if (IDLE < WANTED) t.diagnostic(`${WANTED} need a higher ulimit -n`);
    const begin = await memory();
    const answered = async () => {
      const socket = await open(head('GET /v1/models?limit=1 HTTP/1.1'));
      await once(socket, 'data');
    };
    for (let opened = 0; opened < IDLE; opened += 100) {
      await Promise.all(Array.from({ length: Math.min(100, IDLE - opened) }, answered));
    }
    await expectService();
    assert.ok(sockets.every(({ destroyed }) => !destroyed));
    const each = ((await memory()) - begin) / IDLE;
    t.diagnostic(`${Math.round(each / 1024)} KiB for each connection`);
    assert.ok(each <= MOST_KIB * 1024, `${Math.round(each / 1024)} KiB for each connection`);
    closeAll();
  });

  it(`${SENDERS} senders that announce 30 MiB and send a byte cost what they sent`, async (t) => {
    const begin = await memory();
    const more = ['content-type: application/json', `content-length: ${30 * MIB}`];
    const senders = Array.from({ length: SENDERS }, () =>
      open(`${head('POST /v1/images HTTP/1.1', more)}{`),
    );
    await Promise.all(senders);
    await expectService();
    const grown = Math.round(((await memory()) - begin) / MIB);
    t.diagnostic(`${grown} MiB for ${SENDERS} senders`);
    assert.ok(grown <= 50, `${grown} MiB`);
    closeAll();
  });

  it(`${READERS} readers that do not read cost at most three times what may wait for them`, async (t) => {
    const begin = await memory();
    const bytes = 2 * MIB;
    deployment.openai.fake.fail('submit', (reply) => largeImage(reply, bytes), READERS);
    const body = JSON.stringify({ model: MODEL, prompt: PROMPT });
    const request = `${head('POST /v1/images HTTP/1.1', [
      'content-type: application/json',
      `content-length: ${body.length}`,
    ])}${body}`;
    const asked = deployment.openai.fake.requests.length;
    const readers = Array.from({ length: READERS }, async () => (await open(request)).pause());
    await Promise.all(readers);
    // The rest waits until a reader reads or gives up: contract §4.11.
    const fits = Math.floor((HELD_MIB * MIB) / bytes);
    await until(
      'as many images to be made as may wait',
      () => deployment.openai.fake.requests.length >= asked + Math.min(READERS, fits),
      60_000,
    );
    await expectService();
    const grown = Math.round(((await memory()) - begin) / MIB);
    const waiting = Math.min(HELD_MIB, Math.round((READERS * bytes * 4) / 3 / MIB));
    t.diagnostic(`${grown} MiB for ${waiting} MiB that wait`);
    assert.ok(grown <= 3 * waiting, `${grown} MiB for ${waiting} MiB that wait`);
    closeAll();
    await until('all requests to end', async () => {
      const { text } = await lookAt(deployment, server.adminUrl, '/metrics');
      return /^gateway_requests_in_flight 0$/m.test(text);
    });
    await expectService();
  });
});

it('a server with maxConnections closes further ones at once', async () => {
  await using deployment = await createDeployment({ more: 'server: { maxConnections: 3 }' });
  const server = await deployment.start();
  const port = Number(new URL(server.url).port);
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const fourth = connect(port, '127.0.0.1');
  await once(fourth.resume(), 'close');
  for (const socket of sockets) socket.destroy();
  await until('a connection to be free', async () => {
    const status = await askForModels(server.url, deployment.key).catch(() => 0);
    return status === 200;
  });
});

/** The same answer with images of about this many bytes. */
function largeImage(reply: FakeReply, bytes: number): FakeReply {
  const answer = JSON.parse(new TextDecoder().decode(reply.body)) as {
    data: { b64_json: string }[];
  };
  for (const image of answer.data) {
    image.b64_json = padded(Buffer.from(image.b64_json, 'base64'), bytes).toString('base64');
  }
  return { ...reply, body: new TextEncoder().encode(JSON.stringify(answer)) };
}

const LENGTH_OF_LAST_CHUNK = 12;

/** A PNG with a chunk of zeros before its last one. */
function padded(png: Buffer, bytes: number): Buffer {
  const end = png.length - LENGTH_OF_LAST_CHUNK;
  const chunk = Buffer.alloc(bytes);
  chunk.writeUInt32BE(bytes - LENGTH_OF_LAST_CHUNK);
  chunk.write('teSt', 4);
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]);
}

function filesPerProcess(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? Infinity : Number(limit);
}
