import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutgoingRequest } from '@model-gateway/core';
import { openai } from '@model-gateway/providers/openai';
import { tinyImage } from '@model-gateway/providers/testing';
import { contextOf, jobOf } from '../chat/subject.ts';
import { embeddingJob } from '../embeddings/jobs.ts';
import { runJob } from '../support/run-job.ts';
import { aJob } from '../support/subject.ts';

const JOB = aJob('openai/gpt-image-2');

/** A client that answers with an image and notes what was asked. */
function aClient() {
  const requests: OutgoingRequest[] = [];
  const http = async (request: OutgoingRequest) => {
    requests.push(request);
    const text = JSON.stringify({ data: [{ b64_json: tinyImage('png') }] });
    const body = (async function* () {
      yield Buffer.from(text);
    })();
    return { status: 200, headers: {}, body };
  };
  return { http, requests };
}

describe('a key that a function returns', () => {
  it('is read for each call', async () => {
    const { http, requests } = aClient();
    let calls = 0;
    const provider = openai({ http, apiKey: async () => `token-${++calls}` });
    await runJob(provider, JOB);
    await runJob(provider, JOB);
    assert.deepEqual(
      requests.map(({ headers }) => headers?.['authorization']),
      ['Bearer token-1', 'Bearer token-2'],
    );
  });

  it('is in no error of its call, also when another call has another one by then', async () => {
    const keys = ['first-key-of-a-provider', 'second-key-of-a-provider'];
    const answers: (() => void)[] = [];
    const http = async ({ headers }: OutgoingRequest) => {
      await new Promise<void>((resolve) => void answers.push(resolve));
      const message = `${headers?.['authorization']?.slice('Bearer '.length)} knows no such size`;
      const body = (async function* () {
        yield Buffer.from(JSON.stringify({ error: { message, type: 'invalid_request_error' } }));
      })();
      return { status: 400, headers: {}, body };
    };
    let calls = 0;
    const provider = openai({ http, apiKey: () => keys[calls++ % 2] ?? '' });
    const faces: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
      images: () => runJob(provider, JOB),
      embeddings: () =>
        provider.embeddings?.embed(embeddingJob('openai/text-embedding-3-small'), contextOf()),
      chat: () =>
        provider.chat?.answer(
          jobOf('openai/gpt-4.1', { messages: [{ role: 'user', content: 'Hi' }] }),
          contextOf(),
        ),
    };
    for (const [face, run] of Object.entries(faces)) {
      const begin = async () => {
        const begun = answers.length + 1;
        const failing = assert.rejects(
          async () => run(),
          (error) => {
            assert.match(String(error), /: … knows no such size$/, face);
            return true;
          },
        );
        while (answers.length < begun) await new Promise((resolve) => setImmediate(resolve));
        return { failing };
      };
      const both = [await begin(), await begin()];
      for (const answer of answers.splice(0)) answer();
      for (const { failing } of both) await failing;
    }
  });

  for (const [what, apiKey] of [
    ['throws', () => Promise.reject(new Error('hunter2'))],
    ['returns a line break', () => 'hunter2\n'],
  ] as const) {
    it(`that ${what} is a refused credential, and nothing is sent`, async () => {
      const { http, requests } = aClient();
      await assert.rejects(runJob(openai({ http, apiKey }), JOB), {
        failure: 'credential',
        message: 'no valid key could be read for it',
      });
      assert.equal(requests.length, 0);
    });
  }
});

describe('every request with a key', () => {
  it('refuses redirects', async () => {
    const { http, requests } = aClient();
    await runJob(openai({ http, apiKey: 'k' }), JOB);
    assert.equal(requests[0]?.maxRedirects, 0);
  });
});

it('a key that may not list models is not a refused one', async () => {
  const asked = async (message: string, status = 403, code: string | null = null) => {
    const body = (async function* () {
      yield Buffer.from(JSON.stringify({ error: { message, code } }));
    })();
    const http = async () => ({ status, headers: {}, body });
    return openai({ http, apiKey: 'key' }).takesKey?.(new AbortController().signal);
  };
  const scopes = 'You have insufficient permissions. Missing scopes: api.model.read.';
  assert.equal(await asked(scopes), undefined);
  assert.equal(await asked('Country not supported'), 'forbidden');
  assert.equal(await asked('Incorrect API key provided', 401), false);
  assert.equal(await asked('Insufficient credits', 402), 'unpaid');
  assert.equal(await asked('Check your plan', 429, 'insufficient_quota'), 'unpaid');
  assert.equal(await asked('Too many requests', 429, 'rate_limit_exceeded'), undefined);
});
