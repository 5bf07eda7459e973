import { checkCommand } from './check-command.ts';
import { explainCommand } from './explain-command.ts';
import { harCommand } from './har-command.ts';
import { openApiCommand } from './openapi-command.ts';
import { recordCommand } from './record-command.ts';
import { serveCommand } from './serve-command.ts';
import { USAGE } from './usage.ts';

/** Runs the command line and resolves to the exit code: 0, or 1 after one line that says why. */
export async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  try {
    switch (command) {
      case 'serve':
        return await serveCommand(rest);
      case 'openapi':
        return await openApiCommand(rest);
      case 'record':
        return await recordCommand(rest);
      case 'check':
        return await checkCommand(rest);
      case 'har':
        return await harCommand(rest);
      case 'explain':
        return await explainCommand(rest);
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        process.stdout.write(USAGE);
        return 0;
      default:
        throw new Error(
          `unknown command "${command}"; try "model-gateway-mock serve", "record", "check", "har", "openapi", "explain" or "help"`,
        );
    }
  } catch (error) {
    process.stderr.write(
      `model-gateway-mock: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  }
}
