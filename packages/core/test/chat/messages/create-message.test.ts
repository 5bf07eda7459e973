import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import type { GatewayResponse } from '@model-gateway/core/http';
import { packSealed } from '../../../src/chat/sealed-text.ts';
import { KEY_TEXT } from '../../builders.ts';
import {
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  chunksOf,
  delta,
  DONE,
  fails,
  hangs,
  ISSUER,
  MODEL,
  OTHER_MODEL,
  reads,
  says,
  START,
  STOP,
  type Scene,
} from '../chat-builders.ts';
import { eventsOf, rejoin } from './events.ts';
import { send, messageOf } from './send.ts';

/** The frames of a stream. */
async function framesOf(response: GatewayResponse): Promise<readonly string[]> {
  const text = (await chunksOf(response)).join('');
  return text.split(/(?<=\n\n)/);
}

const ofAnthropic = (changes: Partial<ChatEndpoint> = {}) =>
  anEndpoint({ wire: 'anthropic-messages', issuer: 'anthropic-messages@acme', ...changes });

describe('POST /messages', () => {
  it('answers with the JSON of Anthropic', async () => {
    const response = await send(aChatGateway([aTalker('one')]));
    assert.equal(response.status, 200);
    const { usage, ...message } = messageOf(response);
    assert.deepEqual(message, {
      id: response.headers['x-generation-id'],
      type: 'message',
      role: 'assistant',
      model: MODEL,
      container: null,
      diagnostics: null,
      provider: 'ONE',
      content: [{ type: 'text', text: 'Hello there', citations: [] }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      stop_details: null,
    });
    assert.deepEqual([usage.input_tokens, usage.output_tokens, usage.cost], [10, 2, 0.03]);
    assert.equal(response.headers['request-id'], response.headers['x-request-id']);
  });

  it('answers with events, and begins with the estimate that count_tokens tells', async () => {
    const scene = aChatGateway([aTalker('one')]);
    const response = await send(scene, { stream: true });
    assert.equal(
      response.body.kind === 'stream' && response.body.contentType,
      'text/event-stream; charset=utf-8',
    );
    const events = eventsOf(await framesOf(response));
    assert.equal(rejoin(events)[0]?.['text'], 'Hello there');
    const counted = await send(scene, { stream: true }, { path: '/messages/count_tokens' });
    assert.deepEqual(counted.body, {
      kind: 'json',
      value: { input_tokens: events[0]?.message?.usage['input_tokens'], is_estimate: true },
    });
    assert.equal(events.at(-2)?.usage?.['input_tokens'], 10);
  });

  it('keeps a silent stream open with pings, before and after its first event', async () => {
    const scene = aChatGateway([aTalker('one', hangs())], { commitAfterMs: 1000 });
    const { value: response } = await answered(scene, send(scene, { stream: true }));
    assert.ok(response.body.kind === 'stream');
    const chunks = response.body.chunks[Symbol.asyncIterator]();
    const { value: first } = await answered(scene, chunks.next());
    assert.equal(
      Buffer.from(first.value ?? []).toString(),
      'event: ping\ndata: {"type":"ping"}\n\n',
    );
    await chunks.return?.();
  });

  it('tells an error of a stream that began without output as an event', async () => {
    const talk = fails('overloaded');
    const late = async function* (...given: Parameters<typeof talk>) {
      await new Promise<void>((resolve) => void scene.clock.after(2000, resolve, 'wait'));
      yield* talk(...given);
    };
    const scene: Scene = aChatGateway([aTalker('one', late)], { commitAfterMs: 1000 });
    const { value: response } = await answered(scene, send(scene, { stream: true }));
    assert.equal(response.status, 200);
    const { value: frames } = await answered(scene, framesOf(response));
    assert.deepEqual(eventsOf(frames), [
      { type: 'ping' },
      {
        type: 'error',
        error: {
          type: 'overloaded_error',
          message: 'Provider returned error',
          error_type: 'provider_overloaded',
        },
        request_id: null,
      },
    ]);
  });

  it('ends a stream that broke with an error, and no message_stop', async () => {
    const response = await send(aChatGateway([aTalker('one', fails('server', ['Hel']))]), {
      stream: true,
    });
    const events = eventsOf(await framesOf(response));
    assert.equal(events.at(-1)?.error?.['type'], 'api_error');
    assert.ok(events.every(({ type }) => type !== 'message_stop'));
  });

  it('keeps the signature of reasoning that is not to be shown', async () => {
    const sealed = { issuer: ISSUER, data: { signature: 's' } };
    const thinking = reads(
      [START, { type: 'open', block: 0, kind: 'reasoning' }, delta('Hm.')],
      [{ type: 'close', block: 0, sealed }],
      [{ type: 'open', block: 1, kind: 'text' }, delta('Yes', 1), { type: 'close', block: 1 }],
      [STOP, DONE],
    );
    const scene = aChatGateway([aTalker('one', thinking)]);
    const hidden = { thinking: { type: 'adaptive', display: 'omitted' } };
    const expected = { type: 'thinking', thinking: '', signature: packSealed(sealed) };
    assert.deepEqual(messageOf(await send(scene, hidden)).content[0], expected);
    const streamed = eventsOf(await framesOf(await send(scene, { ...hidden, stream: true })));
    assert.deepEqual(rejoin(streamed)[0], expected);
    const [shown] = messageOf(await send(scene)).content;
    assert.deepEqual(shown, { ...expected, thinking: 'Hm.' });
  });

  it('falls back to the next of fallbacks', async () => {
    const endpoints = { [OTHER_MODEL]: anEndpoint() };
    const scene = aChatGateway([
      aTalker('one', fails('server')),
      aTalker('two', says(['Two']), endpoints),
    ]);
    const { value: response } = await answered(
      scene,
      send(scene, { fallbacks: [{ model: OTHER_MODEL }] }),
    );
    assert.equal(messageOf(response).model, OTHER_MODEL);
  });

  it('leaves out what only Anthropic has, and says so', async () => {
    const talker = aTalker('one');
    const scene = aChatGateway([talker]);
    const response = await send(
      scene,
      {
        system: [
          { type: 'text', text: 'x-anthropic-billing-header: cch=1;' },
          { type: 'text', text: 'Be brief.' },
        ],
        tools: [
          { type: 'web_search_20250305', name: 'web_search' },
          { name: 'look', input_schema: { type: 'object' }, eager_input_streaming: true },
        ],
        context_management: { edits: [] },
      },
      { headers: { 'x-api-key': KEY_TEXT, 'anthropic-beta': 'new-2026-01-01' } },
    );
    assert.equal(
      response.headers['x-gateway-warnings'],
      'context_management=ignored, tools.web_search=ignored, tools.eager_input_streaming=ignored, ' +
        'anthropic-beta=ignored, system.x-anthropic-billing-header=ignored',
    );
    const { request } = talker.jobs[0] ?? assert.fail();
    assert.deepEqual(request.messages[0]?.blocks, [{ type: 'text', text: 'Be brief.' }]);
    assert.deepEqual(request.tools, [{ name: 'look', parameters: { type: 'object' } }]);
    assert.deepEqual(
      [request.extras, request.hostedTools, request.betas],
      [{}, undefined, undefined],
    );
  });

  it('passes it on to an endpoint that speaks the same wire, with the beta features that it takes', async () => {
    const talker = aTalker('one', says(['Hi']), ofAnthropic({ betas: new Set(['new-2026']) }));
    const search = { type: 'web_search_20250305', name: 'web_search' };
    const response = await send(
      aChatGateway([talker]),
      {
        tools: [search],
        tool_choice: { type: 'tool', name: 'web_search' },
        context_management: { edits: [] },
      },
      { headers: { 'x-api-key': KEY_TEXT, 'anthropic-beta': 'new-2026,old-2024' } },
    );
    assert.equal(response.headers['x-gateway-warnings'], 'anthropic-beta=ignored');
    const { request } = talker.jobs[0] ?? assert.fail();
    assert.deepEqual(request.hostedTools, [{ name: 'web_search', value: search }]);
    assert.deepEqual(request.betas, ['new-2026']);
    assert.deepEqual(request.extras, { context_management: { edits: [] } });
  });

  it('sends signatures without an issuer to an endpoint of the wire first, and to no other', async () => {
    const other = aTalker(
      'other',
      says(['Other']),
      anEndpoint({ pricing: { prompt: '0', completion: '0' } }),
    );
    const own = aTalker('own', says(['Own']), ofAnthropic());
    const thinking = { type: 'thinking', thinking: 'Hm', signature: 'EqQB' };
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [thinking, { type: 'text', text: 'b' }] },
      { role: 'user', content: 'c' },
    ];
    const response = await send(aChatGateway([other, own]), { messages });
    assert.equal(response.headers['x-provider-name'], 'OWN');
    assert.deepEqual(own.jobs[0]?.request.messages[1]?.blocks[0]?.sealed?.data, {
      signature: 'EqQB',
    });
    const without = await send(aChatGateway([other]), { messages });
    assert.equal(without.headers['x-gateway-warnings'], 'messages.thinking=ignored');
    const [, turn] = other.jobs[0]?.request.messages ?? [];
    assert.deepEqual(turn?.blocks, [{ type: 'text', text: 'b' }]);
  });

  it('records the request as a conversation, with the parameters of the field', async () => {
    const scene = aChatGateway([aTalker('one')]);
    await send(scene, { temperature: 0.5 });
    const [record] = scene.records;
    assert.equal(record?.operation, 'createMessage');
    assert.equal(record?.generation?.task, 'chat');
    assert.deepEqual(record?.generation?.parameters, { max_tokens: 50, temperature: 0.5 });
  });
});
