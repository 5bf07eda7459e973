import { readConfigDocument, type ConfigDocument } from '../config/config-document.ts';
import { readConfigText } from '../config/read-config-text.ts';

/** Reads a configuration file. Rejects with `ConfigError` for one that is not YAML or JSON. */
export async function readConfigFile(file: string): Promise<ConfigDocument> {
  return readConfigDocument(readConfigText(file), file);
}
