// Files that share a process must not share the limits of an origin, which the package keeps for the whole process: what
// one file sent, or a lower rate that it asked for, would hold up another.
delete (globalThis as { [key: symbol]: unknown })[Symbol.for('care-platform.throttles')];
