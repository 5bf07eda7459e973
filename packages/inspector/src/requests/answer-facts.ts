import { memberOf } from '../api/member-of.ts';
import type { Chunk, RequestDetail } from '../api/types.ts';
import { picturesIn, type Picture } from '../ui/pictures.tsx';

/** A provider that failed before another was asked, or the client got the error. */
export interface Attempt {
  readonly provider: string;
  readonly class: string;
  readonly ms: number;
}

/** Returns the attempts that the metadata of an error has. */
export function attemptsIn(body: unknown): readonly Attempt[] {
  const attempts = memberOf(memberOf(memberOf(body, 'error'), 'metadata'), 'attempts');
  if (!Array.isArray(attempts)) return [];
  return attempts.map((attempt) => ({
    provider: String(memberOf(attempt, 'provider')),
    class: String(memberOf(attempt, 'class')),
    ms: Number(memberOf(attempt, 'ms')),
  }));
}

/** Returns the code and the message of an error, from an answer or from an event of a stream. */
export function errorIn(
  body: unknown,
  chunks: readonly Chunk[] | null | undefined,
): string | undefined {
  const error = [body, ...(chunks ?? []).map(({ data }) => data)]
    .map((each) => memberOf(each, 'error'))
    .find((each) => each !== undefined);
  const [code, message] = ['code', 'message'].map((name) => memberOf(error, name));
  if (typeof message !== 'string') return undefined;
  return typeof code === 'number' || typeof code === 'string' ? `${code}: ${message}` : message;
}

/** Returns what the client was charged, USD, from the usage of an answer or of a stream's end. */
export function costIn(
  body: unknown,
  chunks: readonly Chunk[] | null | undefined,
): string | undefined {
  const bodies = [body, ...(chunks ?? []).map(({ data }) => data)];
  const cost = bodies
    .map((each) => memberOf(memberOf(each, 'usage'), 'cost'))
    .find((each) => each !== undefined);
  return typeof cost === 'number' || typeof cost === 'string' ? String(cost) : undefined;
}

/** The images of an answer; those of a stream are in its last event with any. */
export function imagesIn({ body, chunks }: Answer): readonly Picture[] {
  const last = chunks?.findLast(({ data }) => picturesIn(data).length > 0);
  return picturesIn(body ?? last?.data, 'Image');
}

type Answer = Pick<NonNullable<RequestDetail['response']>, 'body' | 'chunks'>;
