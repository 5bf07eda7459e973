/** Express 4 under its alias, of which the tests use only what Express 5 has with the same types. */
declare module 'express4' {
  import express from 'express';
  export = express;
}
