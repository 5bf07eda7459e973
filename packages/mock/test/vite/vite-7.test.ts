// System: starts Chromium.
import * as vite from 'vite7';
import { modelGateway } from '@model-gateway/mock/vite';
import { describeVitePlugin, type ViteModule } from './vite-cases.ts';
import { describeViteFixtures } from './vite-fixture-cases.ts';

modelGateway() satisfies vite.Plugin;

// The two versions' types differ in parts that the cases do not touch; that they run is the proof.
describeVitePlugin('Vite 7', vite as unknown as ViteModule);
describeViteFixtures('Vite 7', vite as unknown as ViteModule);
