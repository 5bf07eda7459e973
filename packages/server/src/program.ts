import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { defineAccounts } from './cli/commands/accounts.ts';
import { defineBudgets } from './cli/commands/budgets.ts';
import { defineCatalog } from './cli/commands/catalog.ts';
import { defineCheck } from './cli/commands/check.ts';
import { defineCredits } from './cli/commands/credits.ts';
import { defineDestinations } from './cli/commands/destinations.ts';
import { defineGenerations } from './cli/commands/generations.ts';
import { defineGuardrails } from './cli/commands/guardrails.ts';
import { defineInit } from './cli/commands/init.ts';
import { defineKeys } from './cli/commands/keys.ts';
import { defineMembers } from './cli/commands/members.ts';
import { defineMigrate } from './cli/commands/migrate.ts';
import { defineModels } from './cli/commands/models.ts';
import { defineProviders } from './cli/commands/providers.ts';
import { defineServe } from './cli/commands/serve.ts';
import { defineUsage } from './cli/commands/usage.ts';
import { defineWorkspaces } from './cli/commands/workspaces.ts';
import type { Io } from './cli/io.ts';

type Define = (program: Command, io: Io, end: (code: number) => void) => unknown;

/** By name, in the order in which help lists them. */
const COMMANDS: Readonly<Record<string, Define>> = {
  init: defineInit,
  serve: defineServe,
  check: defineCheck,
  migrate: defineMigrate,
  keys: defineKeys,
  accounts: defineAccounts,
  budgets: defineBudgets,
  credits: defineCredits,
  usage: defineUsage,
  generations: defineGenerations,
  workspaces: defineWorkspaces,
  members: defineMembers,
  destinations: defineDestinations,
  guardrails: defineGuardrails,
  catalog: defineCatalog,
  models: defineModels,
  providers: defineProviders,
};

/**
 * Creates the command line. `end` is called with the exit code of `serve`. Where `first`, the first
 * word of it, names a command, the others are left out: to define all takes time of every start.
 */
export function createProgram(io: Io, end: (code: number) => void, first = ''): Command {
  const program = new Command('model-gateway')
    .description('A model gateway: one HTTP API in front of many model providers')
    .version(versionOf(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print what a command does and takes')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.print(text.trimEnd()),
      outputError() {},
      writeErr() {},
    });
  const asked = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  for (const define of asked === undefined ? Object.values(COMMANDS) : [asked]) {
    define(program, io, end);
  }
  inherit(program);
  return program;
}

/** Subcommands throw and print like their parent. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    refuseContradictions(command);
    inherit(command);
  }
}

/** Of `--account` and `--no-account` the library takes the last, which may mean to charge nothing. */
function refuseContradictions(command: Command): void {
  for (const denial of command.options.filter(({ negate }) => negate)) {
    const name = denial.attributeName();
    const given = command.options.filter((option) => option.attributeName() === name);
    const said = new Set<string>();
    for (const option of given) {
      command.on(`option:${option.name()}`, () => {
        said.add(option.flags);
        if (said.size > 1) command.error(`error: ${[...said].join(' and ')} contradict each other`);
      });
    }
  }
}

function versionOf(): string {
  // Two folders up from dist/command, and one from here.
  for (const place of ['../../package.json', '../package.json']) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (isManifest(manifest)) return manifest.version;
    } catch {
      // The other place has it.
    }
  }
  return '0.0.0';
}

function isManifest(value: unknown): value is { readonly version: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    value.name === '@model-gateway/server' &&
    'version' in value &&
    typeof value.version === 'string'
  );
}
