import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { AUTHORIZATION, expectModels } from '../smoke/sample-gateway.ts';
import type { FreePorts } from './free-ports.ts';
import type { Names } from './run-snippet.ts';

/** What surrounds the code of an example. */
interface Surroundings {
  readonly names?: Names;
  readonly modules?: Readonly<Record<string, Names>>;
  /** Names that the code declares, to be looked at as if it exported them. */
  readonly look?: readonly string[];
}

/** An example of a README, about to be run. */
interface Rehearsal {
  /** Runs it, and resolves with what it exports. */
  run<Exports = unknown>(surroundings?: Surroundings): Promise<Exports>;
  readonly ports: FreePorts;
  readonly t: TestContext;
}

/** Runs an example and rejects when it does not do what its README says. */
export type Example = (rehearsal: Rehearsal) => Promise<void>;

/** Runs an example that is a test of node:test. */
export const passesAsTest = passesAsTestWith({});

/** Runs an example that is a test of node:test and uses these names, or these modules. */
export function passesAsTestWith(names: Names, modules: Surroundings['modules'] = {}): Example {
  return async ({ run, t }) => {
    const tests: ((t: TestContext) => Promise<void>)[] = [];
    const test = (_name: string, body: (t: TestContext) => Promise<void>) => tests.push(body);
    await run({ names, modules: { 'node:test': { test, it: test }, ...modules } });
    assert.equal(tests.length, 1);
    for (const body of tests) await body(t);
  };
}

/** Runs an example that is a file of this many tests of node:test. */
export function passesAsTests(count: number): Example {
  return async ({ run, t }) => {
    const tests: (() => Promise<void>)[] = [];
    const ends: (() => unknown)[] = [];
    const test = (_name: string, body: () => Promise<void>) => tests.push(body);
    const after = (end: () => unknown) => ends.push(end);
    t.after(() => Promise.all(ends.map((end) => end())));
    await run({ modules: { 'node:test': { test, after } } });
    assert.equal(tests.length, count);
    for (const body of tests) await body();
  };
}

export async function listsModels(ports: FreePorts, key?: string): Promise<void> {
  const headers = { authorization: key === undefined ? AUTHORIZATION : `Bearer ${key}` };
  const response = await fetch(`${await ports.origin()}/v1/models`, { headers });
  expectModels(response.status, await response.text());
}
