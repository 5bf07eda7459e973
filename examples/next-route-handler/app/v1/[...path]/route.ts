import { answer } from '../../../lib/gateway.ts';

// The gateway routes by itself, so every method goes the same way.
export {
  answer as GET,
  answer as HEAD,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
};
