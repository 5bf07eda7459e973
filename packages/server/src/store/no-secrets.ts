import { SealError, type SecretBox } from '@model-gateway/sql';

const WITHOUT_KEYS =
  'secrets of destinations need secrets.keys of the configuration: name it with --config, and leave --store out';

/**
 * Stands for the keys of a store that is opened without its configuration: whatever touches no
 * secret of a destination works, and everything else is refused. Nothing is stored in the clear
 * beside secrets that are sealed.
 */
export const NO_SECRETS: SecretBox = {
  keyId: 'none',
  knows: () => true,
  seal: () => Promise.reject(new SealError(WITHOUT_KEYS)),
  open: () => Promise.reject(new SealError(WITHOUT_KEYS)),
};
