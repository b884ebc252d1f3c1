// One lazy module for upserts and for jobs of many of them: most of their code is shared.
export { syncClients, syncProfessionals } from './sync-users.js';
export { upsertClient, upsertProfessional } from './upsert.js';
