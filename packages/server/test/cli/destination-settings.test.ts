import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { command } from '../support/command.ts';

const SETTINGS = JSON.stringify({
  url: 'https://hooks.example/in',
  signingSecret: 'canary-secret',
});

describe('destinations create --settings', () => {
  let folder: string;
  let workspace: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    workspace = JSON.parse((await command(folder, ['init', '--json'])).out).workspace;
    await writeFile(path.join(folder, 'hook.json'), `${SETTINGS}\n`);
    await writeFile(path.join(folder, 'broken.json'), '{"signingSecret": "canary');
    await writeFile(path.join(folder, 'list.json'), '["canary"]');
  });
  after(() => rm(folder, { recursive: true }));

  const create = (settings: string, input = '') =>
    command(
      folder,
      [
        ...`destinations create --type webhook --name hook --json --workspace ${workspace}`.split(
          ' ',
        ),
        '--settings',
        settings,
      ],
      {},
      input,
    );

  for (const [what, settings, input] of [
    ['from the command line', SETTINGS, ''],
    ['from a file, as @FILE', '@hook.json', ''],
    ['from standard input, as -', '-', SETTINGS],
  ] as const) {
    it(`is taken ${what}`, async () => {
      const { code, out, err } = await create(settings, input);
      assert.equal(code, 0, err);
      assert.equal(JSON.parse(out).config.url, 'https://hooks.example/in');
      assert.doesNotMatch(out, /canary-secret/);
    });
  }

  for (const [settings, input, says] of [
    ['@nowhere.json', '', /^--settings: the file nowhere\.json cannot be read \(ENOENT\)$/],
    ['@', '', /^--settings: @ needs the name of a file after it$/],
    ['@broken.json', '', /^--settings must be JSON such as /],
    ['@list.json', '', /^--settings must be a JSON object$/],
    ['-', '', /^--settings: standard input is empty$/],
    ['-', ' '.repeat(65_537), /^--settings: standard input holds more than 64 KiB/],
    ['-', '{"signingSecret": "canary', /^--settings must be JSON such as /],
  ] as const) {
    it(`refuses ${settings} with ${input.length} characters of input, and repeats nothing`, async () => {
      const { code, out, err } = await create(settings, input);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, says);
      assert.doesNotMatch(err, /canary/);
    });
  }
});
