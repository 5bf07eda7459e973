import { Option, type Command } from 'commander';
import { toSnakeCase } from '../rename-keys.ts';
import type { FlagGroup } from '../tenant/options/option.ts';
import { OPTION_ROWS, type FlaggedName } from '../tenant/options/option-rows.ts';
import type { TenantOptions } from '../tenant/options/tenant-options.ts';

/** The options of the gateway's own tenant that the command line has, as commander returns them. */
export type FlaggedOptions = Pick<TenantOptions, FlaggedName>;

/** Adds the options of one group to a command, and returns the command. */
export function addTenantFlags(command: Command, group: FlagGroup): Command {
  for (const [name, { default: value, flag }] of OPTION_ROWS) {
    if (flag?.group !== group) continue;
    const { short, takes, help, shownDefault = shown(value), read } = flag;
    const long = `--${toSnakeCase(name).replaceAll('_', '-')}`;
    const letter = short === undefined ? '' : `-${short}, `;
    const option = new Option(`${letter}${long}${takes === undefined ? '' : ` <${takes}>`}`, help);
    if (takes === undefined) option.default(false);
    if (shownDefault !== undefined) option.default(undefined, shownDefault);
    if (read !== undefined) option.argParser((text) => read(long, text));
    command.addOption(option);
  }
  return command;
}

function shown(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined;
}
