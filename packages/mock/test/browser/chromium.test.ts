// System, with others: lets Playwright start a program.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { launchChromium } from './chromium.ts';

it('turns off all features that Playwright turns off in a Chromium', async () => {
  // Node is not a browser; the error has the whole command.
  const said = await launchChromium(process.execPath).then(() => '', String);
  const [, command = ''] = /<launching> (.*)/.exec(said) ?? [];
  const lists = Array.from(
    command.matchAll(/--disable-features=(\S+)/g),
    ([, names = '']) => names,
  );
  const [its = [], ours = []] = lists.map((names) => names.split(','));
  assert.equal(lists.length, 2);
  assert.ok(its.includes('MediaRouter'));
  assert.deepEqual(
    its.filter((name) => !ours.includes(name)),
    [],
  );
});
