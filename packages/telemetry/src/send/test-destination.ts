import type { Clock } from '@model-gateway/core';
import type { CompiledDestination } from '../routing/compile-destination.ts';
import { exchange, type ExchangeContext } from './exchange.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** The result of a connection test. */
export type TestResult =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false;
      readonly status: number | undefined;
      readonly reason: TestProblem;
      /** One sentence for the operator, without credentials and without the receiver's text. */
      readonly message: string;
    };

/**
 * `config`: it cannot be used. `auth`: the credentials were refused. `missing`: nothing is at this
 * address. `refused`: the receiver refused the request. `unreachable`: no answer in time, or the
 * address may not be called.
 */
export type TestProblem = 'config' | 'auth' | 'missing' | 'refused' | 'unreachable';

const DEADLINE_MS = 10_000;

/** Sends the test request of a destination, whether or not it is enabled. Never rejects. */
export async function testDestination(
  { exporter, problem }: CompiledDestination,
  { clock, ...context }: Omit<ExchangeContext, 'signal'> & { readonly clock: Clock },
): Promise<TestResult> {
  if (exporter === undefined) {
    return failed('config', undefined, problem ?? 'its settings cannot be used');
  }
  const controller = new AbortController();
  const late = `it did not answer within ${DEADLINE_MS / 1000} s`;
  const stop = clock.after(DEADLINE_MS, () => controller.abort(new Error(late)), 'limit');
  try {
    const request = await exporter.test({ batchId: crypto.randomUUID(), now: clock.now() });
    const answer = await exchange(request, { ...context, signal: controller.signal });
    const { status } = answer;
    const verdict = exporter.verdict(answer);
    if (exporter.passesTest?.(answer) ?? verdict.kind === 'sent') return { ok: true, status };
    const why = verdict.kind === 'refused' ? verdict.reason : undefined;
    const reason = why === 'auth' || why === 'missing' ? why : 'refused';
    return failed(reason, status, `it answered ${status}: ${ANSWERED[reason]}`);
  } catch (error) {
    const message = controller.signal.aborted ? late : whyUnreachable(error);
    return failed('unreachable', undefined, message);
  } finally {
    stop();
  }
}

const ANSWERED = {
  auth: 'the credentials were refused',
  missing: 'nothing is at this address',
  refused: 'the test request was refused',
} as const satisfies Partial<Record<TestProblem, string>>;

function failed(reason: TestProblem, status: number | undefined, message: string): TestResult {
  return { ok: false, status, reason, message };
}
