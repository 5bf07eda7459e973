import type { Command } from 'commander';
import { documentText } from '../http/interface-pages.ts';
import type { Io } from './io.ts';
import { noArguments } from './no-arguments.ts';

/** Adds `openapi` to a command line. */
export function defineOpenApi(parent: Command): Command {
  return parent
    .command('openapi')
    .description('print the interface as an OpenAPI 3.1 document')
    .allowExcessArguments();
}

/** Prints the interface as an OpenAPI document. */
export async function openApiCommand(command: Command, { stdout }: Io): Promise<number> {
  noArguments(command);
  const { createOpenApiDocument } = await import('@model-gateway/openapi');
  stdout.write(documentText(createOpenApiDocument()));
  return 0;
}
