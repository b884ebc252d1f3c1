/** @jest-environment jest-fixed-jsdom */
require('./simulated-page.js')();
