import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startForeignServer } from '../harness/foreign-server.ts';
import type { Server } from '../harness/server.ts';
import type { Bench } from '../harness/suite.ts';
import { programOf } from './install.ts';

/** A fake of language models that is measured beside the mock. */
export const AIMOCK = { package: '@copilotkit/aimock', version: '~1.43.0' };

/** Starts it with one answer, in pieces of about a word. */
export async function startAimock(bench: Bench, content: string): Promise<Server> {
  // Of its programs the second takes options in place of a configuration.
  const program = path.join(path.dirname(await programOf(AIMOCK)), 'cli.js');
  const file = path.join(bench.fixtures.directory, 'aimock.json');
  const fixtures = [{ match: { userMessage: 'words' }, response: { content } }];
  writeFileSync(file, JSON.stringify({ fixtures }));
  const options = ['--chunk-size', '6', '--log-level', 'silent'];
  return startForeignServer(bench.children, {
    command: (port) => [process.execPath, program, '-p', String(port), '-f', file, ...options],
    path: '/v1/models',
  });
}
