import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startMockGateway, type MockTenant } from '@model-gateway/mock';
import { ask } from '../ask.ts';
import { framesOf } from './streams-of.ts';

/* Pieces that take no time are sent together; each is still an event of its own. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

const WORDS = Array.from({ length: 200 }, (_, n) => `words${n % 10}`).join(' ');
const body = {
  model: 'acme/quill-1',
  messages: [{ role: 'user', content: WORDS }],
  stream: true,
};

/** The chunks of a streamed answer, as they are handed to the host. */
async function chunksFor(t: MockTenant): Promise<readonly string[]> {
  const answer = await ask(
    { handle: gateway.handle, apiKey: t.apiKey },
    'POST /v1/chat/completions',
    {
      body,
    },
  );
  assert.ok(answer.body.kind === 'stream');
  const chunks: string[] = [];
  for await (const chunk of answer.body.chunks) chunks.push(new TextDecoder().decode(chunk));
  return chunks;
}

const deltasIn = (text: string) =>
  text.split('\n\n').filter((frame) => /"content":"\S/.test(frame));

describe('a stream without latency', () => {
  it('is sent in a piece or two, whether a rule answers or none', async () => {
    await using t = gateway.tenant();
    const echoed = await chunksFor(t);
    t.chat().say(WORDS);
    const said = await chunksFor(t);
    for (const [chunks, deltas] of [
      [echoed, 201],
      [said, 200],
    ] as const) {
      assert.ok(chunks.length <= 2, `${chunks.length} chunks`);
      assert.equal(deltasIn(chunks.join('')).length, deltas);
    }
  });

  it('is counted, kept and heard event by event', async () => {
    await using t = gateway.tenant();
    const frames = await framesOf(t, 'responses', WORDS);
    const [entry] = t.journal.entries();
    assert.equal(entry?.stream?.events, frames.length);
    assert.equal(entry?.stream?.end, 'done');
    assert.equal(entry?.answer?.text, `Echo: ${WORDS}`);
  });

  it('costs what came of it, where a rule cuts it', async () => {
    const deltas = { said: [] as number[], echoed: [] as number[] };
    const spent = async (name: 'said' | 'echoed', isCut: boolean) => {
      await using t = gateway.tenant({ credits: 5 });
      if (name === 'said') t.chat().say(WORDS);
      if (isCut) t.chat().end('clean-eof', { afterDeltas: 3 });
      const frames = await framesOf(t, 'openai', name === 'said' ? 'q' : WORDS);
      deltas[name].push(deltasIn(frames.join('\n\n')).length);
      return 5 - Number(t.credits());
    };
    for (const name of ['said', 'echoed'] as const) {
      const [whole, cut] = [await spent(name, false), await spent(name, true)];
      assert.ok(cut > 0 && cut < whole * 0.6, `${name}: ${cut} of ${whole}`);
    }
    assert.deepEqual(deltas, { said: [200, 3], echoed: [201, 3] });
  });

  it('comes piece by piece with one', async () => {
    await using t = gateway.tenant({ latency: { delta: '1s' }, clock: 'autoAdvance' });
    assert.ok((await chunksFor(t)).length > 200);
  });
});

describe('a whole answer', () => {
  it('has as many tokens as the pieces of a streamed one', async () => {
    await using t = gateway.tenant();
    const told = `It's 12,345.6 words; naïve… ${WORDS}`;
    t.chat().say(told);
    await framesOf(t, 'openai', 'q');
    const { messages } = body;
    await ask({ handle: gateway.handle, apiKey: t.apiKey }, 'POST /v1/chat/completions', {
      body: { model: body.model, messages: [{ ...messages[0], content: 'q' }] },
    });
    const [streamed, whole] = t.journal.entries();
    assert.equal(whole?.answer?.text, told);
    assert.equal(whole?.usage?.output, streamed?.usage?.output);
  });

  it('takes as long as its pieces', async () => {
    await using t = gateway.tenant({ latency: { first: '2s', delta: '1s' }, clock: 'autoAdvance' });
    t.chat().say('one two three');
    await ask({ handle: gateway.handle, apiKey: t.apiKey }, 'POST /v1/chat/completions', {
      body: { ...body, stream: false },
    });
    assert.equal(t.journal.entries()[0]?.durationMs, 4000);
  });
});
