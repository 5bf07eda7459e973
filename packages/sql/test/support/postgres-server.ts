import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { portForProgram } from '../../../repo-tools/src/tests/port-for-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A PostgreSQL server for tests, with databases of their own for those who ask. */
export interface PostgresServer {
  /** The URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** The server itself if it is ours, for a test of outages to stop and start. */
  readonly control: PostgresControl | undefined;
  stop(): void;
}

export interface PostgresControl {
  readonly port: number;
  /** Ends the server at once, as a crash would. */
  crash(): void;
  start(): void;
}

/** Why tests are skipped without a server. */
export const NO_POSTGRES =
  'no PostgreSQL: set MODEL_GATEWAY_POSTGRES_URL, or install it (apt-get install postgresql)';

/**
 * The server of MODEL_GATEWAY_POSTGRES_URL, else one of this machine's programs in a temporary
 * folder, run by an unprivileged user; undefined where there is neither.
 */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const url = process.env['MODEL_GATEWAY_POSTGRES_URL'];
  if (url !== undefined && url !== '') {
    return { createDatabase: () => createDatabase(url), control: undefined, stop() {} };
  }
  const programs = findPrograms();
  return programs === undefined ? undefined : startOwn(programs);
}

let shared: Promise<PostgresServer | undefined> | undefined;

/** One server for all test files of a process; it ends with the process. */
export function sharedPostgres(): Promise<PostgresServer | undefined> {
  shared ??= startPostgres().then((server) => {
    process.once('exit', () => server?.stop());
    return server;
  });
  return shared;
}

/** Returns whether a server is available, without starting it. */
export function hasPostgres(): boolean {
  const url = process.env['MODEL_GATEWAY_POSTGRES_URL'];
  return (url !== undefined && url !== '') || findPrograms() !== undefined;
}

/** The folder with the newest version's programs. */
function findPrograms(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin/pg_ctl')
    .toSorted((a, b) => versionOf(a) - versionOf(b))
    .map((file) => path.dirname(file))
    .at(-1);
}

function versionOf(file: string): number {
  return Number(/postgresql\/(\d+)/.exec(file)?.[1] ?? 0);
}

async function startOwn(programs: string): Promise<PostgresServer> {
  const folder = temporaryFolder();
  const data = path.join(folder.path, 'data');
  const port = await portForProgram();
  mkdirSync(data);
  const user = unprivilegedUser();
  if (user !== undefined)
    for (const each of [folder.path, data]) chownSync(each, user.uid, user.gid);
  const run = (program: string, args: readonly string[]) => {
    const { status, stderr, error } = spawnSync(path.join(programs, program), args, {
      ...user,
      cwd: folder.path,
      encoding: 'utf8',
      // A server keeps the output of its parent process open.
      stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr ?? ''}`, { cause: error });
  };
  run('initdb', ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
  const settings = {
    listen_addresses: '127.0.0.1',
    max_connections: '200',
    // Writes survive the process, though not a loss of power.
    fsync: 'off',
  };
  const options = [
    `-p ${port} -k ${folder.path}`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
  const log = path.join(folder.path, 'log');
  const start = () => run('pg_ctl', ['start', '-w', '-D', data, '-l', log, '-o', options]);
  const halt = (mode: 'fast' | 'immediate') =>
    run('pg_ctl', ['stop', '-w', '-D', data, '-m', mode]);
  start();
  return {
    createDatabase: () => createDatabase(`postgres://test@127.0.0.1:${port}/postgres`),
    control: { port, start, crash: () => halt('immediate') },
    stop() {
      halt('immediate');
      folder.remove();
    },
  };
}

/** PostgreSQL does not run as root. */
function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim());
  return { uid: id('-u'), gid: id('-g') };
}

async function createDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}
