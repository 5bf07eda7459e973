import { readFileSync } from 'node:fs';
import { Command, type Option } from 'commander';
import { CALLED } from './called.ts';
import { checkCommand, defineCheck } from './check-command.ts';
import { defineExplain, explainCommand } from './explain-command.ts';
import { defineHarExport, exportCommand } from './har-export-command.ts';
import { defineHarImport, importCommand } from './har-import-command.ts';
import type { Io } from './io.ts';
import { defineOpenApi, openApiCommand } from './openapi-command.ts';
import { recordCommand } from './record-command.ts';
import { defineRecord } from './record-options.ts';
import { serveCommand } from './serve-command.ts';
import { defineServe } from './serve-options.ts';

/** A command by its words and options, and what runs it; resolves to the exit code. */
type Row = readonly [
  define: (parent: Command) => Command,
  run: (command: Command, io: Io) => Promise<number>,
];

/** By name. */
const COMMANDS: Readonly<Record<string, Row>> = {
  serve: [defineServe, serveCommand],
  record: [defineRecord, recordCommand],
  check: [defineCheck, checkCommand],
  openapi: [defineOpenApi, openApiCommand],
  explain: [defineExplain, explainCommand],
};

const HAR_COMMANDS: readonly Row[] = [
  [defineHarImport, importCommand],
  [defineHarExport, exportCommand],
];

/**
 * Creates the command line; `onEnd` is called with the exit code of the command that ran. Where `first`,
 * the first word of it, names a command, the others are left out: it is the only one that can run.
 */
export function createProgram(io: Io, onEnd: (code: number) => void, first = ''): Command {
  const program = new Command(CALLED)
    .description('A fake AI model gateway for tests and development')
    .version(versionOf(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print what a command does and takes')
    .addHelpText('after', `\nMore on a command: ${CALLED} serve --help\n`)
    .configureHelp({ optionDescription: withDefault })
    // run.ts prints every mistake, in one line.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      outputError() {},
      writeErr() {},
    });
  const add = (parent: Command, [define, run]: Row) => {
    const command = define(parent);
    command.action(async () => onEnd(await run(command, io)));
  };
  const asked = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (asked !== undefined) {
    add(program, asked);
    return program;
  }
  for (const row of Object.values(COMMANDS)) add(program, row);
  const har = program.command('har').description('convert fixtures from and to HTTP archives');
  for (const row of HAR_COMMANDS) add(har, row);
  return program;
}

/** `port to listen on; 0 takes any free one (4010)` */
function withDefault({ description, defaultValue, defaultValueDescription }: Option): string {
  const isValue = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  const shown = defaultValueDescription ?? (isValue ? String(defaultValue) : undefined);
  return shown === undefined ? description : `${description} (${shown})`;
}

function versionOf(): string {
  // The manifest is two folders up from here, and from dist/command, too.
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  // Every manifest has a version.
  const { version } = JSON.parse(manifest) as { readonly version: string };
  return version;
}
