import { defineConfig } from 'tsup';
import { leaveOut } from '../repo-tools/src/build/leave-out.ts';
import { library } from '../repo-tools/src/build/library.ts';
import { thirdPartyNotices } from '../repo-tools/src/build/third-party-notices.ts';

export default defineConfig([
  ...library(),
  {
    target: 'node22',
    removeNodeProtocol: false,
    // The command carries the packages of this project and all that they need, because looking for
    // each of their hundreds of files takes as long as running them. Chunks are what is loaded on
    // demand: a kind of provider, for example.
    // The thread is started by its file, beside what starts it.
    entry: { bin: 'src/bin.ts', 'read-config-thread': 'src/loading/read-config-thread.ts' },
    outDir: 'dist/command',
    // Waits for modules at its top level, which only ES modules can.
    format: 'esm',
    // Those who want these install them.
    noExternal: [/^(?!(pg|ioredis|@aws-sdk\/credential-provider-node)$)/],
    // CommonJS packages among them ask for Node's modules.
    banner: {
      js: `import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);`,
    },
    // For `pnpm check:packages`; not published.
    metafile: true,
    esbuildPlugins: [
      thirdPartyNotices(),
      // What these packages import for what the server does not use: pushing metrics, gathering them
      // from a cluster, summaries, exemplars, and logging in a thread of its own.
      leaveOut([
        { from: 'prom-client', module: './lib/pushgateway' },
        { from: 'prom-client', module: './lib/cluster' },
        { from: 'prom-client', module: './lib/summary' },
        { from: 'prom-client', module: '@opentelemetry/api' },
        { from: 'pino', module: 'thread-stream' },
      ]),
    ],
    // It is run, not imported. The names of functions stay, for the stacks in logs.
    minify: true,
    keepNames: true,
    clean: true,
  },
]);
