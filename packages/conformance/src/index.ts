export {
  bindSuite,
  type ConformanceCase,
  type FreshSubject,
  type SuiteBinding,
} from './conformance-case.ts';
export { KEY_STORE_CASES, type KeyStoreSubject } from './stores/key-store-cases.ts';
export { MODEL_STORE_CASES, type ModelStoreSubject } from './stores/model-store-cases.ts';
