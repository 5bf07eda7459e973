// System: starts Chromium.
import * as vite from 'vite';
import { modelGateway } from '@model-gateway/mock/vite';
import { describeVitePlugin } from './vite-cases.ts';
import { describeViteFixtures } from './vite-fixture-cases.ts';

modelGateway() satisfies vite.Plugin;

describeVitePlugin('Vite 8', vite);
describeViteFixtures('Vite 8', vite);
