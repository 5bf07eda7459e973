import { didYouMean } from '@model-gateway/core/kit';
import { CommanderError, type Command } from 'commander';
import type { Io } from './cli/io.ts';
import { ConfigError } from './config/config-error.ts';
import { printable, printableLines } from './printable.ts';
import { createProgram } from './program.ts';

/**
 * Runs the command line and resolves to the exit code: 0, 1 after a sentence that says why it was
 * refused or failed, 2 for an invalid command line.
 */
export async function runProgram(args: readonly string[], given: Io): Promise<number> {
  const io = printing(given);
  let code = 0;
  const program = createProgram(io, (ended) => (code = ended), args[0]);
  if (args.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const message = error instanceof Error ? error.message : String(error);
      // It has a line for each problem; elsewhere a line feed is from an argument or the store.
      io.say(error instanceof ConfigError ? message : printable(message));
      return 1;
    }
    // Help and version are printed by then.
    if (error.exitCode === 0) return 0;
    io.say(printable(`model-gateway: ${sentenceOf(error, args, program)}`));
    return 2;
  }
}

/** Texts of arguments, configurations and stores must command no terminal. */
function printing(io: Io): Io {
  return {
    ...io,
    print: (line) => io.print(printableLines(line)),
    say: (line) => io.say(printableLines(line)),
  };
}

/** `unknown command 'kys'; did you mean keys?` */
function sentenceOf(error: CommanderError, args: readonly string[], program: Command): string {
  const [first = ''] = args;
  // Commander throws this when only the first of two words was given.
  if (error.code === 'commander.help') {
    return `${first} needs another command; model-gateway ${first} --help lists them`;
  }
  if (error.code === 'commander.unknownCommand') return unknownCommand(args, program);
  const said = error.message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*?)\?\)$/s, '; did you mean $1?');
  const isAfterDashes = error.code === 'commander.excessArguments' && args.includes('--');
  if (!isAfterDashes) return said;
  return `${said.replace(/\.$/, '')}: leave out the --, which ends the options`;
}

/** Commander would propose `keys create` for `keys rotate`, and `credits delete` for `credits debit`. */
function unknownCommand(args: readonly string[], program: Command): string {
  let parent = program;
  for (const word of args) {
    const named = parent.commands.find((command) => command.name() === word);
    const known = parent.commands.map((command) => command.name());
    if (named !== undefined) parent = named;
    else if (!word.startsWith('-')) {
      const nearest = didYouMean(word, known) || `; there are ${known.join(', ')}`;
      return `unknown command '${word}'${nearest}`;
    }
  }
  return 'unknown command';
}
