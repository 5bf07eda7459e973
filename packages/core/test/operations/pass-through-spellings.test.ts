import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineOperation } from '@model-gateway/core';
import { emptyResponse } from '@model-gateway/core/http';
import { aGateway, aRequest, bearer, toAnswer } from '../builders.ts';

/* Spellings of operations that an upstream may read as them. Source: contract §1.10. */

const mine = defineOperation({
  id: 'makeReport',
  method: 'POST',
  path: '/reports/make',
  summary: 'Make a report',
  handle: async () => emptyResponse(204),
});

const withCapitals = defineOperation({
  id: 'makeSeal',
  method: 'POST',
  path: '/Reports/Seal',
  summary: 'Make a seal',
  handle: async () => emptyResponse(204),
});

/** Returns the status of the answer and the paths that were passed on. */
async function ask(method: string, path: string) {
  const passed: string[] = [];
  const gateway = aGateway({
    operations: [mine, withCapitals],
    passThrough: async (request) => {
      passed.push(request.path);
      return emptyResponse(200);
    },
  });
  const request = aRequest(path, { method, headers: bearer() });
  const { status, text } = toAnswer(await gateway.handle(request));
  return { status, text, passed };
}

const SPELLINGS = [
  ['GET', '/models/'],
  ['GET', '//models'],
  ['GET', '/models//'],
  ['GET', '/Models'],
  ['GET', '/%4dODELS'],
  ['GET', '/%256dodels'],
  ['GET', '/%25256dodels'],
  ['HEAD', '/models/'],
  ['GET', '/models;v=1'],
  ['GET', '/models%3ba'],
  ['GET', '/models%3Flimit=1'],
  ['GET', '/models%23'],
  ['GET', '/models.'],
  ['GET', '/models%20'],
  ['GET', '/models%20%09./'],
  ['POST', '/images/'],
  ['POST', '/reports//make'],
  ['POST', '/Reports/Make;x/'],
  ['POST', '/reports/seal'],
  ['POST', '/Reports/seal'],
  ['POST', '/REPORTS//Seal/'],
  ['PATCH', '/Observability/destinations/some-ID/'],
  ['GET', '/Models/acme'],
] as const;

const OTHERS = [
  ['POST', '/models/'],
  ['GET', '/models/acme/quill'],
  ['GET', '/audio/models/'],
  ['POST', '/reports/make/more'],
  ['POST', '/reports/seal/more'],
  ['POST', '/Audio/Speech'],
  // Without a provider of conversations it is no operation.
  ['POST', '/chat/completions/'],
  ['POST', '/chat/completions'],
] as const;

describe('pass-through', () => {
  for (const [method, path] of SPELLINGS) {
    it(`refuses ${method} ${path}, which an upstream may read as an operation`, async () => {
      const { status, text, passed } = await ask(method, path);
      assert.deepEqual([status, passed], [404, []]);
      if (method !== 'HEAD') assert.match(text, /may read it as .*an operation of this gateway/);
    });
  }

  for (const [method, path] of OTHERS) {
    it(`passes ${method} ${path} on as it is written`, async () => {
      assert.deepEqual(await ask(method, path), { status: 200, text: '', passed: [path] });
    });
  }
});
