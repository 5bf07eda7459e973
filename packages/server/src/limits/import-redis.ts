import { ConfigError } from '../config/config-error.ts';

/** Imports `ioredis`, which is optional: only counting in Redis needs it. */
export async function importRedis(source: string) {
  const { Redis } = await import('ioredis').catch((cause: unknown) => {
    const message = 'limits.store: redis needs the package ioredis: npm install ioredis';
    throw Object.assign(new ConfigError(source, [{ message }]), { cause });
  });
  return Redis;
}
