import { createApp } from './app.ts';

const apiKey = process.env['API_KEY'] ?? 'example-key';
const port = Number(process.env['PORT'] ?? 3000);
createApp(apiKey).listen(port, '127.0.0.1', () => {
  console.log(`curl -H 'Authorization: Bearer ${apiKey}' http://127.0.0.1:${port}/v1/models`);
});
