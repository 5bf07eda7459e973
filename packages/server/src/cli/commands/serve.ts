import { Option, type Command } from 'commander';
import { serveUntilStopped } from '../../running/serve-until-stopped.ts';
import type { Io } from '../io.ts';
import { DEFAULT_FILE } from '../stores.ts';
import { whole } from '../whole-number.ts';

interface ServeFlags {
  readonly config: string;
  readonly host?: string;
  readonly port?: number;
  readonly adminPort?: number;
  readonly workers: number;
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly migrate: boolean;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** `serve` */
export function defineServe(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('serve')
    .description('serve the gateway until SIGTERM or SIGINT')
    .option('-c, --config <file>', 'the configuration', DEFAULT_FILE)
    .option('--host <address>', 'listen on this address instead of server.host')
    .option(
      '-p, --port <number>',
      'listen on this port instead of server.port; 0 takes any free one',
      whole(0, 65_535),
    )
    .option('--admin-port <number>', 'the port of /healthz, /readyz and /metrics', whole(0, 65_535))
    .option('--workers <number>', 'processes that share the port', whole(1, 256), 1)
    .addOption(new Option('--log-level <level>', 'instead of log.level').choices(LEVELS))
    .option('--no-migrate', 'refuse a store whose tables are old instead of migrating it')
    .action(async (flags: ServeFlags) => {
      const { host, port, adminPort, logLevel, migrate } = flags;
      const overrides = { host, port, adminPort, logLevel, migrate };
      end(await serveUntilStopped({ file: flags.config, workers: flags.workers, overrides }, io));
    });
}
