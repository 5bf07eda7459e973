// System: starts a server over a fake of OpenAI.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as claudeCode from '../../../providers/test/clients/claude-code/turn.ts';
import * as codex from '../../../providers/test/clients/codex/turn.ts';
import { createDeployment } from '../support/deployment.ts';

it('plays a turn with two tools of Claude Code and of Codex, from their recorded requests', async () => {
  await using deployment = await createDeployment({ models: ['openai/gpt-5.5'] });
  const { openai, key } = deployment;
  const { url: baseURL } = await deployment.start();
  openai.fake.fail('submit', claudeCode.TWO_CALLS.chat());
  await claudeCode.playTurn({ baseURL, key });
  openai.fake.fail('submit', codex.TWO_CALLS.chat());
  const { said } = await codex.playTurn({ baseURL, key });
  assert.match(said, /You said: Which files are here/);
  await deployment.expectNoSecrets();
});
