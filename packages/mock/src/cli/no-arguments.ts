import type { Command } from 'commander';

/** Throws when a command that takes options only was given an argument, such as another command. */
export function noArguments(command: Command): void {
  const [first] = command.args;
  if (first === undefined) return;
  const isCommand = command.parent?.commands.some((other) => other.name() === first) === true;
  const hint = isCommand ? `; ${first} is a command of its own, to write instead of it` : '';
  throw new Error(`${command.name()} takes options only, got "${first}"${hint}`);
}
