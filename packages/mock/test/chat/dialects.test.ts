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
