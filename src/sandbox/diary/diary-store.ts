import { defineStore } from '../world/store.js';
import { Diaries } from './diaries.js';
import { seedDiaries } from './seed-entries.js';

export const diaryStore = defineStore<Diaries>({
  create: (world) => new Diaries(world),
  seed: seedDiaries,
  merge: (diaries, { survivor, duplicate }) => diaries.merge(survivor, duplicate),
});
