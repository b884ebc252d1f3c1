import pThrottle from 'p-throttle';
import { get, measure } from '../task.ts';

await measure(pThrottle({ limit: 30, interval: 1000 })(get));
