import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { portForProgram } from '../../../repo-tools/src/tests/port-for-program.ts';

/** A ClickHouse of its own, with one user and one database. */
export interface ClickHouseServer extends AsyncDisposable {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Runs a statement and resolves to its rows, as objects. */
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
}

export const NO_CLICKHOUSE = 'no clickhouse-server: install it (apt-get install clickhouse-server)';

/** Where Debian puts it, which is not in the PATH of every user. */
const DEBIAN = '/usr/sbin/clickhouse-server';
const PROGRAM = existsSync(DEBIAN) ? DEBIAN : 'clickhouse-server';
const USER = 'writer';
const PASSWORD = 'a password & more';
const DATABASE = 'traces';
const TRIES = 1200;
const ATTEMPTS = 5;

export function hasClickHouse(): boolean {
  // Without a configuration it ends at once; old ones know no --version.
  const { error } = spawnSync(PROGRAM, ['--version'], { stdio: 'ignore' });
  return error === undefined;
}

/** Starts a server in a folder of its own, which ends with it. */
export async function startClickHouse(): Promise<ClickHouseServer> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const server = await tryToStart();
    if (server !== undefined) return server;
  }
  throw new Error(`clickhouse-server did not start, ${ATTEMPTS} times`);
}

/** Undefined when it ends at once: another program may have taken one of its ports meanwhile. */
async function tryToStart(): Promise<ClickHouseServer | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-clickhouse-'));
  const [httpPort, tcpPort] = [await portForProgram(), await portForProgram()];
  writeFileSync(path.join(folder, 'config.xml'), config(folder, httpPort, tcpPort));
  writeFileSync(path.join(folder, 'users.xml'), USERS);
  const child = spawn(PROGRAM, [`--config-file=${path.join(folder, 'config.xml')}`], {
    cwd: folder,
    stdio: 'ignore',
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${httpPort}`;
  const query = async (statement: string) => {
    const response = await fetch(`${url}/?database=${DATABASE}`, {
      method: 'POST',
      body: statement,
      headers: { 'x-clickhouse-user': USER, 'x-clickhouse-key': PASSWORD },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    // Statements that select say FORMAT JSONEachRow.
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const end = async () => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 1; !(await isReady(url)); tries++) {
    if (child.exitCode !== null || tries === TRIES) {
      await end();
      return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    user: USER,
    password: PASSWORD,
    database: DATABASE,
    query,
    [Symbol.asyncDispose]: end,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const headers = { 'x-clickhouse-user': USER, 'x-clickhouse-key': PASSWORD };
    const body = `CREATE DATABASE IF NOT EXISTS ${DATABASE}`;
    return (await fetch(url, { method: 'POST', headers, body })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

function config(folder: string, httpPort: number, tcpPort: number): string {
  return `<yandex>
    <logger><level>none</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
    <http_port>${httpPort}</http_port>
    <tcp_port>${tcpPort}</tcp_port>
    <listen_host>127.0.0.1</listen_host>
    <path>${folder}/data/</path>
    <tmp_path>${folder}/tmp/</tmp_path>
    <users_config>${folder}/users.xml</users_config>
    <default_profile>default</default_profile>
    <default_database>default</default_database>
    <mark_cache_size>5368709</mark_cache_size>
  </yandex>`;
}

const USERS = `<yandex>
  <profiles><default></default></profiles>
  <quotas><default></default></quotas>
  <users><${USER}>
    <password>${PASSWORD.replace('&', '&amp;')}</password>
    <networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile>
    <quota>default</quota>
  </${USER}></users>
</yandex>`;
