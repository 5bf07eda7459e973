import { startForeignServer } from '../harness/foreign-server.ts';
import type { Server } from '../harness/server.ts';
import type { Bench } from '../harness/suite.ts';
import { programOf } from './install.ts';

/** A gateway to language models that is measured beside ours. */
const PORTKEY = { package: '@portkey-ai/gateway', version: '~1.15.2' };

/** Starts it; a request says by headers where it goes. */
export async function startPortkey(bench: Bench): Promise<Server> {
  const program = await programOf(PORTKEY);
  return startForeignServer(bench.children, {
    command: (port) => [process.execPath, program, '--headless', `--port=${port}`],
    path: '/',
  });
}

/** The headers that send a request to an upstream like OpenAI. */
export function portkeyHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': baseUrl };
}
