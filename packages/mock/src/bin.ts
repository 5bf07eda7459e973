#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Keeps compiled code between starts, where Node can (22.8 and later).
nodeModule.enableCompileCache?.();
const { run } = await import('./cli/run.ts');
process.exitCode = await run(process.argv.slice(2));
