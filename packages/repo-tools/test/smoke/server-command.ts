import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startFakeOpenAi } from '@model-gateway/providers/testing';
import { expectToolCall, KINDS, PROFILES, startTalkers } from './server-kinds.ts';

/** The installed command; programs run in the folder that has installed it. */
const COMMAND = path.resolve('node_modules/.bin/model-gateway');
const MODEL = 'openai/gpt-image-1-mini';

/**
 * Uses the command as it is installed, configured over fakes of every kind of provider: sources cannot
 * tell whether its bundle holds every package as that package expects. Throws when an image, or a
 * streamed tool call of any of them, does not come.
 */
export async function serveThroughCommand(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-smoke-'));
  const images = await startFakeOpenAi();
  const { fakes, providers, talkers } = await startTalkers();
  const file = path.join(folder, 'model-gateway.yaml');
  try {
    const init = [COMMAND, 'init', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, init, { cwd: folder });
    await expectAllNamed(folder);
    const { baseUrl, apiKey } = images;
    const config = {
      providers: [
        { kind: 'openai', slug: 'images', baseUrl, apiKey, models: [MODEL] },
        ...providers,
      ],
      egress: { allowOrigins: [images, ...fakes].map((fake) => new URL(fake.baseUrl).origin) },
      server: { port: 0 },
      admin: { port: 0 },
    };
    // JSON is YAML.
    await writeFile(file, JSON.stringify(config));
    // Our own command's answer; a key that is missing is refused below.
    const { inference } = JSON.parse(stdout) as { readonly inference: string };
    await withServer(folder, async (url) => {
      await expectImage(url, inference);
      const access = { baseURL: url, apiKey: inference };
      for (const talker of talkers) await expectToolCall(talker, access);
    });
  } finally {
    for (const fake of [images, ...fakes]) await fake[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
}

/** The command names its kinds and profiles where it knows another one of neither. */
async function expectAllNamed(folder: string): Promise<void> {
  const file = path.join(folder, 'unknown.yaml');
  const named = async (entry: object, pattern: RegExp) => {
    await writeFile(file, JSON.stringify({ providers: [{ slug: 'a', apiKey: 'k', ...entry }] }));
    const check = [COMMAND, 'check', '--config', file];
    const refused = promisify(execFile)(process.execPath, check, { cwd: folder });
    const { stdout = '', stderr = '' } = await refused.catch((error: object) => error as Printed);
    const [, list = ''] = pattern.exec(stdout + stderr) ?? [];
    return list.split(/, | or /);
  };
  const expected = [
    [Object.keys(KINDS), await named({ kind: '~' }, /the kinds are (.*)/)],
    [
      Object.keys(PROFILES),
      await named({ kind: 'openai-compatible', profile: '~' }, /profile must be (.*), got/),
    ],
  ] as const;
  for (const [known, told] of expected) {
    const [ours, its] = [known, told].map((names) => [...names].sort().join(' '));
    if (ours !== its) throw new Error(`server-kinds.ts has ${ours}, the command ${its}`);
  }
}

interface Printed {
  readonly stdout?: string;
  readonly stderr?: string;
}

async function expectImage(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, prompt: 'a red panda' }),
  });
  const text = await response.text();
  if (response.status !== 200 || !/"b64_json":"[\w+/]{20}/.test(text)) {
    throw new Error(`expected an image, got ${response.status} ${text}`);
  }
}

/** Starts the server of a folder for `use`, and stops it. What goes wrong is told with its output. */
async function withServer(folder: string, use: (url: string) => Promise<void>): Promise<void> {
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
    await use(url);
  } catch (error) {
    throw new Error(`${String(error)}\n${output}`, { cause: error });
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new Error(`expected 0 after SIGTERM, got ${String(code)}\n${output}`);
}
