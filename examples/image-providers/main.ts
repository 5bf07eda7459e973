import { mountAt } from '@model-gateway/core/http';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { serve } from '@model-gateway/node';
import { createApp } from './app.ts';

const {
  OPENAI_API_KEY = '',
  BFL_API_KEY = '',
  API_KEY = 'example-key',
  PORT = '3000',
} = process.env;
const http = createGuardedHttpClient();
const gateway = createApp({
  openai: { apiKey: OPENAI_API_KEY, http },
  bfl: { apiKey: BFL_API_KEY, http },
  apiKey: API_KEY,
});
const { url } = await serve(mountAt('/v1', gateway.handle), { port: Number(PORT) });
console.log(
  `curl -H 'Authorization: Bearer ${API_KEY}' '${url}/v1/models?output_modalities=image'`,
);
