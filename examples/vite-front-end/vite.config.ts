import { modelGateway } from '@model-gateway/mock/vite';
import { defineConfig } from 'vite';
import { API_KEY, BASE_URL } from './src/settings.ts';

/** With `--mode fixtures` answers come from recorded files, and from the mock what is not recorded. */
const RECORDED = { fixtures: 'fixtures', mode: 'replay-or-mock' } as const;

export default defineConfig(({ mode }) => ({
  plugins: [
    modelGateway({ mount: BASE_URL, apiKey: API_KEY, ...(mode === 'fixtures' && RECORDED) }),
  ],
}));
