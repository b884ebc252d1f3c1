import Bottleneck from 'bottleneck';
import { get, measure } from '../task.ts';

const limiter = new Bottleneck({
  maxConcurrent: 20,
  reservoir: 30,
  reservoirRefreshAmount: 30,
  reservoirRefreshInterval: 1000,
});
await measure(() => limiter.schedule(get));
