import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startRaw } from './raw-server.ts';
import { get, loopbackClient } from './requests.ts';

const LENGTHS = [0, 1, 100, 4096, 16_385, 32_768, 65_535, 65_537, 300_000, 1_000_000];
const PIECES = [1, 7, 120, 4096, 16_384, 32_767, 65_536, 65_537, 400_000];
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
/** No two stretches of it are alike. */
const BYTES = Buffer.from(
  Array.from({ length: 1_300_000 }, (_, at) => (at * 31 + (at >> 8) * 17) % 251),
);

/** Integers below a bound, the same for the same seed. */
function seeded(seed: number): (below: number) => number {
  // Seeds that are neighbours would begin alike.
  let state = Math.imul(seed, 2_654_435_761);
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function picker(random: (below: number) => number) {
  return (choices: readonly number[]) => choices[random(choices.length)] ?? 0;
}

/** An answer of a seed: what its body is, how it is framed and cut, and what comes after it. */
function answerOf(seed: number) {
  const random = seeded(seed);
  const pick = picker(random);
  const length = pick(LENGTHS);
  const from = random(BYTES.length - length);
  const body = BYTES.subarray(from, from + length);
  const framing = random(3);
  const wire = [
    Buffer.from(`${random(2) === 0 ? INTERIM : ''}HTTP/1.1 200 OK\r\nx-seed: ${seed}\r\n`),
  ];
  if (framing === 0) wire.push(Buffer.from(`content-length: ${length}\r\n\r\n`), body);
  else if (framing === 1) wire.push(Buffer.from('connection: close\r\n\r\n'), body);
  else {
    wire.push(Buffer.from('transfer-encoding: chunked\r\n\r\n'));
    for (let at = 0; at < length;) {
      const chunk = body.subarray(at, at + Math.max(pick(PIECES), length >> 8));
      wire.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
      at += chunk.length;
    }
    wire.push(Buffer.from('0\r\n\r\n'));
  }
  // Belongs to no request, and costs the connection.
  if (framing !== 1 && random(4) === 0) wire.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\nx'));
  return { body, wire: Buffer.concat(wire), endsConnection: framing === 1, random };
}

async function write(socket: Socket, seed: number): Promise<void> {
  const { wire, endsConnection, random } = answerOf(seed);
  const pick = picker(random);
  for (let at = 0; at < wire.length && !socket.destroyed;) {
    const end = at + Math.max(pick(PIECES), at < 400 ? 1 : wire.length >> 6);
    socket.write(wire.subarray(at, end));
    at = end;
    if (random(3) > 0) await turn();
  }
  if (endsConnection) socket.end();
}

describe('answers that come in any pieces', () => {
  it('reach readers of any speed as they are, also those that keep every chunk', async () => {
    await using server = await startRaw((socket) => {
      socket.setNoDelay(true);
      socket.on('data', (head) => void write(socket, Number(/\d+/.exec(String(head))?.[0])));
    });
    await using client = loopbackClient();
    const ask = async (seed: number) => {
      const random = seeded(-seed);
      const { headers, body } = await get(client, `${server.url}/${seed}`);
      assert.equal(headers['x-seed'], String(seed));
      const waits = random(3);
      for (let turns = random(2) * 40; turns > 0; turns--) await turn();
      const kept: Uint8Array[] = [];
      for await (const chunk of body) {
        kept.push(chunk);
        for (let turns = waits; turns > 0; turns--) await turn();
      }
      assert.ok(Buffer.concat(kept).equals(answerOf(seed).body), `seed ${seed}`);
    };
    for (let seed = 1; seed <= 240; seed += 6) {
      await Promise.all([0, 1, 2, 3, 4, 5].map((next) => ask(seed + next)));
    }
  });
});
