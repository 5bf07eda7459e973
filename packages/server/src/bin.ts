#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Keeps compiled code between starts, where Node can (22.8 and later).
nodeModule.enableCompileCache?.();
const { run } = await import('./cli/run.ts');
// `pnpm gateway` of a checkout runs in its root, wherever it was called.
const { INIT_CWD, npm_lifecycle_event: script } = process.env;
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  folder: (script === 'gateway' ? INIT_CWD : undefined) ?? process.cwd(),
  print: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
});
