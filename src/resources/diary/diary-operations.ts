import { reconcilable, repeatable, withNames } from '../writes/operations.js';

/** The writes of diaries. */
export const diaryOperations = withNames({
  /** `update` of a diary entry. */
  updateDiaryEntry: repeatable,
  /** `addDiaryEntry`, `addEntry`. */
  addDiaryEntry: repeatable,
  /** The same, with an image among the values. */
  addDiaryEntryWithImage: reconcilable(
    'it is not documented whether the platform compares images',
    'Search the diary for an entry with that `dt`.',
  ),
});
