import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, startMockGateway, type MockTenant } from '@model-gateway/mock';
import { talk, WEATHER, user } from './talk.ts';

/* Agents side by side, and agents whose connections break: no answer goes astray, no step is lost. */

type Talked = Awaited<ReturnType<typeof talk>>;
type Message = Parameters<typeof talk>[1] & object;

/** An agent that streams, and asks again whenever a stream breaks off. */
async function agent(t: MockTenant, place: string): Promise<string | null | undefined> {
  const messages: Message['messages'] = [user('the weather?')];
  for (let asked = 0; asked < 10; asked++) {
    let heard: Talked;
    try {
      heard = await talk(t, { messages, tools: [WEATHER] }, { stream: true });
    } catch {
      continue;
    }
    const { message, text, calls } = heard;
    if (message === undefined || calls.length === 0) return text;
    assert.deepEqual(calls, [['weather', JSON.stringify({ place })]]);
    messages.push(message);
    for (const { id } of message.tool_calls ?? []) {
      messages.push({ role: 'tool', tool_call_id: id, content: `rain in ${place}` });
    }
  }
  return undefined;
}

function scripted(t: MockTenant, place: string): void {
  t.chat('weather').script(
    call('weather', { place }),
    ({ results }) => `It says: ${results['weather']}`,
  );
}

describe('a script', () => {
  it('answers each of many tenants that ask the same at the same time', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const said = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        await using t = gateway.tenant();
        scripted(t, `place ${i}`);
        const heard = await agent(t, `place ${i}`);
        return heard;
      }),
    );
    assert.deepEqual(
      said,
      said.map((_, i) => `It says: rain in place ${i}`),
    );
  });

  for (let afterEvents = 0; afterEvents < 8; afterEvents++) {
    it(`goes on where it was when both streams break after ${afterEvents} events`, async () => {
      await using gateway = await startMockGateway({ world: 'tiny' });
      const t = gateway.tenant();
      scripted(t, 'Oslo');
      t.chat({ after: 'weather' }).end('abort', { afterEvents });
      t.chat({ messages: (messages) => messages.length === 1 }).end('abort', { afterEvents });
      assert.equal(await agent(t, 'Oslo'), 'It says: rain in Oslo');
    });
  }
});
