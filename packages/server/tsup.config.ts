import { defineConfig } from 'tsup';
import { command } from '../repo-tools/src/build/command.ts';
import { leaveOut } from '../repo-tools/src/build/leave-out.ts';
import { library } from '../repo-tools/src/build/library.ts';
import { partsOf } from '../repo-tools/src/build/parts-of.ts';

export default defineConfig([
  ...library(),
  command({
    // The thread is started by its file, beside what starts it.
    entry: { bin: 'src/bin.ts', 'read-config-thread': 'src/loading/read-config-thread.ts' },
    target: 'node22',
    // Those who want these install them.
    noExternal: [/^(?!(pg|ioredis|@aws-sdk\/credential-provider-node)$)/],
    // CommonJS packages among them ask for Node's modules.
    banner: {
      js: `import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);`,
    },
    esbuildPlugins: [
      // What these packages import for what the server does not use: pushing metrics, gathering them
      // from a cluster, summaries, exemplars, and logging in a thread of its own.
      leaveOut([
        { from: 'prom-client', module: './lib/pushgateway' },
        { from: 'prom-client', module: './lib/cluster' },
        { from: 'prom-client', module: './lib/summary' },
        { from: 'prom-client', module: '@opentelemetry/api' },
        { from: 'pino', module: 'thread-stream' },
      ]),
      // Without fetch, web sockets, cookies, caches and mocks; and reading `Headers`, as its cookies
      // do, would load all of this once more, from Node.
      partsOf('undici', {
        Client: 'lib/dispatcher/client.js',
        buildConnector: 'lib/core/connect.js',
      }),
    ],
    // For the stacks in logs.
    keepNames: true,
  }),
]);
