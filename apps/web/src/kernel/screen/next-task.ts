/**
 * Resolves in a task of its own: in between the browser answers a touch, so that a slow phone is not held by one long
 * step.
 */
export const nextTask = (): Promise<void> => new Promise(done => setTimeout(done))
