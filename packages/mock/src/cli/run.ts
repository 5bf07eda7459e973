import { CommanderError } from 'commander';
import { CALLED } from './called.ts';
import type { Io } from './io.ts';
import { createProgram } from './program.ts';

/** Runs the command line and resolves to the exit code: 0, or 1 after one line that says why. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const program = createProgram(io, (ended) => (code = ended), args[0]);
  const commands = program.commands.map((command) => command.name());
  if (args.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Help and version are printed by then.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    io.stderr.write(`model-gateway-mock: ${sentenceOf(error, args, commands)}\n`);
    return 1;
  }
}

/** `unknown option '--prot'; did you mean --port?` */
function sentenceOf(
  error: unknown,
  [first = '']: readonly string[],
  commands: readonly string[],
): string {
  if (!(error instanceof CommanderError)) {
    return error instanceof Error ? error.message : String(error);
  }
  // commander throws this for the first word of two alone.
  if (error.code === 'commander.help') {
    return `${first} needs another command; ${CALLED} ${first} --help lists them`;
  }
  const said = error.message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*?)\?\)$/s, '; did you mean $1?');
  const needsList = said === `unknown command '${first}'`;
  return needsList ? `${said}; the commands are ${commands.join(', ')}` : said;
}
