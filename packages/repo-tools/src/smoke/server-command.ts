import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startFakeOpenAi } from '@model-gateway/providers/testing';

/** The installed command; programs run in the folder that has installed it. */
const COMMAND = path.resolve('node_modules/.bin/model-gateway');
const MODEL = 'openai/gpt-image-1-mini';

/**
 * Makes an image through the command as it is installed, from a fake of OpenAI: sources cannot tell
 * whether its bundle holds every package as that package expects. Throws when no image comes.
 */
export async function makeImageThroughCommand(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-smoke-'));
  const fake = await startFakeOpenAi();
  try {
    const init = [COMMAND, 'init', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, init, { cwd: folder });
    const { baseUrl, apiKey } = fake;
    const config = {
      providers: [{ kind: 'openai', baseUrl, apiKey, models: [MODEL] }],
      egress: { allowOrigins: [new URL(baseUrl).origin] },
      server: { port: 0 },
      admin: { port: 0 },
    };
    // JSON is YAML.
    await writeFile(path.join(folder, 'model-gateway.yaml'), JSON.stringify(config));
    // Our own command's answer; a key that is missing is refused below.
    const { inference } = JSON.parse(stdout) as { readonly inference: string };
    await askServer(folder, inference);
  } finally {
    await fake[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
}

async function askServer(folder: string, key: string): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, 'serve'], { cwd: folder });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listening = new Promise<string | undefined>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /"url":"([^"]+)"/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => resolve(undefined));
  });
  try {
    const url = await listening;
    if (url === undefined) throw new Error(`expected a server, got ${output}`);
    const response = await fetch(`${url}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, prompt: 'a red panda' }),
    });
    const text = await response.text();
    if (response.status !== 200 || !/"b64_json":"[\w+/]{20}/.test(text)) {
      throw new Error(`expected an image, got ${response.status} ${text}\n${output}`);
    }
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new Error(`expected 0 after SIGTERM, got ${String(code)}\n${output}`);
}
