import { bindSuite, MODEL_STORE_CASES } from '@model-gateway/conformance';
import { createMemoryModelStore } from '@model-gateway/core';

async function main(): Promise<void> {
  const tests: (() => Promise<void>)[] = [];
  bindSuite(MODEL_STORE_CASES, {
    test: (_name, run) => tests.push(run),
    create() {
      const store = createMemoryModelStore([]);
      return { subject: { store, replace: async (entries) => store.replace(entries) } };
    },
  });
  await Promise.all(tests.map((run) => run()));
  if (tests.length === 0) throw new Error('expected cases');
}

void main();
