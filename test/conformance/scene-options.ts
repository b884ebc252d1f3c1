export const frozenClock = { clock: { frozen: true } };

/** The clock stands still, and only the hooks of the sandbox move an export from state to state. */
export const exportsByHand = { ...frozenClock, settings: { exportQueuedFor: null, exportRunsFor: null } };
