import { model } from '@model-gateway/worlds';

/** Two models; a real server reads them from its database. */
export const MODELS = [
  model({ id: 'acme/quill-1', price: { input: 0.6, output: 2.4 } }),
  model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.04 } }),
];
