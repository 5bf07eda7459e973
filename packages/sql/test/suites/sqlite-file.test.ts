import { after } from 'node:test';
import { openStores } from '@model-gateway/sql';
import { bindStores } from '../support/bind-stores.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
after(() => folder.remove());

let files = 0;
// An acknowledged write need not survive a loss of power here.
bindStores((options) =>
  openStores(`sqlite:${folder.path}/${++files}.db`, { synchronous: 'NORMAL', ...options }),
);
