import { describe, test } from 'node:test';
import { createMemoryKeyStore, createMemoryModelStore } from '@model-gateway/core';
import { bindSuite, KEY_STORE_CASES, MODEL_STORE_CASES } from '@model-gateway/conformance';

describe('memory model store', () => {
  bindSuite(MODEL_STORE_CASES, {
    test,
    create() {
      const store = createMemoryModelStore();
      return { subject: { store, replace: async (entries) => store.replace(entries) } };
    },
  });
});

describe('memory key store', () => {
  bindSuite(KEY_STORE_CASES, {
    test,
    create() {
      const store = createMemoryKeyStore();
      return { subject: { store, put: async (key) => store.put(key) } };
    },
  });
});
