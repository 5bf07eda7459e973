import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatRequest } from '@model-gateway/core/chat';
import { refusalOfConverse } from '../../../src/bedrock/fake-refusals.ts';
import { encodeConverse } from '../../../src/wires/bedrock/encode.ts';
import { REQUESTS } from '../anthropic/requests.ts';
import { BARE, call, media, result, said, text, tool } from '../blocks.ts';

const CLAUDE = 'global.anthropic.claude-opus-5';
const NOVA = 'us.amazon.nova-pro-v1:0';

function encoded(request: Partial<ChatRequest>, upstream = CLAUDE) {
  const warnings: string[] = [];
  const body = encodeConverse(
    { ...BARE, ...request },
    {
      upstream,
      maxOutput: 32_000,
      options: {},
      warn: (parameter, note) => warnings.push(`${parameter}=${note}`),
    },
  );
  return { body: JSON.parse(JSON.stringify(body)), warnings };
}

const asked = said('user', text('Weather?'));
const called = said('assistant', call('a.1', 'get.weather', '{"city":"Köln"}'));

describe('a request to Bedrock', () => {
  it('always has a limit', () => {
    assert.deepEqual(encoded({}).body.inferenceConfig, { maxTokens: 32_000 });
  });

  it('has calls and results, by names and ids that it takes', () => {
    const picture = media({});
    const messages = [asked, called, said('user', result('a.1', text('sunny'), picture))];
    const { body } = encoded({ messages, tools: [tool('get.weather')] });
    const [, { content: calls }, { content: results }] = body.messages;
    const { toolUseId, name } = calls[0].toolUse;
    assert.match(toolUseId, /^[A-Za-z0-9_-]+$/);
    assert.deepEqual(calls[0].toolUse.input, { city: 'Köln' });
    assert.equal(body.toolConfig.tools[0].toolSpec.name, name);
    assert.deepEqual(results, [
      {
        toolResult: {
          toolUseId,
          content: [{ text: 'sunny' }, { image: { format: 'png', source: { bytes: 'AAAA' } } }],
        },
      },
    ]);
  });

  it('has no description of a tool where it is empty, which OpenAI’s client sends for none', () => {
    const { body } = encoded({ tools: [tool('clock', { description: '' })] });
    assert.deepEqual(Object.keys(body.toolConfig.tools[0].toolSpec), ['name', 'inputSchema']);
  });

  it('has only the names of tools where they are forbidden', () => {
    const messages = [asked, called, said('user', result('a.1', text('sunny')))];
    const { body } = encoded({
      messages,
      tools: [tool('get.weather', { description: 'd' }), tool('clock')],
      toolChoice: { kind: 'none' },
    });
    assert.equal(body.toolConfig.tools.length, 1);
    assert.deepEqual(body.toolConfig.tools[0].toolSpec.inputSchema, { json: { type: 'object' } });
    const { body: bare } = encoded({ tools: [tool('clock')], toolChoice: { kind: 'none' } });
    assert.equal(bare.toolConfig, undefined);
  });

  it('has breakpoints of the prompt cache behind what they mark', () => {
    const messages = [said('user', text('a', { cache: { ttl: '1h' } }), text('b'))];
    assert.deepEqual(encoded({ messages }).body.messages[0].content, [
      { text: 'a' },
      { cachePoint: { type: 'default', ttl: '1h' } },
      { text: 'b' },
    ]);
    const { body } = encoded({ messages }, 'mistral.mistral-large');
    assert.deepEqual(body.messages[0].content, [{ text: 'a' }, { text: 'b' }]);
  });

  it('has a schema as a text, and what models of Anthropic think', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const { body } = encoded({
      format: { kind: 'schema', name: 'x', schema },
      reasoning: { effort: 'low' },
    });
    const { name, schema: sent } = body.outputConfig.textFormat.structure.jsonSchema;
    assert.deepEqual([name, JSON.parse(sent).additionalProperties], ['x', false]);
    assert.equal(body.additionalModelRequestFields.thinking.type, 'adaptive');
    assert.deepEqual(body.additionalModelRequestFields.output_config, { effort: 'low' });
  });

  it('has what models of Amazon are told beside', () => {
    const { body } = encoded({ sampling: { topK: 5, topP: 0.5, temperature: 0.5 } }, NOVA);
    assert.deepEqual(body.additionalModelRequestFields, { inferenceConfig: { topK: 5 } });
    assert.deepEqual(body.inferenceConfig, { maxTokens: 32_000, temperature: 0.5, topP: 0.5 });
    const { body: thinking } = encoded(
      { reasoning: { effort: 'high' } },
      'amazon.nova-2-lite-v1:0',
    );
    assert.deepEqual(thinking.additionalModelRequestFields, {
      reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' },
    });
  });

  it('has documents with a name that it takes', () => {
    const file = { kind: 'file', mediaType: 'application/pdf', name: 'Bericht_1.pdf' };
    const { body } = encoded({ messages: [said('user', media(file), text('?'))] });
    assert.deepEqual(body.messages[0].content[0], {
      document: { format: 'pdf', name: 'Bericht 1 pdf', source: { bytes: 'AAAA' } },
    });
  });

  for (const [what, { request, upstream = 'claude-opus-5' }] of Object.entries(REQUESTS)) {
    it(`is taken, or refused before it is sent: ${what}`, () => {
      const model = `global.anthropic.${upstream}`;
      try {
        const { body } = encoded(request, model);
        // What other models thought, no model takes.
        const refusal = refusalOfConverse(body, model)?.body.toString() ?? '';
        assert.match(refusal, /^$|Invalid `signature`|must end|tool_choice/);
      } catch (error) {
        if (!(error instanceof Error && 'failure' in error)) throw error;
        assert.equal(error.failure, 'parameter');
      }
    });
  }
});
