/** Resolves in a new task, so that slow phones handle input in between. */
export const nextTask = (): Promise<void> => new Promise(done => setTimeout(done))
