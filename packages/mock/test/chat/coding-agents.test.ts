import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { model, startMockGateway } from '@model-gateway/mock';
import * as claudeCode from '../../../providers/test/clients/claude-code/turn.ts';
import * as codex from '../../../providers/test/clients/codex/turn.ts';

const start = () => startMockGateway({ models: [model({ id: 'openai/gpt-5.5' })] });

describe('the mock plays a turn with two tools, from its recorded request', () => {
  it('of Claude Code', async () => {
    await using gateway = await start();
    const calls = claudeCode.CALLS.map(({ name, input }) => [name, input]);
    gateway.chat({ tools: { contains: 'Read' } }).call(Object.fromEntries(calls));
    await claudeCode.playTurn({ baseURL: gateway.baseURL, key: gateway.apiKey });
    gateway.requests('createMessage').expectCount(2);
  });

  it('of Codex', async () => {
    await using gateway = await start();
    const calls = codex.CALLS.map(({ name, arguments: json }) => [name, JSON.parse(json)]);
    gateway.chat({ tools: { contains: 'exec_command' } }).call(Object.fromEntries(calls));
    const { said } = await codex.playTurn({ baseURL: gateway.baseURL, key: gateway.apiKey });
    assert.match(said, /exec_command said: README\.md/);
    gateway.requests('createResponse').expectCount(2);
  });
});
