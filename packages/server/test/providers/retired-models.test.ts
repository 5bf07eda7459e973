import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { openGateway } from '@model-gateway/server';
import { aRequest } from '../../../core/test/builders.ts';
import { createLogger } from '../../src/log/create-logger.ts';
import { command } from '../support/command.ts';

/* openai/gpt-image-1 is retired on 2026-10-23. */

const LONG_BEFORE = createManualClock(Date.parse('2026-01-01T12:00:00Z'));
const DAY_BEFORE = createManualClock(Date.parse('2026-10-22T12:00:00Z'));
const DAY_AFTER = createManualClock(Date.parse('2026-10-24T12:00:00Z'));

const MODELS = ['openai/gpt-image-1', 'openai/gpt-image-2'];

describe('a model that its provider retired', () => {
  it('is left out with a warning, and stops nothing', async () => {
    const lines: string[] = [];
    const output = { write: (line: string) => void lines.push(line) };
    await using gateway = await openGateway(
      { store: 'sqlite::memory:', providers: [{ kind: 'openai', apiKey: 'key', models: MODELS }] },
      { clock: DAY_AFTER, logger: createLogger({ level: 'warn', format: 'json' }, output) },
    );
    await gateway.ready();
    const warning = lines
      .map((line) => JSON.parse(line))
      .find(({ msg }) => msg === 'retired model left out');
    const { provider, model, retiredOn } = warning;
    assert.deepEqual([provider, model, retiredOn], ['openai', 'openai/gpt-image-1', '2026-10-23']);
  });

  it('is named once, on its day, by a gateway that runs', async () => {
    const lines: string[] = [];
    const output = { write: (line: string) => void lines.push(line) };
    const clock = createManualClock(Date.parse('2026-10-22T12:00:00Z'));
    await using gateway = await openGateway(
      {
        store: 'sqlite::memory:',
        providers: [{ kind: 'openai', apiKey: 'key', models: MODELS }],
        catalog: { public: true },
      },
      { clock, logger: createLogger({ level: 'info', format: 'json' }, output) },
    );
    const named = () => lines.filter((line) => line.includes('retired model left out')).length;
    const list = () => gateway.handle(aRequest('/models'));
    await gateway.ready();
    await list();
    assert.equal(named(), 0);
    for (const hours of [24, 1, 24]) {
      clock.advance(hours * 60 * 60 * 1000);
      await list();
      assert.equal(named(), 1);
    }
  });

  for (const [when, clock, says] of [
    ['which retires in the next 60 days', DAY_BEFORE, ['gpt-image-1 retires on 2026-10-23: from']],
    ['which was retired', DAY_AFTER, ['gpt-image-1 was retired on 2026-10-23 and is left out']],
    ['unless its end is far', LONG_BEFORE, []],
  ] as const) {
    it(`is named by check, ${when}`, async (t) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
      t.after(() => rm(folder, { recursive: true }));
      const provider = `{ kind: openai, apiKey: { env: KEY }, baseUrl: "http://127.0.0.1:1/v1", models: [${MODELS.join()}] }`;
      await writeFile(
        path.join(folder, 'model-gateway.yaml'),
        `store: "sqlite::memory:"\nproviders: [${provider}]\n`,
      );
      const { out } = await command(folder, ['check'], { KEY: 'key' }, '', clock);
      const named = out.split('\n').filter((line) => line.includes('retire'));
      assert.equal(named.length, says.length);
      for (const [i, text] of says.entries()) assert.ok(named[i]?.includes(text), named[i]);
    });
  }
});
