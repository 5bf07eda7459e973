// Own process: waits for programs that it starts, or for files to be watched.
import * as vite from 'vite';
import { modelGateway } from '@model-gateway/mock/vite';
import { describeVitePlugin } from './vite-cases.ts';
import { describeViteFixtures } from './vite-fixture-cases.ts';

modelGateway() satisfies vite.Plugin;

describeVitePlugin('Vite 8', vite);
describeViteFixtures('Vite 8', vite);
