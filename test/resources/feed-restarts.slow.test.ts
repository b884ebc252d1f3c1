import { describeKills } from './feed-restarts.js';

describeKills(200, [5, 6]);
