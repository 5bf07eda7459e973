import type { Command } from 'commander';

/** Throws when a command that takes options only was given an argument, such as another command. */
export function noArguments(command: Command): void {
  const [first] = command.args;
  if (first === undefined) return;
  const said = `${command.name()} takes options only, got "${first}"`;
  if (first.startsWith('-')) {
    throw new Error(`${said}: leave out the -- before it, which ends the options`);
  }
  const isCommand = command.parent?.commands.some((other) => other.name() === first) === true;
  const hint = isCommand ? `; ${first} is a command of its own, to write instead of it` : '';
  throw new Error(said + hint);
}
