import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, createMockGateway } from '@model-gateway/mock';
import { ask } from '../../mock/test/ask.ts';
import { ASKING, schemaFrom, toolsFrom, type Dialect, type Turn } from '../src/studio/chat-body.ts';

// Object.keys forgets that these are the keys.
const DIALECTS = Object.keys(ASKING) as Dialect[];
const QUESTION = {
  model: 'acme/quill-1',
  system: 'Be brief.',
  tools: toolsFrom('weather, clock'),
  schema: undefined,
  stream: false,
};

describe('a question of the studio', () => {
  for (const dialect of DIALECTS) {
    const { path, body } = ASKING[dialect];
    const started = () => createMockGateway({ world: 'tiny' });
    const send = (gateway: ReturnType<typeof started>, turns: readonly Turn[], more = {}) =>
      ask(gateway, `POST /v1${path}`, { body: body({ ...QUESTION, ...more, turns }) });

    it(`is understood, with the results of tools: ${dialect}`, async () => {
      const gateway = started();
      gateway.chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain.');
      const asked: readonly Turn[] = [{ user: 'the weather' }];
      assert.equal((await send(gateway, asked)).status, 200);
      const calls = [{ id: 'call_1_0', name: 'weather', args: { place: 'Oslo' } }];
      const results = [{ id: 'call_1_0', text: 'rain' }];
      const { status } = await send(gateway, [...asked, { text: 'Hm.', calls }, { results }]);
      assert.equal(status, 200);
      const last = gateway.requests('chat').last();
      last.expectChat({ system: 'Be brief.', tools: ['weather', 'clock'], after: 'weather' });
      assert.equal(last.answer?.text, 'Rain.');
    });

    it(`asks for JSON by a schema: ${dialect}`, async () => {
      const gateway = started();
      const schema = {
        type: 'object',
        properties: { city: { type: 'string', enum: ['Oslo'] } },
        required: ['city'],
        additionalProperties: false,
      };
      assert.equal((await send(gateway, [{ user: 'where' }], { schema, tools: [] })).status, 200);
      assert.equal(gateway.requests('chat').last().answer?.text, '{"city":"Oslo"}');
    });
  }

  it('takes tools by name, and with their schemas in any dialect', () => {
    const parameters = { type: 'object' };
    const weather = { name: 'weather', parameters };
    assert.deepEqual(toolsFrom(' weather , '), [{ name: 'weather', parameters: undefined }]);
    assert.deepEqual(toolsFrom(JSON.stringify([{ type: 'function', function: weather }])), [
      weather,
    ]);
    assert.deepEqual(toolsFrom(JSON.stringify({ type: 'function', ...weather })), [weather]);
    const ofMessages = [{ name: 'weather', input_schema: parameters }];
    assert.deepEqual(toolsFrom(JSON.stringify(ofMessages)), [weather]);
    assert.throws(() => toolsFrom('[{}]'), /Tools must have names/);
    assert.throws(() => toolsFrom('[{'), /Tools must be JSON/);
  });

  it('takes a schema where JSON is asked for', () => {
    assert.equal(schemaFrom('text', '{'), undefined);
    assert.deepEqual(schemaFrom('json', ' '), {});
    assert.deepEqual(schemaFrom('json', '{"type":"object"}'), { type: 'object' });
    assert.throws(() => schemaFrom('json', '[]'), /must be an object/);
    assert.throws(() => schemaFrom('json', '{'), /must be JSON/);
  });
});
