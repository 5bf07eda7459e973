import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AIMOCK } from '../../src/peers/aimock.ts';
import { folderOf } from '../../src/peers/install.ts';

const ROUNDS = 5;

const ASK = `
const answer = await fetch(base + '/chat/completions', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'acme/quill-1', messages: [{ role: 'user', content: 'q' }] }),
});
if (!(await answer.text()).includes('Yes.')) process.exitCode = 1;
await stop();
`;

/**
 * Milliseconds from the start of a process to its end, which starts a fake with one rule and asks it
 * once; the least of some in alternation. The mock is as it was built.
 */
export async function firstAnswers(): Promise<{ readonly ours: number; readonly theirs: number }> {
  const mock = new URL('../../../mock/dist/index.js', import.meta.url).href;
  const aimock = pathToFileURL(path.join(await folderOf(AIMOCK), 'dist/index.js')).href;
  const ours = `
import { startMockGateway } from '${mock}';
const gateway = await startMockGateway({ world: 'tiny' });
gateway.chat().say('Yes.');
const base = gateway.baseURL, key = gateway.apiKey, stop = () => gateway.close();
${ASK}`;
  const theirs = `
import { LLMock } from '${aimock}';
const mock = await LLMock.create({ port: 0, logLevel: 'silent' });
mock.on({}, { content: 'Yes.' });
const base = mock.url + '/v1', key = 'k', stop = () => mock.stop();
${ASK}`;
  const least = { ours: Infinity, theirs: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    least.ours = Math.min(least.ours, await timeOf(ours));
    least.theirs = Math.min(least.theirs, await timeOf(theirs));
  }
  return { ours: Math.round(least.ours), theirs: Math.round(least.theirs) };
}

function timeOf(program: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', reject).on('exit', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`a fake did not answer: exit code ${code}`));
    });
  });
}
