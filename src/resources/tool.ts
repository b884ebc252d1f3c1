import { Resource } from '../hypermedia/resource.js';

/** Content that was added to a client. Only its `url` is documented. */
export class Tool extends Resource {
  static override readonly type = 'tool';
}
