import type { Suite } from '../harness/suite.ts';
import { assembledListSuite } from './assembled-list.ts';
import { capacitySuite } from './capacity.ts';
import { chatStreamSuites } from './chat-stream.ts';
import { chatWholeSuites } from './chat-whole.ts';
import { embeddingsSuite } from './embeddings.ts';
import { engineSuite } from './engine.ts';
import { firstOutputSuite } from './first-output.ts';
import { generatedImageSuite } from './generated-image.ts';
import { imageRelaySuite } from './image-relay.ts';
import { largePageSuite } from './large-page.ts';
import { listSuites } from './list.ts';
import { mockChatSuite } from './mock-chat.ts';
import { observedPageSuite } from './observed-page.ts';
import { openAiMemorySuite } from './openai-memory.ts';
import { openAiStreamSuite } from './openai-stream.ts';
import { pageSuite } from './page.ts';
import { peersSuite } from './peers.ts';
import { serverStartSuite } from './server-start.ts';
import { smallRelaySuite } from './small-relay.ts';
import { startUpSuite } from './start-up.ts';
import { storedCatalogSuite } from './stored-catalog.ts';
import { storesSuite } from './stores.ts';
import { telemetryCostSuite } from './telemetry-cost.ts';
import { tinySuites } from './tiny.ts';
import { withoutListSuite } from './without-list.ts';

/** Every suite, in the order of the table of targets. */
export const SUITES: readonly Suite[] = [
  ...listSuites,
  ...tinySuites,
  pageSuite,
  largePageSuite,
  assembledListSuite,
  withoutListSuite,
  imageRelaySuite,
  generatedImageSuite,
  startUpSuite,
  peersSuite,
  smallRelaySuite,
  engineSuite,
  storedCatalogSuite,
  storesSuite,
  telemetryCostSuite,
  openAiStreamSuite,
  openAiMemorySuite,
  observedPageSuite,
  serverStartSuite,
  capacitySuite,
  ...chatStreamSuites,
  firstOutputSuite,
  ...chatWholeSuites,
  mockChatSuite,
  embeddingsSuite,
];
