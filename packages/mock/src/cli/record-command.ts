import { mkdir, readdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { mountAt, standalone, type GatewayHandler } from '@model-gateway/core/http';
import { withCors } from '../http/cors.ts';
import { fromOwnPages, ownHosts, underOwnHosts } from '../http/guarded.ts';
import { readRecordOptions, type RecordOptions } from './record-options.ts';
import { drainUntilAgain, DRAIN_TIMEOUT_MS, stopSignal } from './stop-signal.ts';

/** Records a gateway until it is told to stop. */
export async function recordCommand(command: Command): Promise<number> {
  const options = readRecordOptions(command);
  const { quiet } = options;
  // Only here, because it takes an HTTP client and a YAML parser.
  const [
    { createRedactor, createRecorder },
    { createFileSink, createUpstream },
    { RecordingTally },
  ] = await Promise.all([
    import('@model-gateway/fixtures'),
    import('@model-gateway/fixtures/node'),
    import('./recording-tally.ts'),
  ]);
  const { serve } = await import('@model-gateway/node');
  const { apiKey, host, allowedHosts, allowedOrigins } = options;
  await using origin = createUpstream(options.upstream, {
    apiKey,
    allowedHosts: [host, ...allowedHosts],
    allowedOrigins,
  });
  const { keepPrompts, out, dialect, expiresInDays, force } = options;
  const sink = await createFileSink({
    dir: out,
    upstream: origin.label,
    keepsPrompts: keepPrompts,
    dialect,
    expiresInDays,
    force,
  });
  const tally = new RecordingTally();
  const show = liveLine();
  const record = createRecorder({
    upstream: origin,
    sink,
    redactor: createRedactor({ keepPrompts }),
    onEvent(event) {
      if (event.kind === 'recorded') tally.kept(event.change, event.removed);
      else if (event.kind === 'skipped') tally.leftOut(event.because);
      else {
        tally.failed();
        reportFailure(event.error);
      }
      if (!quiet) show.update(tally.line());
    },
  });
  const handle = options.onMiss ? await recordOnMiss(options, record) : record;
  const server = await serve(listener(options, handle), options);
  if (!quiet) process.stdout.write(recordingBlock(options, server.url, origin.label));
  await stopSignal();
  await drainUntilAgain(
    () => server.close({ drainTimeoutMs: DRAIN_TIMEOUT_MS }),
    () => server.closeNow(),
  );
  // What went wrong was said when it did.
  await record.settled().catch(() => {});
  show.clear();
  if (!quiet) process.stdout.write(tally.summary());
  return tally.hasFailed ? 1 : 0;
}

/** What the port answers: whoever gets through may use the key, and what is recorded. */
function listener(
  { host, allowedHosts, allowedOrigins, basePath }: RecordOptions,
  handle: GatewayHandler,
): GatewayHandler {
  const answered = withCors(standalone(mountAt(basePath, handle)), allowedOrigins);
  const toPages = fromOwnPages(
    answered,
    allowedOrigins,
    'allow the origin of your page with --allow-origin',
  );
  const isOwnHost = ownHosts(host, allowedHosts);
  return standalone(underOwnHosts(toPages, isOwnHost, 'allow it with --allow-host'));
}

/** What the folder holds answers; only what it does not is asked for and recorded. */
async function recordOnMiss(
  { out, dialect }: RecordOptions,
  record: GatewayHandler,
): Promise<GatewayHandler> {
  const [{ parseFixtures, createReplay }, { loadFixtures }] = await Promise.all([
    import('@model-gateway/fixtures'),
    import('@model-gateway/fixtures/node'),
  ]);
  await mkdir(out, { recursive: true });
  const isEmpty = (await readdir(out)).length === 0;
  const fixtures = isEmpty ? parseFixtures([]) : await loadFixtures(out);
  return createReplay(fixtures, { mode: 'record-on-miss', fallback: record, dialect }).handle;
}

function recordingBlock(
  { basePath, out, keepPrompts }: RecordOptions,
  url: string,
  label: string,
): string {
  return `
  Recording ${label} at ${url}

  base URL   ${url}${basePath}
  into       ${out}
  prompts    ${keepPrompts ? 'kept' : 'replaced'}

  Ctrl-C stops it.

`;
}

/** A line that changes in place. Where standard error is no terminal it stays silent. */
function liveLine(
  terminal: { readonly isTTY?: boolean; write(text: string): unknown } = process.stderr,
) {
  const write = (text: string) =>
    void (terminal.isTTY === true && terminal.write(`\r\u001b[K${text}`));
  return { update: write, clear: () => write('') };
}

function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`model-gateway-mock: could not record an exchange: ${message}\n`);
}
