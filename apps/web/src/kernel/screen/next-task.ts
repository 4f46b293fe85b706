/** Resolves in a new task, so that slow phones can handle user input first. */
export const nextTask = (): Promise<void> => new Promise(done => setTimeout(done))
