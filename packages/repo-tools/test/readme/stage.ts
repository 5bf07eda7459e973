import type { TestContext } from 'node:test';
import type { FreePorts } from './free-ports.ts';
import type { HostLine } from './markdown.ts';

/** The code of a line in the table of hosts, about to be run. */
export interface Performance {
  readonly line: HostLine;
  /**
   * Runs it, and resolves with what its host expects it to export. The names are those of its
   * surroundings, beside what our packages export.
   */
  run<Exports>(names?: Readonly<Record<string, unknown>>): Promise<Exports>;
  readonly ports: FreePorts;
  readonly t: TestContext;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks for a path of the host. */
export type Ask = (path: string, headers: Record<string, string>) => Promise<Answer>;

/** Sets a host up, runs the code in it, and resolves with the way to ask it. */
export type Stage = (performance: Performance) => Promise<Ask>;

/** Returns a client of a server, over a socket. */
export async function overSocket({ ports }: Performance): Promise<Ask> {
  const origin = await ports.origin();
  return (path, headers) => read(fetch(origin + path, { headers }));
}

export async function read(answer: Response | Promise<Response>): Promise<Answer> {
  const response = await answer;
  return { status: response.status, text: await response.text() };
}
