import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { StoreUnavailableError, type IdempotencyStore } from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import { createMockGateway, type MockKeyName } from '@model-gateway/mock';
import type { OpenApiDocument } from '@model-gateway/openapi';
import { answerOf, type Answer, type Sent } from '../answers.ts';
import { aFailingGateway, INFERENCE } from '../failing-gateway.ts';
import { createResponseCheck } from '../response-checker.ts';

/* Answers of a mock, held against the checked-in OpenAPI document. */

const FILE = new URL('../../../../../fixtures/openapi.json', import.meta.url);
const document: OpenApiDocument = JSON.parse(await readFile(FILE, 'utf8'));

export const mock = createMockGateway();
export const check = createResponseCheck(document);

/** `listModels 200`, for every answer that was checked. */
export const seen = new Set<string>();
/** The same for every answer of the document. */
export const documented = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  );

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Sends the request; its answer has this status and is what the document says of it. */
export async function documentedAnswer(
  operationId: string,
  status: number,
  sent: Sent,
  handler: GatewayHandler = mock.handle,
): Promise<Answer> {
  const answer = await answerOf(handler, sent);
  assert.equal(answer.status, status, answer.text.slice(0, 300));
  assert.deepEqual(check(operationId, answer), []);
  seen.add(`${operationId} ${status}`);
  return answer;
}

export async function isAsDocumented(...test: Parameters<typeof documentedAnswer>): Promise<void> {
  await documentedAnswer(...test);
}

/** A request with an idempotency key whose first request still runs is a conflict. */
export async function isRepetition(operationId: string, sent: Sent): Promise<void> {
  const idempotency: IdempotencyStore = {
    begin: async () => ({ state: 'running' }),
    finish: async () => undefined,
  };
  const gateway = await aFailingGateway({ idempotency });
  const headers = { ...bearer(INFERENCE), 'idempotency-key': 'order-7c21' };
  await isAsDocumented(operationId, 409, { ...sent, headers }, gateway);
}

export const get = (path: string, key: MockKeyName | undefined = 'management'): Sent => ({
  method: 'GET',
  path,
  headers: bearer(mock.keys[key]),
});
export const talk = (path: string, body: object, key: MockKeyName = 'inference'): Sent => ({
  method: 'POST',
  path,
  headers: bearer(mock.keys[key]),
  body,
});
export const own = (method: string, path: string, body?: object): Sent => ({
  method,
  path,
  headers: bearer(mock.managementKey),
  ...(body && { body }),
});
export const withKey = (sent: Sent, key: string): Sent => ({ ...sent, headers: bearer(key) });
export const broken = async () => {
  throw new Error('a store that fails');
};

export const unreachable = async () => {
  throw new StoreUnavailableError('away', 'the database cannot be reached');
};
