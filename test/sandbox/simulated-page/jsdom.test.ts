// @vitest-environment jsdom
import { testSimulatedPage } from './behaviour.js';

testSimulatedPage();
