export type { ConnectOptions } from '../index.js';
export { type TelemetryOptions, withTelemetry } from './with-telemetry.js';
