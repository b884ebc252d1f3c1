import { checkInput, cloneInput, copyOptions, inputSchema } from '../../hypermedia/input.js';
import type { Query } from '../../hypermedia/link-target.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { takeFilters } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { anything } from '../../values/options.js';
import { type CatalogueItem, type CatalogueQuery, catalogueList } from '../catalogue-item.js';
import { Conversation, type ConversationQuery, relevant } from '../conversation.js';
import { loadTool } from '../lazy.js';
import { type PlannedEvent, type PlannedEventQuery, Planning, plannedEventList } from '../planning.js';
import type { NewTool, Tool } from '../tool.js';
import { operations } from '../writes/operations.js';
import { Account } from './account.js';

/** Methods of clients and friends. Both have URLs below the platform's client path. */
export abstract class CareUser<Data extends { readonly active: boolean }, FollowedBy extends object> extends Account<
  Data,
  FollowedBy
> {
  /** One request. `plannedEvents` and `calendar` do not need it. */
  planning(options: RequestOptions = {}): Promise<Planning> {
    return this.read('planning', Planning, options);
  }

  /** Each occurrence is an item. One request when iterated. It is not documented whether the bounds are inclusive. */
  plannedEvents(query: PlannedEventQuery, options: RequestOptions = {}): Collection<PlannedEvent> {
    return this.list('planning.items', {}, options, plannedEventList(query));
  }

  /** The planning as ICS text. Lines are unfolded. Times are in the application's time zone. One request. */
  calendar(options: RequestOptions = {}): Promise<string> {
    return this.readText('planning.ics', 'text/calendar', options);
  }

  /**
   * Metadata of conversations. Default: all. One request per page, of 100 items by default, and usually one or two that prove
   * the end.
   */
  conversations(filters: ConversationQuery = {}, options: RequestOptions = {}): Collection<Conversation> {
    const { relevant, ...batch } = takeFilters(filters, { relevant: anything });
    const query = checkInput(conversationFilter, { relevant }, 'conversations') as Query;
    return this.list('conversations', batch, options, { batched: true, item: Conversation, query });
  }

  /**
   * Content that can be added. The user itself gets content for self-help. A therapist or API user gets all content, although
   * the link is named `selfhelp`. One request per page, and usually one that proves the end. It is costly for the platform.
   */
  catalogue(query: CatalogueQuery, options: RequestOptions = {}): Collection<CatalogueItem> {
    const { batch, details } = catalogueList(query);
    return this.list('catalogue.selfhelp.items', batch, options, details);
  }

  /**
   * Adds content of the catalogue. With `notify`, the platform mails the user. For diary content, it returns the updated tool,
   * which may have existed before. One request, never retried after a lost response.
   */
  async addTool(tool: NewTool, options: RequestOptions = {}): Promise<Tool> {
    const given = cloneInput(tool);
    const request = copyOptions(options);
    const { Tool } = await loadTool();
    return this.create('tools', Tool, Tool.body(this.session, given), operations.addTool, request);
  }
}

const conversationFilter = inputSchema<{ relevant: ConversationQuery['relevant'] }>({ relevant });
