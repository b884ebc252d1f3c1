/** @jest-environment @happy-dom/jest-environment */
require('./simulated-page.js')();
