#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Keeps compiled code between starts, where Node can (22.8 and later): of what is loaded from here on.
nodeModule.enableCompileCache?.();
// A reader may have enough, as in `keys list | head -2`; the command goes on without it.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
const { runProgram } = await import('./run-program.ts');
// `pnpm gateway` of a checkout runs in its root, wherever it was called.
const { INIT_CWD, npm_lifecycle_event: script } = process.env;
process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  folder: (script === 'gateway' ? INIT_CWD : undefined) ?? process.cwd(),
  input: () => process.stdin,
  print: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
});
