import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Client } from './client.js';
import type { NewClient } from './client-fields.js';
import type { Friend } from './friend.js';
import type { NewProfessional, Professional } from './professional.js';

/** The methods of the application for accounts, for modules below it. */
export interface Accounts {
  clients(query: ListOptions, options: RequestOptions): Collection<Client | Friend>;
  searchClients(
    criteria: { readonly email?: string; readonly bsn?: string },
    options: RequestOptions,
  ): Collection<Client | Friend>;
  client(address: { readonly id: string }, options: RequestOptions): Promise<Client>;
  createClient(client: NewClient, options: RequestOptions): Promise<Client>;
  professionals(query: ListOptions, options: RequestOptions): Collection<Professional>;
  professional(address: { readonly id: string }, options: RequestOptions): Promise<Professional>;
  createProfessional(professional: NewProfessional, options: RequestOptions): Promise<Professional>;
}
