import { heardWhole, jsonOrText, StreamHearing, type HeardAnswer } from '@model-gateway/core/kit';
import { errorOf } from '../api/control.ts';
import { eventsOf } from '../api/events.ts';
import { askGateway } from '../api/gateway.ts';
import type { Tenant } from '../api/types.ts';
import { errorAtEnd } from '../streams/recorded-answer.ts';
import { ASKING, type ChatQuestion, type Dialect } from './chat-body.ts';

/** What is known of an answer so far. */
export interface TalkState {
  readonly isRunning: boolean;
  readonly dialect: Dialect;
  readonly question: ChatQuestion;
  readonly body: object;
  /** Undefined before the first words. */
  readonly heard: HeardAnswer | undefined;
  readonly warnings: string | undefined;
  readonly problem: string | undefined;
}

/** More often nobody can see. */
const REPORT_EVERY_MS = 30;

/** Asks a model, and reports each state of its answer. */
export async function talk(
  tenant: Tenant,
  dialect: Dialect,
  question: ChatQuestion,
  report: (state: TalkState) => void,
): Promise<void> {
  const { path, body: bodyOf } = ASKING[dialect];
  const body = bodyOf(question);
  let state: TalkState = {
    isRunning: true,
    dialect,
    question,
    body,
    heard: undefined,
    warnings: undefined,
    problem: undefined,
  };
  const update = (change: Partial<TalkState>) => report((state = { ...state, ...change }));
  update({});
  try {
    const response = await askGateway(tenant, path, { method: 'POST', body });
    if (!response.ok) throw await errorOf(response);
    update({ warnings: response.headers.get('x-gateway-warnings') ?? undefined });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream !== true) {
      update({ heard: heardWhole(dialect, await response.json()) });
      return;
    }
    const hearing = new StreamHearing(dialect);
    let last: readonly string[] = [];
    let reported = 0;
    for await (const { data } of eventsOf(response)) {
      hearing.hear(data);
      last = [...last.slice(-1), data];
      if (performance.now() - reported < REPORT_EVERY_MS) continue;
      reported = performance.now();
      update({ heard: hearing.answer() });
    }
    update({ heard: hearing.answer(), problem: problemIn(last) });
  } catch (error) {
    update({ problem: error instanceof Error ? error.message : String(error) });
  } finally {
    update({ isRunning: false });
  }
}

/** The error that a stream ended with, by its last two events. */
function problemIn(events: readonly string[]): string | undefined {
  const error = errorAtEnd(
    events.map((data) => ({ at_ms: 0, bytes: 0, event: null, data: jsonOrText(data) })),
  );
  return error && (error.message ?? 'The stream broke off');
}
