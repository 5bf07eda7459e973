import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Io } from './io.ts';

/** Adds `export` and its options to the command `har`. */
export function defineHarExport(parent: Command): Command {
  return parent
    .command('export')
    .description('convert fixtures to an HTTP archive')
    .argument('[path...]', 'files, folders or glob patterns of fixtures')
    .option('-o, --out <file>', 'file to write')
    .option(
      '--base-url <url>',
      'base URL of the gateway in the archive',
      'http://127.0.0.1:4010/v1',
    );
}

interface ExportOptions {
  readonly out?: string;
  readonly baseUrl: string;
}

/** Converts fixtures to an archive. */
export async function exportCommand(command: Command, { stdout, stderr }: Io): Promise<number> {
  const { out, baseUrl: baseURL } = command.opts<ExportOptions>();
  const { args: paths } = command;
  if (paths.length === 0) throw new Error('har export needs the paths of fixtures');
  if (out === undefined) throw new Error('har export needs --out: the file to write');
  const [{ exportHar }, { loadFixtures }] = await Promise.all([
    import('@model-gateway/fixtures'),
    import('@model-gateway/fixtures/node'),
  ]);
  const { har, leftOut } = await exportHar(await loadFixtures(paths), { baseURL });
  await writeFile(out, `${JSON.stringify(har, null, 2)}\n`);
  for (const { id, because } of leftOut) stderr.write(`left out ${id}: ${because}\n`);
  stdout.write(`written to ${out}\n`);
  return 0;
}
