import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACCOUNT, aChatGateway, aTalker, jsonOf } from './chat-builders.ts';

/** What the client sent, and the sentence that it gets: one for each member of the interface. */
export type Refusals = readonly (readonly [body: object, sentence: string])[];

/** Tests that each body is refused with its sentence, before anybody is asked, for nothing. */
export function testRefusals(what: string, rows: Refusals): void {
  describe(`bad input of a conversation: ${what}`, () => {
    for (const [body, sentence] of rows) {
      it(`is refused for nothing: ${sentence.slice(0, 120)}`, async () => {
        const talker = aTalker('one');
        const { chat, ledger, records } = aChatGateway([talker]);
        const response = await chat(body);
        const { error } = jsonOf(response);
        assert.equal(response.status, 400, JSON.stringify(body));
        assert.equal(error?.message, `Invalid request parameters: ${sentence}`);
        assert.equal(error.metadata?.error_type, 'invalid_request');
        assert.equal(error.metadata.issues?.length, 1);
        assert.equal(talker.jobs.length, 0);
        assert.equal(ledger.balanceOf(ACCOUNT), '10');
        await Promise.resolve();
        assert.equal(records[0]?.status, 400);
      });
    }
  });
}
