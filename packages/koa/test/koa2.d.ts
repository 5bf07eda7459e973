/** Koa 2 under its alias, of which the tests use only what Koa 3 has with the same types. */
declare module 'koa2' {
  import Koa from 'koa';
  export = Koa;
}
