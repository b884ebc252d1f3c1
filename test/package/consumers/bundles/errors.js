import { isCareError, NotFoundError } from 'care-platform';

export const work = async () => [isCareError(new Error('Not ours.')), typeof NotFoundError];
