import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOpenApiDocument } from '@model-gateway/openapi';
import type { Answer } from './answers.ts';
import { createResponseCheck } from './response-checker.ts';

const check = createResponseCheck(createOpenApiDocument());

const MEMBERS: Answer = {
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': 'r1',
  },
  text: '{"data":[],"total_count":0}',
};

/** Without this, a check that accepts everything would go unnoticed. */
describe('the response check', () => {
  it('accepts what the document allows', () => {
    assert.deepEqual(check('listMembers', MEMBERS), []);
  });

  const wrong: readonly (readonly [string, Partial<Answer>, RegExp])[] = [
    ['a status', { status: 418 }, /no status 418/],
    ['a missing member', { text: '{"data":[]}' }, /total_count/],
    ['a wrong type', { text: '{"data":{},"total_count":0}' }, /must be array/],
    ['a member too many', { text: '{"data":[],"total_count":0,"secret":1}' }, /additional/],
    ['a header too many', { headers: { ...MEMBERS.headers, 'x-secret': '1' } }, /x-secret/],
    ['a missing header', { headers: { 'content-type': 'application/json' } }, /x-request-id/],
    [
      'a media type',
      { headers: { ...MEMBERS.headers, 'content-type': 'text/html' } },
      /media type is text\/html/,
    ],
  ];
  for (const [what, change, problem] of wrong) {
    it(`finds ${what}`, () => {
      assert.match(check('listMembers', { ...MEMBERS, ...change }).join('\n'), problem);
    });
  }
});
