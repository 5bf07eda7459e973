import { after } from 'node:test';
import { openStores } from '@model-gateway/sql';
import { bindCharges } from '../support/bind-charges.ts';
import { bindStores, type OpenFresh } from '../support/bind-stores.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
after(() => folder.remove());

let files = 0;
// An acknowledged write need not survive a loss of power here.
const open: OpenFresh = (options) =>
  openStores(`sqlite:${folder.path}/${++files}.db`, { synchronous: 'NORMAL', ...options });
bindStores(open);
bindCharges(open);
