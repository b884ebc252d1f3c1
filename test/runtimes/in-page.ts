// A page: what drives the browser calls this.
import { smoke } from './smoke.ts';

Object.assign(globalThis, { smoke });
