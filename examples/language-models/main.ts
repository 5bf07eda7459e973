import { createGuardedHttpClient } from '@model-gateway/egress';
import { createApp } from './app.ts';

const {
  OPENAI_API_KEY = '',
  ANTHROPIC_API_KEY = '',
  API_KEY = 'example-key',
  PORT = '3000',
} = process.env;
const http = createGuardedHttpClient();
const app = createApp({
  openai: { apiKey: OPENAI_API_KEY, http },
  anthropic: { apiKey: ANTHROPIC_API_KEY, http },
  apiKey: API_KEY,
  log: console.log,
});
app.listen(Number(PORT), '127.0.0.1', () => {
  const ask = JSON.stringify({ model: 'smart', messages: [{ role: 'user', content: 'Hi' }] });
  console.log(
    `curl http://127.0.0.1:${PORT}/v1/chat/completions -H 'Authorization: Bearer ${API_KEY}'` +
      ` -H 'Content-Type: application/json' -d '${ask}'`,
  );
});
