/** Resolves in a new task, so that slow phones can handle user input before it. */
export const nextTask = (): Promise<void> => new Promise(done => setTimeout(done))
