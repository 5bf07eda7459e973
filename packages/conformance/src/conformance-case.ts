import { checkOptions, FUNCTION, OBJECT, type OptionTable } from '@model-gateway/core/kit';
/** One required behaviour of a port or adapter, as data. */
export interface ConformanceCase<Subject> {
  readonly name: string;
  /** Where it is required: a section of docs/contract.md, such as `contract §4.7`. */
  readonly spec?: string;
  /** Rejects when `subject` fails the case. */
  run(subject: Subject): Promise<void>;
}

/** A subject created for one case, and how to dispose of it. */
export interface FreshSubject<Subject> {
  readonly subject: Subject;
  dispose?(): Promise<void>;
}

/** How a suite is bound to a test runner. */
export interface SuiteBinding<Subject> {
  /** The test runner's function, for example `test` of node:test or `it` of vitest. */
  readonly test: (name: string, run: () => Promise<void>) => unknown;
  /** Creates a fresh subject for each case. */
  readonly create: () => Promise<FreshSubject<Subject>> | FreshSubject<Subject>;
  /** Cases that do not apply: reasons by case name. An unknown name is an error. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Called with every skip, so that a report can show its reason. */
  readonly onSkip?: (name: string, reason: string) => void;
}

/**
 * Registers cases with a test runner: one test per case, each with a fresh subject.
 *
 * @example
 * bindSuite(KEY_STORE_CASES, { test, create: async () => ({ subject, dispose }) });
 */
export function bindSuite<Subject>(
  cases: readonly ConformanceCase<Subject>[],
  binding: SuiteBinding<Subject>,
): void {
  checkOptions('bindSuite', binding, BINDING, ['test', 'create']);
  const { test, create, skip = {}, onSkip } = binding;
  const names = new Set(cases.map(({ name }) => name));
  for (const [name, reason] of Object.entries(skip)) {
    if (!names.has(name)) {
      throw new Error(
        `cannot skip "${name}": unknown case; the cases are ${[...names].join(', ')}`,
      );
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

const BINDING: OptionTable<SuiteBinding<unknown>> = {
  test: FUNCTION,
  create: FUNCTION,
  skip: OBJECT,
  onSkip: FUNCTION,
};
