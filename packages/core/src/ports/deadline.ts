import { isPromise, type MaybePromise } from './maybe-promise.ts';
import type { Clock } from './clock.ts';
import { StoreUnavailableError } from './store-unavailable.ts';

/** Asks a store, and stops waiting for one that does not answer in time. Rejects where it throws. */
export type Ask = <Answer>(
  store: string,
  question: () => MaybePromise<Answer>,
) => MaybePromise<Answer>;

/** An answer that did not come in time. Reported where it happened. */
export class LateAnswerError extends StoreUnavailableError {
  constructor(store: string, milliseconds: number) {
    super('deadline', `${store} did not answer within ${milliseconds} ms (storeTimeoutMs)`);
    this.name = 'LateAnswerError';
  }
}

/**
 * Returns how stores are asked: a question that takes longer than `milliseconds` rejects with a
 * `LateAnswerError`, so that clients get a 503 instead of no answer. 0 waits for as long as it
 * takes. `report` is called once for each outage of a store. Source: contract §1.9.
 */
export function createDeadline(
  clock: Clock,
  milliseconds: number,
  report: (error: unknown) => void,
): Ask {
  if (milliseconds === 0 || milliseconds > LONGEST_TIMER_MS)
    return (_store, question) => answerOf(question);
  const silent = new Set<string>();

  return (store, question) => {
    const answer = answerOf(question);
    if (isPromise(answer)) return patiently(Promise.resolve(answer), store);
    silent.delete(store);
    return answer;
  };

  async function patiently<Answer>(answer: Promise<Answer>, store: string): Promise<Answer> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    answer.then(settle, settle);
    // A store in memory has answered within a few turns, and needs no timer.
    for (let turn = 0; turn < TURNS; turn++) {
      if (isSettled) break;
      await Promise.resolve();
    }
    if (!isSettled) await inTime(answer, store);
    silent.delete(store);
    // A promise that is returned takes two turns more than one that is awaited.
    const given = await answer;
    return given;
  }

  /** Resolves when the answer has come, whatever it is; rejects when it is late. */
  function inTime(answer: Promise<unknown>, store: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const callOff = clock.after(
        milliseconds,
        () => {
          const error = new LateAnswerError(store, milliseconds);
          if (!silent.has(store)) report(error);
          silent.add(store);
          reject(error);
        },
        'limit',
      );
      const end = () => {
        callOff();
        resolve();
      };
      answer.then(end, end);
    });
  }
}

/** What else is asked beside a store that throws is asked all the same. */
function answerOf<Answer>(question: () => MaybePromise<Answer>): MaybePromise<Answer> {
  try {
    return question();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** More than a store in memory behind another needs. */
const TURNS = 4;

/** Timers of JavaScript wrap around beyond it, and fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
