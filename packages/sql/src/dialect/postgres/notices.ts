import type { Clock } from '@model-gateway/core';
import { repeat } from '../../background.ts';
import type { ChangeSource } from '../../database.ts';
import type { OnReport } from '../../report.ts';
import { jitter } from '../jitter.ts';
import type { Listener } from './connect.ts';

export const CHANNEL = 'model_gateway';

export interface NoticesOptions {
  readonly connectListener: (() => Promise<Listener>) | undefined;
  readonly clock: Clock;
  readonly pollMs: number;
  readonly report: OnReport;
}

/**
 * Watches for changes by LISTEN, and also polls every `pollMs`: behind some poolers LISTEN succeeds
 * without ever receiving a notice, and a half-open connection looks like silence.
 */
export function watchNotices({ connectListener, clock, pollMs, report }: NoticesOptions): {
  readonly source: ChangeSource;
  stop(): Promise<void>;
} {
  let listener: Listener | undefined;
  let isStopped = false;
  let wasLost = false;
  let cancel = () => {};
  let stopPolling = async () => {};

  const listen = async (refresh: () => Promise<void>): Promise<void> => {
    if (connectListener === undefined || isStopped) return;
    const onLost = (error: unknown) => {
      if (isStopped || listener === undefined) return;
      listener = undefined;
      lost(error);
      again(refresh);
    };
    let next: Listener | undefined;
    try {
      next = await connectListener();
      listener = next;
      await next.listen(CHANNEL, () => void refresh(), onLost);
      if (isStopped) await next.end();
      if (wasLost) report({ type: 'listening' });
      wasLost = false;
      // Notices sent in between were missed.
      await refresh();
    } catch (error) {
      // One that may not listen stays connected: a server that refuses would run out of connections.
      void next?.end().catch(() => {});
      // Where `onLost` was called first, it has done the rest.
      if (isStopped || listener !== next) return;
      listener = undefined;
      lost(error);
      again(refresh);
    }
  };
  const lost = (error: unknown) => {
    if (!wasLost) report({ type: 'listen-lost', error });
    wasLost = true;
  };
  const again = (refresh: () => Promise<void>) => {
    cancel = clock.after(jitter(pollMs), () => void listen(refresh));
  };

  return {
    source: {
      look: () => undefined,
      watch(refresh) {
        stopPolling = repeat(clock, pollMs, refresh);
        void listen(refresh);
      },
    },
    async stop() {
      isStopped = true;
      cancel();
      await stopPolling();
      await listener?.end().catch(() => {});
    },
  };
}
