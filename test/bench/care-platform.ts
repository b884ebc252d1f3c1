import { connect } from 'care-platform';
import { measure, task } from './task.ts';

const care = await connect({ baseUrl: task.baseUrl, token: task.token });
// The request of `connect` is part of the burst; a second of rest empties the bucket again.
await new Promise((resolve) => setTimeout(resolve, 1000));
await measure(() => care.client({ id: 'EHR-1042' }));
care.close();
