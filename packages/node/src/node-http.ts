/**
 * The parts of node:http that are used, without `import`: that reads every export of the module, and
 * reading `WebSocket` loads the whole HTTP client of Node, which is more than a quarter of what a
 * server takes to start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
