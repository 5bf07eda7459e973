import type { Worker } from 'node:cluster';
import { systemClock } from '@model-gateway/core';
import { encodeResponse, type GatewayHandler } from '@model-gateway/core/http';
import { OPENMETRICS } from '../metrics/metrics-page.ts';

/** The primary asks a worker for a page of its admin handler. */
interface Question {
  readonly modelGateway: 'ask';
  readonly id: number;
  readonly path: string;
}

/** The text of the page. */
interface Answer {
  readonly modelGateway: 'answer';
  readonly id: number;
  readonly text: string;
}

/** A worker that is silent for longer counts as not there. */
const ANSWER_MS = 1000;

/** Answers the primary's questions in this worker, from its admin handler. */
export function answerPrimary(admin: GatewayHandler): void {
  process.on('message', (message: unknown) => {
    if (!isOurs(message, 'ask')) return;
    // The primary is this program, which sends a question.
    const { id, path } = message as Question;
    void pageOf(admin, path).then(
      (text) => process.send?.({ modelGateway: 'answer', id, text } satisfies Answer),
      // Silence is an answer: the page is left out.
      () => {},
    );
  });
}

let asked = 0;

/** Asks a worker for a page; undefined when it does not answer in time. */
export function askWorker(worker: Worker, path: string): Promise<string | undefined> {
  if (!worker.isConnected()) return Promise.resolve(undefined);
  const id = asked++;
  return new Promise((resolve) => {
    const end = (text?: string) => {
      callOff();
      worker.off('message', onMessage);
      resolve(text);
    };
    const callOff = systemClock.after(ANSWER_MS, () => end(), 'limit');
    const onMessage = (message: unknown) => {
      if (!isOurs(message, 'answer')) return;
      // Workers are this program, too.
      const answer = message as Answer;
      if (answer.id === id) end(answer.text);
    };
    worker.on('message', onMessage);
    worker.send({ modelGateway: 'ask', id, path } satisfies Question, () => {});
  });
}

function isOurs(message: unknown, what: 'ask' | 'answer'): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'modelGateway' in message &&
    message.modelGateway === what
  );
}

async function pageOf(admin: GatewayHandler, path: string): Promise<string> {
  const body = { kind: 'none' } as const;
  const headers = { accept: OPENMETRICS };
  const response = await admin({ method: 'GET', path, search: '', mount: '', headers, body });
  if (response === undefined) throw new Error(`the admin handler has no page ${path}`);
  return Buffer.concat(encodeResponse(response).parts).toString('utf8');
}
