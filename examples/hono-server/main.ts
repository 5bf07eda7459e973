import { serve } from '@hono/node-server';
import { createApp } from './app.ts';

const apiKey = process.env['API_KEY'] ?? 'example-key';
serve({ fetch: createApp(apiKey).fetch, port: 3000, hostname: '127.0.0.1' }, () => {
  console.log(`curl -H 'Authorization: Bearer ${apiKey}' http://127.0.0.1:3000/v1/models`);
});
