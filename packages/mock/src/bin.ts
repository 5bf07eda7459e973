#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Keeps compiled code between starts, where Node can (22.8 and later): of what is loaded from here on.
nodeModule.enableCompileCache?.();
// A reader may have enough, as in `serve --help | head -2`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
const [{ run }, { PROCESS_IO }] = await Promise.all([
  import('./cli/run.ts'),
  import('./cli/process-io.ts'),
]);
process.exitCode = await run(process.argv.slice(2), PROCESS_IO);
