/**
 * Names of what writes contend for. A body names all that it reads to decide what to write, so that nobody changes it
 * meanwhile; a write that names nothing has everything to itself.
 */
export const entryKey = (key: string): string => `entry ${key}`;

/** A graph with its versions and who holds it. */
export const graphKey = (graphId: string): string => `graph ${graphId}`;

/** A run with its nodes. */
export const runKey = (runId: string): string => `run ${runId}`;

/** A child with its log. */
export const childKey = (childId: string): string => `child ${childId}`;

/** An order to a worker. */
export const taskKey = (taskId: string): string => `task ${taskId}`;

/** The orders with a label, which workers claim. */
export const labelKey = (label: string): string => `label ${label}`;

/** A process of this server, with what others ask of it. */
export const instanceKey = (instanceId: string): string => `instance ${instanceId}`;

/** The marks of a node. */
export const marksKey = (nodeId: string): string => `marks ${nodeId}`;
