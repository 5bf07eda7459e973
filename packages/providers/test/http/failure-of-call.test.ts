import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProviderFailure } from '@model-gateway/core';
import { classifyAnswer } from '../../src/http/classify.ts';
import { failureOfCall } from '../../src/http/failure-of-call.ts';

/* Keys that do not look like keys to any pattern, in sentences of a server that repeats them. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const APART = 'abcd-efgh-ijkl-mnop';
const MOST_SHOWN = 3;

function shownOf(message: string, apiKey: string): string {
  const body = JSON.stringify({ error: { message } });
  const failure = classifyAnswer({ status: 400, headers: {}, body }, 0);
  const shown = failureOfCall(failure, { apiKeys: [apiKey], host: 'api.acme.example' });
  assert.ok(isProviderFailure(shown));
  return shown.message;
}

describe('a refusal that repeats the key', () => {
  const before: readonly (readonly [what: string, text: string])[] = [
    ['words', 'word '],
    ['what is left out', 'https://x.example/path/of/many/letters '],
  ];
  for (const [what, word] of before) {
    it(`shows no more of it than a beginning that tells nothing, wherever it is cut: ${what}`, () => {
      for (const key of [SECRET, APART]) {
        for (const apiKey of [key, `AKIAIOSFODNN7EXAMPLE:${key}`]) {
          for (let at = 240; at <= 620; at++) {
            const text = `${word.repeat(200).slice(0, at)} secret=${key} is wrong; ${'no '.repeat(200)}`;
            const shown = shownOf(text, apiKey);
            assert.ok(!shown.includes(key.slice(0, MOST_SHOWN + 1)), shown);
          }
        }
      }
    });
  }
});
