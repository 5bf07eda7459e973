import { createApp } from './app.ts';

const apiKey = process.env['API_KEY'] ?? 'example-key';
createApp(apiKey).listen(3000, '127.0.0.1', () => {
  console.log(`curl -H 'Authorization: Bearer ${apiKey}' http://127.0.0.1:3000/v1/models`);
});
