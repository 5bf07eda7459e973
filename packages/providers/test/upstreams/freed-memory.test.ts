import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import type { HttpClient, ImageEvent } from '@model-gateway/core';
import { openai } from '@model-gateway/providers/openai';
import { JOB } from '../attempt.ts';
import {
  aClient,
  CONTEXT,
  keepingWrites,
  skip,
  startGateway,
  startUpstream,
} from '../freed-memory.ts';

const MODEL = 'openai/gpt-image-2';

const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_TAIL = Buffer.from('0000000049454e44ae426082', 'hex');

/** The base64 of a PNG of 2 MB of bytes that differ from image to image and from place to place. */
function imageOf(seed: number): string {
  const middle = Buffer.alloc(1_500_000 - PNG_HEAD.length - PNG_TAIL.length);
  for (let at = 0; at < middle.length; at++) middle[at] = (at * 31 + (at >> 8) * seed) % 251;
  return Buffer.concat([PNG_HEAD, middle, PNG_TAIL]).toString('base64');
}

const IMAGES = [3, 5, 7].map(imageOf);

/** OpenAI with two partial images and a complete one. */
const startOpenAi = () =>
  startUpstream((req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    req.resume().on('end', () => {
      IMAGES.forEach((b64_json, at) => {
        const isLast = at === IMAGES.length - 1;
        const type = `image_generation.${isLast ? 'completed' : 'partial_image'}`;
        res.write(`data: ${JSON.stringify({ type, partial_image_index: at, b64_json })}\n\n`);
      });
      res.end();
    });
  });

const aProvider = (baseUrl: string, http: HttpClient) => openai({ baseUrl, apiKey: 'k', http });

/** The bytes of the images that a provider yields, before and after they are freed. */
async function bytesOf(baseUrl: string, http: HttpClient) {
  const job = { ...JOB, model: MODEL, stream: true };
  const events = aProvider(baseUrl, http).images.generate(job, CONTEXT);
  const images: Extract<ImageEvent, { type: 'image' | 'partial' }>[] = [];
  for await (const event of events) {
    if (event.type === 'image' || event.type === 'partial') images.push(event);
  }
  const count = () =>
    images.reduce((sum, { data }) => {
      assert.ok(data.encoding === 'base64');
      return sum + data.parts.reduce((bytes, part) => bytes + part.byteLength, 0);
    }, 0);
  const before = count();
  for (const { data } of images) events.free?.(data);
  return { before, after: count() };
}

/** The base64 of the images that a client receives, who pauses after every read if it is slow. */
function receivedFrom(url: string, isSlow: boolean): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
    const req = request(`${url}/images`, { method: 'POST', headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (!isSlow) return;
        res.pause();
        setImmediate(() => res.resume());
      });
      res.on('error', reject).on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve([...text.matchAll(/"b64_json":"([^"]*)"/g)].map(([, base64 = '']) => base64));
      });
    });
    req.on('error', reject);
    req.end(JSON.stringify({ model: MODEL, prompt: 'a cat', stream: true }));
  });
}

describe('the memory of streamed images', () => {
  it('is that of the reads, most of which are freed', { skip }, async () => {
    await using upstream = await startOpenAi();
    await using http = aClient();
    const { before, after } = await bytesOf(upstream.baseUrl, http);
    assert.equal(before, 6_000_000);
    // Small reads are not, nor those in which an image begins or ends.
    assert.ok(after < before / 2, `${after} bytes are left`);
  });

  it('is left alone where a client may keep what it reads', async () => {
    await using upstream = await startOpenAi();
    await using http = aClient();
    const kept: Uint8Array[] = [];
    const keeping: HttpClient = async (call) => {
      const response = await http(call);
      async function* body() {
        for await (const chunk of response.body) {
          kept.push(chunk);
          yield chunk;
        }
      }
      return { ...response, body: body() };
    };
    const { before, after } = await bytesOf(upstream.baseUrl, keeping);
    assert.deepEqual([before, after], [6_000_000, 6_000_000]);
    assert.ok(kept.every(({ byteLength }) => byteLength > 0));
  });

  for (const [name, isSlow] of [
    ['clients', false],
    ['clients that read slowly', true],
  ] as const) {
    it(`leaves every byte as it was, for ${name}`, async () => {
      await using upstream = await startOpenAi();
      await using http = aClient();
      const provider = aProvider(upstream.baseUrl, http);
      await using server = await startGateway(provider, provider.catalog, http);
      const clients = Array.from({ length: 4 }, () => receivedFrom(server.url, isSlow));
      for (const received of await Promise.all(clients)) {
        assert.ok(received.length === 3 && received.every((one, at) => one === IMAGES[at]));
      }
    });
  }

  it('is left alone where middleware may keep what it writes', async () => {
    await using upstream = await startOpenAi();
    await using http = aClient();
    const kept: Uint8Array[] = [];
    const provider = aProvider(upstream.baseUrl, http);
    const { catalog } = provider;
    await using server = await startGateway(provider, catalog, http, keepingWrites(kept));
    const received = await receivedFrom(server.url, false);
    assert.ok(
      Buffer.concat(kept)
        .toString()
        .includes(received[0] ?? 'nothing'),
    );
  });
});
