import type { Clock } from '@model-gateway/core';
import type { CompiledDestination } from '../routing/compile-destination.ts';
import { exchange, type ExchangeContext } from './exchange.ts';

/** The result of a connection test. */
export type TestResult =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly status: number | undefined; readonly reason: TestProblem };

/**
 * `config`: it cannot be used. `auth`: the credentials were refused. `missing`: nothing is at this
 * address. `refused`: the receiver refused the request. `unreachable`: no answer in time, or the
 * address may not be called.
 */
export type TestProblem = 'config' | 'auth' | 'missing' | 'refused' | 'unreachable';

const DEADLINE_MS = 10_000;

/** Sends the test request of a destination, whether or not it is enabled. Never rejects. */
export async function testDestination(
  { exporter }: CompiledDestination,
  { clock, ...context }: Omit<ExchangeContext, 'signal'> & { readonly clock: Clock },
): Promise<TestResult> {
  if (exporter === undefined) return { ok: false, status: undefined, reason: 'config' };
  const controller = new AbortController();
  const stop = clock.after(DEADLINE_MS, () => controller.abort(new Error('too slow')), 'limit');
  try {
    const request = await exporter.test({ batchId: crypto.randomUUID(), now: clock.now() });
    const answer = await exchange(request, { ...context, signal: controller.signal });
    const { status } = answer;
    const verdict = exporter.verdict(answer);
    if (exporter.passesTest?.(answer) ?? verdict.kind === 'sent') return { ok: true, status };
    const why = verdict.kind === 'refused' ? verdict.reason : undefined;
    return { ok: false, status, reason: why === 'auth' || why === 'missing' ? why : 'refused' };
  } catch {
    return { ok: false, status: undefined, reason: 'unreachable' };
  } finally {
    stop();
  }
}
