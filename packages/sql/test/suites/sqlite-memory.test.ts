import { openStores } from '@model-gateway/sql';
import { bindCharges } from '../support/bind-charges.ts';
import { bindStores, type OpenFresh } from '../support/bind-stores.ts';

const open: OpenFresh = (options) => openStores('sqlite::memory:', options);
bindStores(open);
bindCharges(open);
