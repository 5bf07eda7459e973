import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, startMockGateway } from '@model-gateway/mock';
import { clientOf, talk, WEATHER } from './talk.ts';

/* One rule answers a conversation in whichever dialect it comes. */

describe('a rule for conversations', () => {
  it('answers chat completions and responses, with the same words and calls', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway
      .chat('weather')
      .script(
        call('weather', { place: 'Oslo' }),
        ({ results }) => `It says: ${results['weather']}`,
      );
    gateway.chat('poem').say('Roses are red');
    const { responses } = clientOf(gateway);
    const { parameters } = WEATHER.function;
    const tools = [{ type: 'function' as const, name: 'weather', parameters, strict: false }];
    const model = 'acme/quill-1';

    assert.equal((await talk(gateway, 'a poem')).text, 'Roses are red');
    const poem = await responses.create({ model, input: 'a poem' });
    assert.equal(poem.output_text, 'Roses are red');

    const input = [{ role: 'user' as const, content: 'the weather?' }];
    const first = await responses.create({ model, input, tools });
    const [called] = first.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    assert.equal(called?.arguments, '{"place":"Oslo"}');
    const result = {
      type: 'function_call_output' as const,
      call_id: called?.call_id ?? '',
      output: 'rain',
    };
    const second = await responses.create({
      model,
      input: [...input, ...(called === undefined ? [] : [called]), result],
      tools,
    });
    assert.equal(second.output_text, 'It says: rain');
    gateway.requests('createResponse').expectCount(3);
  });

  it('answers messages, whose key may stand in x-api-key, and counts as they do', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const t = gateway.tenant();
    t.chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain in {{results.weather}}.');
    t.chat({ after: 'weather' }).fail('overloaded');
    const headers = { 'x-api-key': t.apiKey, 'content-type': 'application/json' };
    const post = async (path: string, messages: readonly object[]) => {
      const tools = [{ name: 'weather', input_schema: WEATHER.function.parameters }];
      const body = JSON.stringify({ model: 'acme/quill-1', max_tokens: 100, messages, tools });
      const response = await fetch(`${t.baseURL}${path}`, { method: 'POST', headers, body });
      return response.json();
    };
    const question = { role: 'user', content: 'the weather?' };
    const { input_tokens: counted } = await post('/messages/count_tokens', [question]);
    const first = await post('/messages', [question]);
    assert.equal(first.stop_reason, 'tool_use');
    assert.equal(first.usage.input_tokens, counted);
    const [called] = first.content;
    assert.deepEqual(called.input, { place: 'Oslo' });
    const result = { type: 'tool_result', tool_use_id: called.id, content: 'Oslo' };
    const messages = [
      question,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [result] },
    ];
    const failed = await post('/messages', messages);
    assert.deepEqual([failed.type, failed.error.type], ['error', 'overloaded_error']);
    assert.equal((await post('/messages', messages)).content[0].text, 'Rain in Oslo.');
    t.requests('createMessage').expectCount(3);
    t.requests('countMessageTokens').expectCount(1);
  });

  it('streams in the dialect of the request', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway.chat({ dialect: 'responses' }).say('Roses are red');
    const heard: string[] = [];
    const stream = await clientOf(gateway).responses.create({
      model: 'acme/quill-1',
      input: 'a poem',
      stream: true,
    });
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') heard.push(event.delta);
    }
    assert.deepEqual(heard, ['Roses ', 'are ', 'red']);
  });
});
