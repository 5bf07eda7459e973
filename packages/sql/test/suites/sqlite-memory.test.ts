import { openStores } from '@model-gateway/sql';
import { bindStores } from '../support/bind-stores.ts';

bindStores((options) => openStores('sqlite::memory:', options));
