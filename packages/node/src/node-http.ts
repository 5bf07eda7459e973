import { createRequire } from 'node:module';

// Modules of Node are the same from everywhere.
const require = createRequire(process.execPath);

/**
 * The parts of node:http that are used, without `import`: that reads every export of the module, and
 * reading `WebSocket` loads the whole HTTP client of Node, which is more than a quarter of what a
 * server takes to start. And with `require`, because tracers replace that to see when a program loads
 * node:http; not all of them replace `process.getBuiltinModule`.
 */
// The cast is true because the name is that of the module whose type it states.
export const { createServer, OutgoingMessage, STATUS_CODES } =
  require('node:http') as typeof import('node:http');
