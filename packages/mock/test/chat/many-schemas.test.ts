import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatRequest } from '@model-gateway/core/chat';
import { readConversation } from '@model-gateway/core/kit';
import { schemaProblem } from '../../src/chat/fits-schema.ts';
import { settleAnswer } from '../../src/chat/settle-answer.ts';

const LATER = { $async: true, type: 'object', required: ['place'] };

describe('arguments and the schemas of tools', () => {
  it('are judged at once where a schema asks for later', async () => {
    assert.equal(await schemaProblem(LATER, {}), "it must have required property 'place'");
    assert.equal(await schemaProblem(LATER, { place: 'Oslo' }), undefined);
  });

  it('of many calls at once take one look at each schema', async () => {
    const looks = async (calls: number, name: string) => {
      let count = 0;
      const properties = Object.defineProperty({}, name, {
        enumerable: true,
        get() {
          count++;
          return { type: 'string' };
        },
      });
      const schema = { type: 'object', properties };
      await Promise.all(Array.from({ length: calls }, () => schemaProblem(schema, { a: 1 })));
      return count;
    };
    assert.equal(await looks(50, 'a'), await looks(1, 'b'));
  });

  it('of many calls take one look at the names of tools', async () => {
    let looks = 0;
    const body = { model: 'a/b', messages: [{ role: 'user', content: 'x' }] };
    const asked = readConversation('createChatCompletion', body, { headers: {} });
    assert.ok(asked);
    const tools = Array.from({ length: 50 }, (_, at) => ({
      get name() {
        looks++;
        return `tool_${at}`;
      },
      parameters: {},
    })) as unknown as ChatRequest['tools'];
    const parts = Array.from({ length: 50 }, (_, at) => ({ call: `tool_${at}`, args: {} }));
    await settleAnswer(parts, { ...asked, tools }, { seed: 0, now: 0 });
    assert.equal(looks, tools.length);
  });
});
