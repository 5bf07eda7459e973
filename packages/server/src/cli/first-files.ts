import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasPassword } from '../store/store-name.ts';

/** Holds the keys that seal the secrets of destinations, beside the configuration. */
const KEYS_FILE = 'model-gateway.keys';

/** What `init` has written. */
export interface FirstFiles {
  /** In the folder of the configuration. */
  readonly names: readonly string[];
  /** False where the configuration names a variable in place of a URL with a password. */
  readonly hasStore: boolean;
  /** Removes them again. */
  remove(): Promise<void>;
}

/**
 * Writes a first configuration, and beside it a new key that seals the secrets of destinations,
 * unless the folder has one. `variable` stands for a store whose URL holds a password. With
 * `isDemo` it names the provider that needs no account. Only their owner may read them. Rejects, and
 * leaves nothing behind, if one of them cannot be written.
 */
export async function writeFirstFiles(
  file: string,
  store: string,
  variable: string,
  { isDemo }: { readonly isDemo: boolean },
): Promise<FirstFiles> {
  const folder = path.dirname(file);
  const hasStore = !hasPassword(store);
  const location = hasStore ? JSON.stringify(store) : `{ env: ${variable} }`;
  const texts = new Map([[path.basename(file), configurationFor(location, isDemo)]]);
  if (!existsSync(path.join(folder, KEYS_FILE))) texts.set(KEYS_FILE, `${newSecretKey()}\n`);
  const written: string[] = [];
  const remove = async () => {
    for (const name of written) await rm(path.join(folder, name), { force: true });
  };
  try {
    for (const [name, text] of texts) {
      await writeFile(path.join(folder, name), text, { flag: 'wx', mode: 0o600 });
      written.push(name);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { names: written, hasStore, remove };
}

/** The id is random, so that keys of two machines that share a store are told apart. */
function newSecretKey(): string {
  return `k${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`;
}

/** Answers without a network. */
const DEMO = '[{ kind: demo }]';

function configurationFor(store: string, isDemo: boolean): string {
  return `# yaml-language-server: $schema=https://unpkg.com/@model-gateway/server/model-gateway.schema.json
store: ${store}

server:
  host: 127.0.0.1
  port: 4000
  basePath: /v1

# GET /models lists the models that answer in text, GET /models?output_modalities=all those of each
# kind. Keys come from the environment or from files. A provider at a private address needs its
# origin in egress: { allowOrigins: ["http://127.0.0.1:8080"] }.
providers: ${isDemo ? DEMO : '[]'}
#  - kind: openai
#    apiKey: { env: OPENAI_API_KEY }
#    models: all

# At most this many requests to models per key and window.
limits: { requests: 60, windowSeconds: 60 }

# Seals the secrets of observability destinations in the store. Without this file they are lost: keep
# a copy of it, away from the backups of the store.
secrets: { keys: { file: ${KEYS_FILE} } }

admin: { host: 127.0.0.1, port: 4001 }
`;
}
