/** One thing that every implementation of a port or adapter must do, as data. */
export interface ConformanceCase<Subject> {
  readonly name: string;
  /** Where it is asked for: a section of docs/contract.md, such as `contract §4.7`. */
  readonly spec?: string;
  /** Rejects when `subject` does not do it. */
  run(subject: Subject): Promise<void>;
}

/** A subject that was made for one case, and how it is put away. */
export interface FreshSubject<Subject> {
  readonly subject: Subject;
  dispose?(): Promise<void>;
}

export interface SuiteBinding<Subject> {
  /** The test runner's function, for example `test` of node:test or `it` of vitest. */
  readonly test: (name: string, run: () => Promise<void>) => unknown;
  /** Makes a fresh subject for each case. */
  readonly create: () => Promise<FreshSubject<Subject>> | FreshSubject<Subject>;
  /** Cases that do not apply: the name, and the reason why. A name that is no case is an error. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Told of every skip, so that a report can show its reason. */
  readonly onSkip?: (name: string, reason: string) => void;
}

/** Binds cases to a test runner: one test per case, a fresh subject for each. */
export function bindSuite<Subject>(
  cases: readonly ConformanceCase<Subject>[],
  { test, create, skip = {}, onSkip }: SuiteBinding<Subject>,
): void {
  const names = new Set(cases.map(({ name }) => name));
  for (const [name, reason] of Object.entries(skip)) {
    if (!names.has(name)) {
      throw new Error(`cannot skip "${name}": no such case; known are ${[...names].join(', ')}`);
    }
    if (reason.trim() === '') throw new Error(`the skip of "${name}" needs a reason`);
  }
  for (const { name, spec, run } of cases) {
    const reason = skip[name];
    if (reason !== undefined) {
      onSkip?.(name, reason);
      continue;
    }
    test(spec === undefined ? name : `${name} (${spec})`, async () => {
      const { subject, dispose } = await create();
      try {
        await run(subject);
      } finally {
        await dispose?.();
      }
    });
  }
}
