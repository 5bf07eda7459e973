import { modelGateway } from '@model-gateway/mock/vite';
import { defineConfig } from 'vite';
import { API_KEY, BASE_URL } from './src/settings.ts';

export default defineConfig({
  plugins: [modelGateway({ mount: BASE_URL, apiKey: API_KEY })],
});
