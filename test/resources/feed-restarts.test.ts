import { describeAbsence, describeKills } from './feed-restarts.js';

// Many more of them are in feed-restarts.slow.test.ts.
describeKills(20, [5]);
describeAbsence();
