import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import type { PackedPackage } from './pack-packages.ts';
import { startPackedRegistry } from './packed-registry.ts';
import { readDockerfile, type Dockerfile } from './read-dockerfile.ts';

const PATIENCE_MS = 120_000;

/** A Dockerfile of one of the packages, and what a test of it needs to know. */
export interface Image {
  /** The package whose command it runs. */
  readonly package: string;
  readonly dockerfile: string;
  /** Files that its command reads, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Arguments after all others, with which it listens on free ports of this machine alone. */
  readonly freePorts: readonly string[];
  /** What it prints once it listens: its first group is the port that the health check asks. */
  readonly listening: RegExp;
  /** Returns what is wrong with the answers on that port. */
  answerProblems?(port: string): Promise<readonly string[]>;
}

/**
 * Runs a Dockerfile in the empty `folder`: its RUN lines, with the packed packages in the registry;
 * then ENTRYPOINT with CMD, and HEALTHCHECK while it runs and after.
 *
 * What differs from a container: its folders are inside `folder`, their owner is this user, the
 * ports are free ones, and Node is this one. FROM, USER, VOLUME and EXPOSE are not run.
 */
export async function dockerfileProblems(
  image: Image,
  packed: readonly PackedPackage[],
  folder: string,
): Promise<readonly string[]> {
  const file = readDockerfile(image.dockerfile);
  const env = environmentOf(file, folder);

  const built = await build(file, folder, packed, env);
  if (built.length > 0) return built;
  for (const [name, text] of Object.entries(image.files)) {
    const place = path.join(folder, name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return runProblems(image, file, folder, { ...env, ...image.env });
}

function environmentOf({ variables }: Dockerfile, folder: string): NodeJS.ProcessEnv {
  const programs = [path.join(folder, 'usr/bin'), path.dirname(process.execPath)];
  return {
    ...process.env,
    ...variables,
    PATH: [...programs, process.env['PATH']].join(path.delimiter),
    npm_config_prefix: path.join(folder, 'usr'),
    // Of its own, because a RUN line empties it.
    npm_config_cache: path.join(folder, 'cache'),
  };
}

async function build(
  { run }: Dockerfile,
  folder: string,
  packed: readonly PackedPackage[],
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const upstream = await runCommand('npm', ['config', 'get', 'registry'], { cwd: folder });
  await using registry = await startPackedRegistry(packed, upstream.stdout.trim());
  const owner = `${process.getuid?.()}:${process.getgid?.()}`;
  for (const line of run) {
    const script = line
      // A slash that begins a path, not one inside a URL or a package's name.
      .replaceAll(/(?<![\w:/.@}])\/(?=\w)/g, `${folder}/`)
      .replaceAll('node:node', owner);
    const { code, output } = await start('sh', ['-ec', script], folder, {
      ...env,
      npm_config_registry: registry.url,
    }).ended;
    if (code !== 0) return [`RUN ${line}\nended with ${String(code)}:\n${output}`];
  }
  return [];
}

async function runProblems(
  { freePorts, listening, answerProblems }: Image,
  { entrypoint, command, healthCheck, workdir }: Dockerfile,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const [program = '', ...args] = [...entrypoint, ...command].map((word) =>
    word.startsWith('/') ? path.join(folder, word) : word,
  );
  const server = start(program, [...args, ...freePorts], path.join(folder, workdir), env);
  try {
    const [, port] = await server.printed(listening);
    if (port === undefined) return [`It did not start:\n${(await server.ended).output}`];
    const [checker = '', ...words] = healthCheck.map((word) =>
      word.replace(/(127\.0\.0\.1):\d+/, `$1:${port}`),
    );
    const health = () => start(checker, words, folder, env).ended;
    const whileItRuns = await health();
    const answers = (await answerProblems?.(port)) ?? [];
    server.child.kill('SIGTERM');
    const { code, output } = await server.ended;
    const afterwards = await health();
    return [
      ...(whileItRuns.code === 0 ? [] : [`HEALTHCHECK of a server that runs failed:\n${output}`]),
      ...answers,
      ...(code === 0 ? [] : [`It ended with ${String(code)} after SIGTERM:\n${output}`]),
      ...(afterwards.code === 1 ? [] : ['HEALTHCHECK of a server that has stopped passed.']),
    ];
  } finally {
    server.child.kill('SIGKILL');
  }
}

/** Starts a program; it is killed when it takes too long. */
function start(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let output = '';
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      look();
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  }).finally(() => clearTimeout(giveUp));
  /** The match, or an empty list when it ends before. */
  const printed = (pattern: RegExp) =>
    new Promise<readonly string[]>((resolve) => {
      look = () => {
        const match = pattern.exec(output);
        if (match !== null) resolve(match);
      };
      void ended.then(() => resolve([]));
      look();
    });
  return { child, ended, printed };
}
